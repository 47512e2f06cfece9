import { createInterface } from "node:readline";
import type { ModelProfile } from "@millrace/agent";
import { isAtTerminal } from "../output/at-terminal.js";
import { printable } from "../output/printable.js";
import type { Terminal } from "../output/terminal.js";
import { UsageError } from "../usage-error.js";

/** What the questions come to, tokens: a dozen with a lesson in the prompt and a long one; a model that thinks writes more. */
const TOKENS = { input: 20_000, output: 5_000 };
/** Long prompts by doublings up to four fifths of the window come to this share of it all together, at most. */
const THOROUGH_SHARE = 1.6;

/** A hosted model, and how it is to be examined. */
export interface Costly {
  /** `PROVIDER/NAME`. */
  model: string;
  profile: Partial<ModelProfile>;
  thorough: boolean;
}

/**
 * Asks whether a hosted model may be examined, as that costs money. Rejects with UsageError where nobody can be asked.
 *
 * @returns whether it may; no answer, an end of the input and Ctrl-C mean no
 */
export async function agreeToCost(
  terminal: Terminal,
  { model, profile: { prices, window }, thorough }: Costly,
  signal: AbortSignal,
): Promise<boolean> {
  const input = TOKENS.input + (thorough ? Math.round((window?.value ?? 0) * THOROUGH_SHARE) : 0);
  const cost = prices && (input * prices.value.input + TOKENS.output * prices.value.output) / 1_000_000;
  const price = cost === undefined ? "" : `, about $${cost.toFixed(cost < 0.01 ? 4 : 2)} by its prices`;
  const said = printable(
    `${model} is hosted: a dozen short requests${thorough ? " and long ones" : ""}, about ${input.toLocaleString("en-US")} tokens in and ${TOKENS.output.toLocaleString("en-US")} out${price}.`,
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
