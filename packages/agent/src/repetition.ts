import { MAX_EQUAL_CALLS } from "./limits.js";
import type { ToolResult } from "./tool.js";

/** The longest pattern that is seen: A-B-C-A-B-C. */
const LONGEST_PERIOD = 3;
/** Repetitions before the last allowed one at which the model is told. */
const WARN_BEFORE = 2;

/**
 * Sees a model going in circles: the same call with the same result again and again, alone (A-A-A) or in a small round
 * (A-B-A-B). Work that repeats with different results, e.g. running the tests after each edit, is never halted: one
 * call that differs in name, input or result begins the count anew.
 *
 * The last few calls are compared as they are, so there are no collisions. O(size of input and result) per call.
 */
export class RepetitionDetector {
  /** The last calls, newest last; at most LONGEST_PERIOD. */
  readonly #recent: string[] = [];
  /** By period - 1: calls in a row that equal the one a period before. */
  readonly #runs: number[] = Array.from({ length: LONGEST_PERIOD }, () => 0);

  /**
   * Takes the next finished call, in order.
   *
   * @returns `stop` when the round was seen MAX_EQUAL_CALLS times, `warn` from two before that, else `fine`
   */
  note(name: string, input: unknown, result: ToolResult): "fine" | "warn" | "stop" {
    const call = JSON.stringify([name, sortKeys(input), result.status, result.content]);
    let most = 1;
    for (let period = 1; period <= LONGEST_PERIOD; period++) {
      const equal = this.#recent.at(-period) === call;
      const run = equal ? (this.#runs[period - 1] ?? 0) + 1 : 0;
      this.#runs[period - 1] = run;
      most = Math.max(most, Math.floor(run / period) + 1);
    }
    this.#recent.push(call);
    if (this.#recent.length > LONGEST_PERIOD) this.#recent.shift();
    if (most >= MAX_EQUAL_CALLS) return "stop";
    return most >= MAX_EQUAL_CALLS - WARN_BEFORE ? "warn" : "fine";
  }
}

/** The same value with the keys of its objects in order: how a model ordered them says nothing. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sortKeys(inner)]);
}
