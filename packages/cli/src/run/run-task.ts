import {
  type AgentOptions,
  createAgent,
  type ModelClient,
  type RunResult,
  type SessionEvent,
  type Tool,
} from "@millrace/agent";
import type { Settings } from "../config/settings.js";
import { oneLine } from "../output/call-title.js";
import type { Terminal } from "../output/terminal.js";
import { RunTotals } from "./closing-line.js";
import { JsonReport } from "./json-report.js";
import { TextReport } from "./text-report.js";
import { watchSignals } from "./watch-signals.js";

/** What one run needs. */
export interface RunOptions {
  task: string;
  client: ModelClient;
  tools: readonly Tool[];
  settings: Settings;
  agent: Pick<AgentOptions, "workspace" | "contextSources" | "profile" | "program">;
  terminal: Terminal;
  /** Someone can answer. */
  interactive: boolean;
  /** Also told every event. */
  onEvent?: (event: SessionEvent) => void;
}

/**
 * Runs one task to its end, telling it as it goes, and closes with a line of what it used. Resolves with how it ended;
 * `exitCode` is the signal's where one ended it. Never rejects for what a model, a tool or a server did.
 */
export async function runTask(options: RunOptions): Promise<RunResult> {
  const { settings, terminal } = options;
  const totals = new RunTotals();
  const report =
    settings.output === "jsonl"
      ? new JsonReport()
      : new TextReport(terminal, new Set(options.tools.flatMap((tool) => (tool.ends ? [tool.name] : []))));

  const keyboard = options.interactive
    ? (await import("./ask-on-terminal.js")).openKeyboard(terminal, (words) => task.steer(words))
    : undefined;
  const task = createAgent({
    ...options.agent,
    model: options.client,
    tools: options.tools,
    protocol: settings.protocol,
    ...(settings.dialect !== undefined && { dialect: settings.dialect }),
    mode: settings.mode,
    rules: settings.rules,
    limits: {
      ...(settings.maxTurns !== undefined && { maxTurns: settings.maxTurns }),
      ...(settings.maxSeconds !== undefined && { maxSeconds: settings.maxSeconds }),
    },
    ...(keyboard && { askUser: keyboard.askUser }),
  }).startTask();
  task.subscribe((event) => {
    report.add(event);
    totals.add(event);
    options.onEvent?.(event);
  });

  const signals = watchSignals((signal) => {
    terminal.note(`millrace: stopping${signal === "SIGINT" ? " (Ctrl-C again: at once)" : ""}`);
    task.stop(signal);
  });
  const result = await task.run(options.task);
  signals.close();
  keyboard?.close();

  terminal.endProse();
  const exitCode = signals.exitCode ?? result.exitCode;
  if (exitCode !== 0 && signals.exitCode === undefined) {
    terminal.note(terminal.colours.bad(`millrace: ${oneLine(result.message, 1000)}`));
  }
  terminal.note(terminal.colours.dim(totals.line()));
  return { ...result, exitCode };
}
