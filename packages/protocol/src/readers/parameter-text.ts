import { CR, LF } from "../scan/characters.js";
import type { FramedCall } from "./framed-call.js";

/** What blanks around a value are. `layout`: one line break behind its open tag, and one before its close, is none of it. */
export type ValueEdges = "layout" | "data";

/**
 * The text of a parameter while it is read: goes out to its call as soon as it is sure to belong to it. O(1) per piece.
 */
export class ParameterText {
  readonly #call: FramedCall;
  readonly #edges: ValueEdges;
  /** A line break that may be layout if the value ends behind it. */
  #held = "";
  #isAtStart = true;
  /** Nothing but blanks so far. */
  isBlank = true;
  hasLineBreak = false;

  constructor(call: FramedCall, edges: ValueEdges) {
    this.#call = call;
    this.#edges = edges;
  }

  append(piece: string): void {
    if (piece === "") return;
    this.isBlank &&= piece.trim() === "";
    let text = this.#held + piece;
    this.#held = "";
    if (this.#isAtStart && this.#edges === "layout") {
      if (text === "\r") {
        this.#held = text;
        return;
      }
      if (text.startsWith("\r\n")) text = text.slice(2);
      else if (text.startsWith("\n")) text = text.slice(1);
      this.#isAtStart = false;
    }
    const kept = text.length - lineBreakAtEnd(text);
    this.#held = text.slice(kept);
    const isData = this.#edges === "data";
    if (!this.hasLineBreak && text.slice(0, isData ? text.length : kept).includes("\n")) this.hasLineBreak = true;
    this.#call.append(text.slice(0, kept));
  }

  /** The value ended at its close. */
  finish(): void {
    if (this.#edges === "data") this.#call.append(this.#held);
    else this.#dropLineBreak();
    this.#call.endParam();
  }

  /** It ended at the next tag, as its close was missing: the line break before that is layout in any case. */
  finishUnclosed(): void {
    this.#dropLineBreak();
    this.#call.endParam();
  }

  /** A lone carriage return is no line break. */
  #dropLineBreak(): void {
    if (this.#held === "\r") this.#call.append(this.#held);
  }
}

/** Length of the line break, or of half of one, at the end of a text. */
function lineBreakAtEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  if (last === CR) return 1;
  if (last !== LF) return 0;
  return text.charCodeAt(text.length - 2) === CR ? 2 : 1;
}
