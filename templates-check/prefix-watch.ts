import { type ChatTemplate, sharedLength } from "@millrace/testkit";
import { shorten } from "../conformance/shorten.js";
import type { RecordedRequest } from "./record.js";

/**
 * How much of each prompt begins the next: all of it · all but the marks behind the last words, among them what opens the
 * answer · that, but a question changes more (a loop that is finished loses its reasoning, or the marks for it) · less.
 */
export const PREFIXES = ["whole", "but the end", "but at questions", "less"] as const;
/** One of {@link PREFIXES}. */
export type PrefixKept = (typeof PREFIXES)[number];

/** Of a prompt in a report so much is shown, characters. */
const SHOWN = 90;
/** What closes the last message, without what opens the answer: at most so many characters. */
const MAX_CLOSE = 40;

/** Compares the prompts of one template, conversation by conversation. */
export class PrefixWatch {
  readonly #generationPrompt: number;
  #before: string | undefined;
  #share = 1;
  /** The least that was kept. */
  kept: PrefixKept = "whole";
  /** Where the smallest part of a prompt began the next. */
  worst: string | undefined;

  constructor({ generationPrompt }: ChatTemplate) {
    this.#generationPrompt = generationPrompt.length;
  }

  /** The next prompt is compared with none. */
  begin(): void {
    this.#before = undefined;
  }

  /** Takes the next prompt; behind a compaction it may be another. */
  add(prompt: string, after: RecordedRequest["after"], conversation: string): void {
    const before = this.#before;
    this.#before = prompt;
    if (before === undefined || after === "compaction") return;
    const shared = sharedLength(before, prompt);
    const kept = this.#keptOf(before.length, shared, after);
    if (PREFIXES.indexOf(kept) > PREFIXES.indexOf(this.kept)) this.kept = kept;
    if (shared / before.length >= this.#share) return;
    this.#share = shared / before.length;
    this.worst = `${conversation}: ${shorten(before.slice(shared), SHOWN)} became ${shorten(prompt.slice(shared), SHOWN)}`;
  }

  #keptOf(length: number, shared: number, after: RecordedRequest["after"]): PrefixKept {
    if (shared === length) return "whole";
    if (shared >= length - this.#generationPrompt - MAX_CLOSE) return "but the end";
    return after === "question" ? "but at questions" : "less";
  }
}
