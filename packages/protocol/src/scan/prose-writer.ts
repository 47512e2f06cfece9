import type { BlockList, OpenProse } from "../block-list.js";
import { MAX_OPEN_BLOCK } from "../limits.js";

/** Writes the text and reasoning blocks of one channel. Blocks begin at their first visible character and keep the blanks behind it. */
export class ProseWriter {
  readonly #list: BlockList;
  readonly #channel: string;
  #text: OpenProse | undefined;
  #textStart = 0;
  /** Blanks before the first block of the channel, which belong to it if it is text. */
  #lead = "";
  /** Characters among those blanks that are left out. */
  #leftOutOfLead = 0;
  #isFirst = true;
  /** Text was written on this channel. */
  wroteText = false;
  #reasoning: OpenProse | undefined;

  constructor(list: BlockList, channel: string) {
    this.#list = list;
    this.#channel = channel;
  }

  /** `piece`, which begins at place `from`, is text. */
  show(piece: string, from: number): void {
    if (this.#text === undefined) {
      this.#startText(piece, from);
      return;
    }
    const room = this.#textStart + MAX_OPEN_BLOCK - from;
    if (piece.length > room) {
      this.#list.appendProse(this.#text, piece.slice(0, room));
      this.endText();
      this.show(piece.slice(room), from + room);
    } else if (piece !== "") {
      this.#list.appendProse(this.#text, piece);
    }
  }

  /** `piece`, which begins at place `from`, is reasoning. */
  think(piece: string, from: number): void {
    if (this.#reasoning !== undefined) {
      if (piece !== "") this.#list.appendProse(this.#reasoning, piece);
      return;
    }
    const visible = piece.trimStart();
    if (visible === "") return;
    this.#reasoning = this.#list.startProse("reasoning", this.#channel, from + piece.length - visible.length);
    this.#list.appendProse(this.#reasoning, visible);
  }

  /** So many characters, here, are left out of the open block, or of the one whose first blanks were read. */
  leaveOut(length: number): void {
    const open = this.#reasoning ?? this.#text;
    if (open !== undefined) open.leaveOut(length);
    else if (this.#lead !== "") this.#leftOutOfLead += length;
  }

  /** Signs the reasoning being read. False where there is none. */
  sign(signature: string): boolean {
    if (this.#reasoning !== undefined) this.#reasoning.signature = signature;
    return this.#reasoning !== undefined;
  }

  /** What is signed is hidden: an empty block at place `at` carries the signature. */
  signHidden(signature: string, at: number): void {
    this.endText();
    const hidden = this.#list.startProse("reasoning", this.#channel, at);
    hidden.signature = signature;
    this.#list.endProse(hidden, false);
  }

  endText(): void {
    if (this.#text !== undefined) this.#list.endProse(this.#text, false);
    this.#text = undefined;
  }

  endReasoning(isPartial: boolean): void {
    if (this.#reasoning !== undefined) this.#list.endProse(this.#reasoning, isPartial);
    this.#reasoning = undefined;
  }

  /** Something that is not shown as text comes here: the blanks around it belong to nothing. */
  interrupt(): void {
    this.endText();
    this.#endLead();
  }

  #endLead(): void {
    this.#isFirst = false;
    this.#lead = "";
    this.#leftOutOfLead = 0;
  }

  #startText(piece: string, from: number): void {
    const visible = piece.trimStart();
    if (visible === "") {
      if (this.#isFirst) this.#lead += piece;
      return;
    }
    const text = this.#isFirst ? this.#lead + piece : visible;
    const leftOut = this.#isFirst ? this.#leftOutOfLead : 0;
    this.#textStart = from + piece.length - text.length - leftOut;
    this.#endLead();
    this.wroteText = true;
    this.#text = this.#list.startProse("text", this.#channel, this.#textStart);
    this.#text.leaveOut(leftOut);
    this.show(text, this.#textStart + leftOut);
  }
}
