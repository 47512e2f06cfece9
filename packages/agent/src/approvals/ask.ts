import type { Plan } from "../tool.js";
import type { Access } from "./access.js";
import type { Rule } from "./rules.js";

/** Something the user must decide. One is open at a time; it is answered by its id or not at all. */
export interface Ask {
  id: string;
  kind: "approval" | "question" | "retry" | "limit" | "trust";
  /** What is asked, in one or two sentences. */
  message: string;
  callId?: string;
  accesses?: readonly Access[];
  plan?: Plan;
  /** Rules that an answer `always` may choose from. */
  offers?: readonly Rule[];
  /** Of a question: answers to choose from. */
  choices?: readonly string[];
}

/**
 * `yes` · `no` (with `words`: what the user said; without `goOn` the rest of the message is not run) ·
 * `always` (yes, and `rule` counts from now on). Of a limit `yes` goes on, and `words` are for the model; `no` ends the run.
 */
export interface AskAnswer {
  id: string;
  answer: "yes" | "no" | "always";
  rule?: Rule;
  words?: string;
  goOn?: true;
  edited?: Plan;
  by: "user" | "rule" | "headless";
}

/** A question of a tool to the user. */
export interface Question {
  message: string;
  choices?: readonly string[];
}

/** `by: "headless"`: nobody is there, `words` is empty. */
export interface Answer {
  words: string;
  by: "user" | "headless";
}

/**
 * How the program that embeds the agent answers. Must settle exactly once: with an answer to that very ask, or by
 * rejecting, which counts as "nobody is there". It is given up on when the signal aborts; a late answer is ignored.
 */
export type AskUser = (ask: Ask, signal: AbortSignal) => Promise<Omit<AskAnswer, "id" | "by">>;
