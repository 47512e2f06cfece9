import { resolve } from "node:path";
import { createModelClient } from "@millrace/models";
import type { ConfigValues } from "../config/config-values.js";
import { findConfiguration } from "../config/find-config.js";
import { mergeSettings } from "../config/settings.js";
import { isAtTerminal } from "../output/at-terminal.js";
import { printable } from "../output/printable.js";
import { Terminal } from "../output/terminal.js";
import type { RunFlags } from "../program.js";
import { checkFolder } from "../run/check-folder.js";
import { chooseModel } from "../run/choose-model.js";
import { readTask } from "../run/read-task.js";
import { runTask } from "../run/run-task.js";
import { UsageError } from "../usage-error.js";

/**
 * `millrace run TASK`: works on a task in a folder until it is done, and leaves the exit code in `process.exitCode`.
 * Throws UsageError for what the command line or a configuration file got wrong, before anything is sent.
 */
export async function run(words: string, flags: RunFlags, version: string): Promise<void> {
  const folder = resolve(flags.cwd ?? ".");
  await checkFolder(folder, flags.cwd ?? ".");
  const settings = mergeSettings(configFrom(flags), await findConfiguration(folder, process.env));
  const interactive = words !== "-" && isAtTerminal();
  const task = await readTask(words);
  const { choice, found } = await chooseModel(settings, process.env);
  const model = createModelClient({ ...choice, folder });

  const terminal = new Terminal();
  for (const message of [...settings.ignored, ...(found ? [found] : [])])
    terminal.note(printable(`millrace: ${message}`));
  await model.load();
  const program = `millrace ${version}`;
  const result = await runTask({ task, model, folder, settings, terminal, interactive, program });
  process.exitCode = result.exitCode;
}

function configFrom({ yes, mode, cwd: _, ...flags }: RunFlags): ConfigValues {
  if (yes && mode !== undefined && mode !== "auto") {
    throw new UsageError(`--yes is mode auto; --mode ${mode} says otherwise. Give one of them.`);
  }
  const chosen = yes ? "auto" : mode;
  return { ...flags, ...(chosen !== undefined && { mode: chosen }) };
}
