import { EQUAL_ROUNDS, MIN_REPEATED_ANSWER } from "./limits.js";
import type { RepeatedPassage } from "./repeated-text.js";
import { type Circle, RepetitionDetector } from "./repetition.js";

/** What a model repeats: calls with their results, a passage within one message, a whole answer in successive turns. */
export type Repetition =
  | ({ what: "calls" } & Circle)
  | ({ what: "passage"; messages: number } & RepeatedPassage)
  | { what: "answer"; answer: string; times: number };

/** What is done about it: the model is warned · it is told so more strongly, its calls are refused · the user is asked, or the run stops. */
export type RepetitionStep = "warn" | "refuse" | "stop";

/** What of a turn is looked at. */
export interface TurnToJudge {
  /** Calls that were answered. */
  calls: number;
  /** What the model said, as text. */
  text: string;
  /** Why its stream was closed, where that was it. */
  passage: RepeatedPassage | undefined;
}

const STEPS = ["warn", "refuse", "stop"] as const;
/** Messages in a row that were closed for a passage, by the step that this leads to. */
const PASSAGE_ROUNDS = { warn: 1, refuse: 2, stop: 3 } as const;

/** All that a conversation repeats, and how far it has gone. Each step is taken once, in a turn of its own. */
export class RepetitionGuard {
  readonly calls = new RepetitionDetector();
  /** The last step that was taken about calls, by its place in STEPS. */
  #callStep = -1;
  #passages = 0;
  #answer = { text: "", times: 0 };

  /** Takes a turn that has ended. Gives what it repeats where something is to be done about that now. */
  judge(turn: TurnToJudge): { repetition: Repetition; step: RepetitionStep } | undefined {
    return this.#judgePassage(turn) ?? this.#judgeCalls() ?? this.#judgeAnswer(turn);
  }

  /** Somebody who wants the work said something: calls are counted anew. */
  heard(): void {
    this.calls.reset();
    this.#callStep = -1;
  }

  /** The user was asked and lets it go on: all is counted anew. */
  forgive(): void {
    this.heard();
    this.#passages = 0;
    this.#answer = { text: "", times: 0 };
  }

  #judgePassage({ passage }: TurnToJudge) {
    this.#passages = passage === undefined ? 0 : this.#passages + 1;
    if (passage === undefined) return undefined;
    const repetition: Repetition = { what: "passage", messages: this.#passages, ...passage };
    return { repetition, step: stepAt(this.#passages, PASSAGE_ROUNDS) ?? "stop" };
  }

  /** Stops only who was told that it would, however many rounds a message had. */
  #judgeCalls() {
    const { circle } = this.calls;
    if (circle === undefined) {
      this.#callStep = -1;
      return undefined;
    }
    const due = STEPS.indexOf(stepAt(circle.rounds, EQUAL_ROUNDS) ?? "warn");
    const reached = due === 2 && this.#callStep < 1 ? 1 : due;
    const step = STEPS[reached];
    if (step === undefined || reached <= this.#callStep) return undefined;
    this.#callStep = reached;
    if (step === "refuse") this.calls.refuseCircle();
    return { repetition: { what: "calls", ...circle } satisfies Repetition, step };
  }

  /** A model that does something in between does not repeat itself, whatever it says about it. */
  #judgeAnswer({ calls, text }: TurnToJudge) {
    if (calls > 0) this.#answer = { text: "", times: 0 };
    if (calls > 0 || text.length < MIN_REPEATED_ANSWER) return undefined;
    this.#answer = { text, times: this.#answer.text === text ? this.#answer.times + 1 : 1 };
    const { times } = this.#answer;
    const step = stepAt(times, EQUAL_ROUNDS);
    return step && { repetition: { what: "answer", answer: text, times } satisfies Repetition, step };
  }
}

function stepAt(rounds: number, at: Readonly<Record<RepetitionStep, number>>): RepetitionStep | undefined {
  return STEPS.findLast((step) => rounds >= at[step]);
}
