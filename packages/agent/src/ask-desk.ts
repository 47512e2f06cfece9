import { untilAborted } from "./abortable.js";
import type { Ask, AskAnswer, AskUser } from "./approvals/ask.js";
import type { EventStream } from "./event-stream.js";
import { toldPlan } from "./told-plan.js";

/**
 * Where the user is asked. One ask is open at a time, the others wait in the order they came; each has its own id and
 * only its own answer counts. Where nobody is there the answer is no, by `headless`.
 */
export class AskDesk {
  readonly #events: EventStream;
  readonly #askUser: AskUser | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  #open = 0;

  constructor(events: EventStream, askUser: AskUser | undefined) {
    this.#events = events;
    this.#askUser = askUser;
  }

  get interactive(): boolean {
    return this.#askUser !== undefined;
  }

  /** Whether an ask is open just now. */
  get busy(): boolean {
    return this.#open > 0;
  }

  /**
   * Asks when the asks before it are answered. Resolves when the answer is durable; rejects with the signal's reason on
   * abort, and then a late answer changes nothing.
   */
  async ask(ask: Omit<Ask, "id">, signal: AbortSignal): Promise<AskAnswer> {
    const before = this.#last;
    let leave = () => {};
    this.#last = new Promise<void>((resolve) => {
      leave = resolve;
    });
    try {
      await untilAborted(before, signal);
      return await this.#put(ask, signal);
    } finally {
      leave();
    }
  }

  async #put(content: Omit<Ask, "id">, signal: AbortSignal): Promise<AskAnswer> {
    const ask: Ask = { id: `ask-${++this.#count}`, ...content };
    this.#open++;
    this.#events.emit({ type: "ask-opened", ask: ask.plan === undefined ? ask : { ...ask, plan: toldPlan(ask.plan) } });
    // What stands if the run is stopped meanwhile: by whoever was asked.
    let answer: AskAnswer = { id: ask.id, answer: "no", by: this.#askUser === undefined ? "headless" : "user" };
    try {
      answer = await this.#answer(ask, signal);
    } finally {
      this.#open--;
      const { edited } = answer;
      await this.#events.durable({
        type: "ask-answered",
        answer: edited === undefined ? answer : { ...answer, edited: toldPlan(edited) },
      });
    }
    return answer;
  }

  async #answer(ask: Ask, signal: AbortSignal): Promise<AskAnswer> {
    if (this.#askUser === undefined) return { id: ask.id, answer: "no", by: "headless" };
    try {
      // The id is put last: an answer counts for this ask and no other.
      return { ...(await untilAborted(this.#askUser(ask, signal), signal)), id: ask.id, by: "user" };
    } catch (error) {
      if (signal.aborted) throw error;
      // By its contract a rejection says that nobody is there.
      return { id: ask.id, answer: "no", by: "headless" };
    }
  }
}
