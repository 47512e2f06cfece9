import { createAgent, type RunResult, type SessionEvent, secretsAmong } from "@millrace/agent";
import { type ConnectedModel, sameModel } from "@millrace/models";
import { codingToolsByForm, createWorkspace, projectContext, ruleFiles } from "@millrace/tools";
import { configFolder } from "../config/config-folder.js";
import type { Settings } from "../config/settings.js";
import { oneLine } from "../output/call-title.js";
import { printable } from "../output/printable.js";
import type { Terminal } from "../output/terminal.js";
import { type KnownModel, knowModel } from "../profiles/know-model.js";
import { missingModel } from "../profiles/missing-model.js";
import { openProfileStore } from "../profiles/open-store.js";
import { LearntProfile } from "../profiles/remember.js";
import { watchAnswerer } from "../profiles/watch-answerer.js";
import { UsageError } from "../usage-error.js";
import { RunTotals } from "./closing-line.js";
import { gatherEarly } from "./early-context.js";
import { JsonReport } from "./json-report.js";
import { TextReport } from "./text-report.js";
import { timersOf } from "./timers-of.js";
import { watchSignals } from "./watch-signals.js";

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
 * be, a limit in dollars without prices and a model that its server does not have among them; never for what a model, a
 * tool or a server did.
 */
export async function runTask(options: RunOptions): Promise<RunResult> {
  const { settings, terminal, model } = options;
  const stopped = new AbortController();
  const signals = watchSignals((signal) => {
    terminal.note(`millrace: stopping${signal === "SIGINT" ? " (Ctrl-C again: at once)" : ""}`);
    stopped.abort(new Error(`The run was stopped by ${signal}.`));
  });
  // What the server knows of the model decides how it is talked to, so it is asked first, and the project meanwhile.
  const store = openProfileStore(process.env);
  const asking = knowModel(model, settings, store, stopped.signal);
  const workspace = await createWorkspace(options.folder);
  const project = gatherEarly(projectContext(workspace), stopped.signal);
  const known = await asking;
  const { missingAmong } = known.asked;
  if (missingAmong !== undefined) throw missingModel(model.client.id, model.address, missingAmong);
  for (const notice of noticesOf(model, known)) terminal.note(`millrace: ${printable(notice)}`);
  if (settings.maxCost !== undefined && known.profile.prices === undefined) {
    throw new UsageError(
      `A limit in dollars (--max-cost, or \`maxCost\`) needs the prices of ${model.client.id}, and they are not known. Set its \`prices\` under \`models\` in your own configuration file, in US dollars per million tokens, or limit tokens with --max-tokens.`,
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

  const learnt = new LearntProfile();
  const task = createAgent({
    model: watchAnswerer(model.client, (name) => {
      terminal.note(`millrace: ${printable(`The server answers as ${name}, not as ${model.client.id}.`)}`);
    }),
    tools,
    workspace,
    profile: known.profile,
    contextSources: [ruleFiles(workspace, { userFolder: configFolder(process.env) }), project],
    program: options.program,
    secrets: secretsAmong(process.env),
    protocol: settings.protocol,
    ...(settings.dialect !== undefined && { dialect: settings.dialect }),
    compact: settings.compact,
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
    learnt.add(event);
    options.onEvent?.(event);
  });

  const result = await task.run(options.task, { signal: stopped.signal });
  signals.runEnded();
  keyboard?.close();
  report.end();

  const notKept = await learnt.keep(store, known, model);
  if (notKept !== undefined) terminal.note(`millrace: ${printable(notKept)}`);
  const exitCode = signals.exitCode ?? result.exitCode;
  if (exitCode !== 0 && signals.exitCode === undefined) {
    terminal.note(terminal.colours.bad(`millrace: ${oneLine(result.message, 1000)}`));
  }
  terminal.note(terminal.colours.dim(totals.line()));
  return { ...result, exitCode };
}

/** What is said of the model before anything is asked of it. */
function noticesOf({ client }: ConnectedModel, { asked, notices, place }: KnownModel): readonly string[] {
  const { name } = asked.facts;
  if (name === undefined || sameModel(name, place.model)) return notices;
  return [...notices, `${client.id} is answered by ${name}: its server has one model and answers to any name.`];
}
