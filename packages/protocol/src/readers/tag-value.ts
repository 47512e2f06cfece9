import type { BlockList, OpenToolUse } from "../block-list.js";
import { CR, LF } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import type { TagParameter } from "./tag-index.js";

const AT_START = 0;
const BEHIND_CR = 1;
const INSIDE = 2;

/**
 * The value of one parameter while it is read. Of a body the line break directly behind its open tag is left out and
 * nothing else; a scalar is trimmed. What was appended is final: it goes out as a delta at once if the call is shown.
 */
export class TagValue {
  readonly parameter: TagParameter;
  /** Read like any other and thrown away: it was set before, or nobody wants it. */
  readonly isDropped: boolean;
  readonly #value = new Rope();
  #heldBlanks = "";
  #bodyState = AT_START;
  #list: BlockList | undefined;
  #open: OpenToolUse | undefined;
  #isStarted = false;
  #isEnded = false;
  /** The value holds a line break so far. */
  hasLineBreak = false;

  constructor(parameter: TagParameter, isDropped: boolean) {
    this.parameter = parameter;
    this.isDropped = isDropped;
  }

  /** From now on, and for what is there already, events go out. */
  show(list: BlockList, open: OpenToolUse): void {
    if (this.isDropped || this.#open !== undefined) return;
    this.#list = list;
    this.#open = open;
    if (this.#value.length > 0) this.#emit(this.#value.toString());
  }

  append(piece: string): void {
    if (this.isDropped) return;
    if (this.parameter.isBody) this.#appendBody(piece);
    else this.#appendScalar(piece);
  }

  /** The value was closed, or was cut off. */
  end(): void {
    if (this.#bodyState === BEHIND_CR) {
      this.#bodyState = INSIDE;
      this.#add("\r");
    }
    if (this.#open === undefined || this.#isEnded) return;
    this.#isEnded = true;
    this.start();
    this.#list?.endParam(this.#open, this.parameter.name);
  }

  /** Tells that it was opened, where no piece of it has yet. */
  start(): void {
    if (this.#isStarted || this.#open === undefined) return;
    this.#isStarted = true;
    this.#list?.startParam(this.#open, this.parameter.name);
  }

  get isBlank(): boolean {
    return this.#value.length === 0;
  }

  get text(): string {
    return this.#value.toString();
  }

  get length(): number {
    return this.#value.length;
  }

  #appendScalar(piece: string): void {
    const kept = (this.#value.length === 0 ? piece.trimStart() : piece).trimEnd();
    if (kept === "") {
      if (this.#value.length > 0) this.#heldBlanks += piece;
      return;
    }
    this.#add(this.#heldBlanks + kept);
    this.#heldBlanks = piece.slice(piece.trimEnd().length);
  }

  #appendBody(piece: string): void {
    if (this.#bodyState === INSIDE) return this.#add(piece);
    if (piece === "") return;
    const first = piece.charCodeAt(0);
    if (this.#bodyState === BEHIND_CR) {
      this.#bodyState = INSIDE;
      return this.#add(first === LF ? piece.slice(1) : `\r${piece}`);
    }
    if (first === CR && piece.length === 1) {
      this.#bodyState = BEHIND_CR;
      return;
    }
    this.#bodyState = INSIDE;
    this.#add(first === LF ? piece.slice(1) : piece.startsWith("\r\n") ? piece.slice(2) : piece);
  }

  #add(piece: string): void {
    if (piece === "") return;
    if (!this.hasLineBreak && piece.includes("\n")) this.hasLineBreak = true;
    this.#value.append(piece);
    if (this.#open !== undefined) this.#emit(piece);
  }

  #emit(piece: string): void {
    this.start();
    if (this.#open !== undefined) this.#list?.appendParam(this.#open, this.parameter.name, piece);
  }
}
