import { createInterface } from "node:readline";
import type { ModelProfile } from "@millrace/agent";
import { isAtTerminal } from "../output/at-terminal.js";
import { printable } from "../output/printable.js";
import type { Terminal } from "../output/terminal.js";
import { UsageError } from "../usage-error.js";

/** What the questions come to, tokens: a dozen with a lesson in the prompt and a long one; a model that thinks writes more. */
const TOKENS = { input: 20_000, output: 5_000 };

/**
 * Asks whether a hosted model may be examined, as that costs money. Rejects with UsageError where nobody can be asked.
 *
 * @returns whether it may; no answer, an end of the input and Ctrl-C mean no
 */
export async function agreeToCost(
  terminal: Terminal,
  model: string,
  { prices }: Partial<ModelProfile>,
  signal: AbortSignal,
): Promise<boolean> {
  const cost = prices && (TOKENS.input * prices.value.input + TOKENS.output * prices.value.output) / 1_000_000;
  const price = cost === undefined ? "" : `, about $${cost.toFixed(cost < 0.01 ? 4 : 2)} by its prices`;
  const said = printable(
    `${model} is hosted: a dozen short requests, about ${TOKENS.input.toLocaleString("en-US")} tokens in and ${TOKENS.output.toLocaleString("en-US")} out${price}.`,
  );
  if (!isAtTerminal()) throw new UsageError(`${said} That costs money: say --yes to ask it.`);
  terminal.note(`millrace: ${said}`);
  return /^y(?:es)?$/i.test((await lineOf("Examine it? [y/n] ", signal)).trim());
}

/** A line that is typed; empty where the input ends, or the signal comes. */
function lineOf(question: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    const end = () => reader.close();
    signal.addEventListener("abort", end, { once: true });
    // The terminal is read key by key meanwhile: Ctrl-C is a key like others, and the program's signal watch hears of none.
    reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    reader.on("close", () => {
      signal.removeEventListener("abort", end);
      resolve("");
    });
    reader.question(question, (line) => {
      resolve(line);
      reader.close();
    });
  });
}
