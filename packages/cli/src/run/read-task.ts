import { isatty } from "node:tty";
import { readStandardInput } from "../read-input.js";
import { UsageError } from "../usage-error.js";

/**
 * The task from the command line, or from standard input for `-` and where nothing was written and input is piped in.
 * Throws UsageError where there is none.
 */
export async function readTask(words: string): Promise<string> {
  const piped = words === "-" || (words === "" && !isatty(0));
  const task = piped ? (await readStandardInput()).trim() : words.trim();
  if (task !== "") return task;
  throw new UsageError(
    piped
      ? "There is no task: standard input was empty."
      : 'There is no task. Write what is to be done: millrace run "fix the failing test".',
  );
}
