import { createAgent, type ModelProfile, type RunResult, type SessionEvent, secretsAmong } from "@millrace/agent";
import type { ConnectedModel } from "@millrace/models";
import { codingToolsByForm, createWorkspace, projectContext, ruleFiles } from "@millrace/tools";
import { configFolder } from "../config/config-folder.js";
import type { Settings } from "../config/settings.js";
import { oneLine } from "../output/call-title.js";
import type { Terminal } from "../output/terminal.js";
import { UsageError } from "../usage-error.js";
import { RunTotals } from "./closing-line.js";
import { gatherEarly } from "./early-context.js";
import { JsonReport } from "./json-report.js";
import { TextReport } from "./text-report.js";
import { timersOf } from "./timers-of.js";
import { watchSignals } from "./watch-signals.js";
import { windowOf } from "./window-of.js";

/** What one run needs. */
export interface RunOptions {
  task: string;
  model: ConnectedModel;
  /** An existing folder. */
  folder: string;
  settings: Settings;
  terminal: Terminal;
  /** Someone can answer. */
  interactive: boolean;
  /** Name and version, for the records. */
  program: string;
  /** Also told every event. */
  onEvent?: (event: SessionEvent) => void;
}

/**
 * Runs one task to its end, telling it as it goes, and closes with a line of what it used. Resolves with how it ended;
 * `exitCode` is the signal's where one ended it. Throws for a folder that cannot be worked in and an option that cannot
 * be, a limit in dollars without prices among them; never for what a model, a tool or a server did.
 */
export async function runTask(options: RunOptions): Promise<RunResult> {
  const { settings, terminal, model } = options;
  const stopped = new AbortController();
  const signals = watchSignals((signal) => {
    terminal.note(`millrace: stopping${signal === "SIGINT" ? " (Ctrl-C again: at once)" : ""}`);
    stopped.abort(new Error(`The run was stopped by ${signal}.`));
  });
  // What the server knows of the model decides how it is talked to, so it is asked first, and the project meanwhile.
  const known = profileOf(model, settings, stopped.signal);
  const workspace = await createWorkspace(options.folder);
  const project = gatherEarly(projectContext(workspace), stopped.signal);
  const profile = await known;
  if (settings.maxCost !== undefined && profile.prices === undefined) {
    throw new UsageError(
      `A limit in dollars (--max-cost, or \`maxCost\`) needs the prices of ${model.client.id}, and they are not known. Set its \`prices\` in your own configuration file, in US dollars per million tokens, or limit tokens with --max-tokens.`,
    );
  }
  const tools = codingToolsByForm();

  const totals = new RunTotals();
  const report =
    settings.output === "jsonl"
      ? new JsonReport()
      : new TextReport(terminal, new Set(tools("text").flatMap(({ name, ends }) => (ends ? [name] : []))));
  const keyboard = options.interactive
    ? (await import("./ask-on-terminal.js")).openKeyboard(terminal, (words) => task.steer(words))
    : undefined;

  const task = createAgent({
    model: model.client,
    tools,
    workspace,
    profile,
    contextSources: [ruleFiles(workspace, { userFolder: configFolder(process.env) }), project],
    program: options.program,
    secrets: secretsAmong(process.env),
    protocol: settings.protocol,
    ...(settings.dialect !== undefined && { dialect: settings.dialect }),
    mode: settings.mode,
    rules: settings.rules,
    limits: {
      ...(settings.maxTurns !== undefined && { maxTurns: settings.maxTurns }),
      ...(settings.maxSeconds !== undefined && { maxSeconds: settings.maxSeconds }),
      ...(settings.maxCost !== undefined && { maxCost: settings.maxCost }),
      ...(settings.maxTokens !== undefined && { maxTokens: settings.maxTokens }),
      ...(settings.maxRequests !== undefined && { maxRequests: settings.maxRequests }),
    },
    ...(settings.maxSilenceSeconds !== undefined && { timers: timersOf(settings.maxSilenceSeconds) }),
    ...(keyboard && { askUser: keyboard.askUser }),
  }).startTask();
  task.subscribe((event) => {
    report.add(event);
    totals.add(event);
    options.onEvent?.(event);
  });

  const result = await task.run(options.task, { signal: stopped.signal });
  signals.runEnded();
  keyboard?.close();
  report.end();

  const exitCode = signals.exitCode ?? result.exitCode;
  if (exitCode !== 0 && signals.exitCode === undefined) {
    terminal.note(terminal.colours.bad(`millrace: ${oneLine(result.message, 1000)}`));
  }
  terminal.note(terminal.colours.dim(totals.line()));
  return { ...result, exitCode };
}

/** What is known of the model: the user's word first, then the server's. */
async function profileOf(
  model: ConnectedModel,
  settings: Settings,
  signal: AbortSignal,
): Promise<Partial<ModelProfile>> {
  const { contextTokens } = settings;
  return {
    ...model.profile,
    ...(await model.probe(signal)),
    ...(contextTokens !== undefined && { window: windowOf(contextTokens) }),
  };
}
