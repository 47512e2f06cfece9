import type { FramedCall } from "./framed-call.js";

/**
 * The text of a parameter whose blanks at both ends are layout: goes out to its call as soon as it is sure to belong to it.
 * Amortised O(1) per character.
 */
export class TrimmedText {
  readonly #call: FramedCall;
  /** Blanks that are none of it if it ends behind them. */
  #blanks = "";
  #isAtStart = true;

  constructor(call: FramedCall) {
    this.#call = call;
  }

  append(piece: string): void {
    const text = this.#isAtStart ? piece.trimStart() : piece;
    const kept = text.trimEnd();
    if (kept === "") {
      if (!this.#isAtStart) this.#blanks += text;
      return;
    }
    this.#isAtStart = false;
    this.#call.append(this.#blanks + kept);
    this.#blanks = text.slice(kept.length);
  }

  /** The value ended: the blanks behind it are none of it. */
  finish(): void {
    this.#call.endParam();
  }
}
