import { EQUAL_ROUNDS, LONGEST_ROUND } from "./limits.js";
import type { ToolResult } from "./tool.js";

/** A call that was made and answered. */
export interface FinishedCall {
  name: string;
  input: unknown;
  result: ToolResult;
  /** Its tool may change files, run a command or reach out. */
  changes: boolean;
}

/** Calls that a model makes round after round, each time with the same results. */
export interface Circle {
  /** One round, oldest first. */
  calls: readonly FinishedCall[];
  /** How often in a row it was made; from {@link EQUAL_ROUNDS}.warn on. */
  rounds: number;
}

/** A call and what makes it equal to another: name and input, and these with the result. */
interface NotedCall extends FinishedCall {
  call: string;
  whole: string;
}

/**
 * Sees a model going in circles: the same call with the same result again and again, alone (A-A-A) or in a round of up
 * to {@link LONGEST_ROUND} (A-B-A-B). Work that repeats with different results, e.g. running the tests after each edit,
 * is no circle: one call that differs in name, input or result begins the count anew. Two reads of the same lines of the
 * same content have the same result, also where one of them is kept as a line that names the other.
 *
 * The last few calls are compared as they are, so there are no collisions. O(size of input and result) per call.
 */
export class RepetitionDetector {
  /** The last calls, newest last; at most LONGEST_ROUND. */
  readonly #recent: NotedCall[] = [];
  /** By period - 1: calls in a row that equal the one a period before. */
  readonly #runs: number[] = Array.from({ length: LONGEST_ROUND }, () => 0);
  /** By name and input: calls that are answered without being run while nothing changes. */
  readonly #refused = new Map<string, NotedCall>();

  /** What the calls up to now are going in, if they are. */
  get circle(): Circle | undefined {
    let [period, rounds] = [0, 0];
    for (const [at, run] of this.#runs.entries()) {
      const seen = Math.floor(run / (at + 1)) + 1;
      if (seen > rounds) [period, rounds] = [at + 1, seen];
    }
    return rounds < EQUAL_ROUNDS.warn ? undefined : { calls: this.#recent.slice(-period), rounds };
  }

  /** Takes the next call that was answered, in order. One that changes something gives all others free again. */
  note({ name, input, result, changes }: FinishedCall): void {
    const call = keyOf(name, input);
    if (changes && result.status !== "rejected") {
      for (const refused of this.#refused.keys()) if (refused !== call) this.#refused.delete(refused);
    }
    const whole = JSON.stringify([call, result.status, shownBy(result)]);
    this.#push({ name, input, result, changes, call, whole });
  }

  /** Takes the next call where it was refused: it counts as if it had been run with the same result. */
  noteRefused(name: string, input: unknown): void {
    const before = this.#refused.get(keyOf(name, input));
    if (before !== undefined) this.#push(before);
  }

  /** Whether this call is not to be run: it was refused, and nothing has changed since. */
  refuses(name: string, input: unknown): boolean {
    return this.#refused.has(keyOf(name, input));
  }

  /** From now on the calls of the circle are not run while nothing changes; those that another of the round changes something for are. */
  refuseCircle(): void {
    const round = this.#recent.slice(-(this.circle?.calls.length ?? 0));
    for (const [at, one] of round.entries()) {
      const isChanged = round.slice(at + 1).some(({ call, changes }) => changes && call !== one.call);
      if (!isChanged) this.#refused.set(one.call, one);
    }
  }

  /** Somebody said something, and what was done before may make sense again: nothing is counted or refused any more. */
  reset(): void {
    this.#recent.length = 0;
    this.#runs.fill(0);
    this.#refused.clear();
  }

  #push(call: NotedCall): void {
    for (let period = 1; period <= LONGEST_ROUND; period++) {
      const equal = this.#recent.at(-period)?.whole === call.whole;
      this.#runs[period - 1] = equal ? (this.#runs[period - 1] ?? 0) + 1 : 0;
    }
    this.#recent.push(call);
    if (this.#recent.length > LONGEST_ROUND) this.#recent.shift();
  }
}

/**
 * What makes a result equal to another: of a read the lines and their content, as the words differ where they are shown
 * again, or with less room; of any other the words.
 */
function shownBy({ content, meta = {} }: ToolResult): unknown {
  const { path, hash, range } = meta;
  return hash === undefined || range === undefined ? content : { path, hash, range };
}

function keyOf(name: string, input: unknown): string {
  return JSON.stringify([name, sortKeys(input)]);
}

/** The same value with the keys of its objects in order: how a model ordered them says nothing. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sortKeys(inner)]);
}
