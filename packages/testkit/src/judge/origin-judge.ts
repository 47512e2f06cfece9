import type { CallInHistory, IssuedAnswers, Origin } from "../issued-answers.js";
import type { Finding } from "./finding.js";

/**
 * Judges the messages of one request, first to last, against the answers that they come from. A history holds answers in the
 * order they went out, though not all: a client drops one that broke, and asks again. So each message is held against the
 * first answer behind that of the message before which it agrees with: of equal calls in two turns each finds its own.
 */
export class OriginJudge {
  readonly #issued: IssuedAnswers;
  /** The request that the message before was an answer to. */
  #last = 0;

  constructor(issued: IssuedAnswers) {
    this.#issued = issued;
  }

  /**
   * What is wrong with a message with these calls: what `faultsOf` says of its origin, or of the likeliest where it agrees
   * with none. Nothing for calls that never went out.
   */
  judge(calls: readonly CallInHistory[], faultsOf: (origin: Origin) => readonly Finding[]): readonly Finding[] {
    let likeliest: { request: number; faults: readonly Finding[] } | undefined;
    for (const origin of this.#issued.originsOf(calls, this.#last)) {
      const { request } = origin.answer;
      const faults = faultsOf(origin);
      if (faults.length === 0) {
        this.#last = request;
        return [];
      }
      likeliest ??= { request, faults };
    }
    if (likeliest !== undefined) {
      this.#last = likeliest.request;
      return likeliest.faults;
    }
    // Each of its answers is taken by a message before it.
    const taken = [...this.#issued.originsOf(calls, 0)].at(-1);
    return taken === undefined ? [] : faultsOf(taken);
  }
}
