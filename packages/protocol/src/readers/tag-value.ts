import type { BlockList, OpenToolUse } from "../block-list.js";
import { CR, LF } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import type { TagParameter } from "./tag-index.js";

const AT_START = 0;
const BEHIND_CR = 1;
const INSIDE = 2;

/** How much of the value went out as events. */
const NOT_SHOWN = 0;
const SHOWN = 1;
const STARTED = 2;
const ENDED = 3;

/**
 * The value of one parameter while it is read. Of a body the line break directly behind its open tag is left out and
 * nothing else; a scalar is trimmed. What was appended is final: it goes out as a delta at once if the call is shown.
 */
export class TagValue {
  readonly parameter: TagParameter;
  /** Read like any other and thrown away: it was set before, or nobody wants it. */
  readonly isDropped: boolean;
  /** How many values its call held with this one: those behind it came later. */
  place = 0;
  /** Of a body: the value holds a line break so far. */
  hasLineBreak = false;
  readonly #value = new Rope();
  #heldBlanks = "";
  #bodyState = AT_START;
  #isFinished = false;
  /** Of a dropped value: nothing but blanks so far. */
  #isEmpty = true;
  #list: BlockList | undefined = undefined;
  #open: OpenToolUse | undefined = undefined;
  #shown = NOT_SHOWN;

  constructor(parameter: TagParameter, isDropped: boolean) {
    this.parameter = parameter;
    this.isDropped = isDropped;
  }

  /** From now on, and for what is there already, events go out. */
  show(list: BlockList, open: OpenToolUse): void {
    if (this.isDropped || this.#shown !== NOT_SHOWN) return;
    this.#list = list;
    this.#open = open;
    this.#shown = SHOWN;
    if (this.#value.length > 0) this.#emit(this.text);
    if (this.#isFinished) this.#emitEnd();
  }

  /** The call ended: what did not go out yet does, the open of an empty value too. */
  showEnd(list: BlockList, open: OpenToolUse): void {
    this.show(list, open);
    if (this.#shown === SHOWN) this.#emit("");
  }

  append(piece: string): void {
    if (this.isDropped) this.#isEmpty &&= piece.trim() === "";
    else if (this.parameter.isBody) this.#appendBody(piece);
    else this.#appendScalar(piece);
  }

  /** The value was closed. */
  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    if (this.#bodyState === BEHIND_CR) this.#add("\r");
    if (this.#shown !== NOT_SHOWN) this.#emitEnd();
  }

  /** Events have told that it was opened. */
  get isTold(): boolean {
    return this.#shown >= STARTED;
  }

  get isBlank(): boolean {
    return this.isDropped ? this.#isEmpty : this.#value.length === 0;
  }

  get text(): string {
    return this.#value.toString();
  }

  #appendScalar(piece: string): void {
    if (isSolid(piece.charCodeAt(0)) && isSolid(piece.charCodeAt(piece.length - 1))) {
      this.#add(this.#heldBlanks === "" ? piece : this.#heldBlanks + piece);
      this.#heldBlanks = "";
      return;
    }
    const kept = (this.#value.length === 0 ? piece.trimStart() : piece).trimEnd();
    if (kept === "") {
      if (this.#value.length > 0) this.#heldBlanks += piece;
      return;
    }
    this.#add(this.#heldBlanks + kept);
    this.#heldBlanks = piece.slice(piece.trimEnd().length);
  }

  #appendBody(piece: string): void {
    if (this.#bodyState === INSIDE) {
      this.#add(piece);
      return;
    }
    if (piece === "") return;
    const first = piece.charCodeAt(0);
    if (this.#bodyState === AT_START && first === CR && piece.length === 1) {
      this.#bodyState = BEHIND_CR;
      return;
    }
    const isBehindCr = this.#bodyState === BEHIND_CR;
    this.#bodyState = INSIDE;
    if (first === LF) this.#add(piece.slice(1));
    else if (isBehindCr) this.#add(`\r${piece}`);
    else this.#add(piece.startsWith("\r\n") ? piece.slice(2) : piece);
  }

  #add(piece: string): void {
    if (piece === "") return;
    if (this.parameter.isBody && !this.hasLineBreak && piece.includes("\n")) this.hasLineBreak = true;
    this.#value.append(piece);
    if (this.#shown !== NOT_SHOWN) this.#emit(piece);
  }

  #emit(piece: string): void {
    if (this.#open === undefined || this.#list === undefined) return;
    if (this.#shown === SHOWN) {
      this.#shown = STARTED;
      this.#list.startParam(this.#open, this.parameter.name);
    }
    this.#list.appendParam(this.#open, this.parameter.name, piece);
  }

  #emitEnd(): void {
    if (this.#shown === ENDED) return;
    this.#emit("");
    this.#shown = ENDED;
    if (this.#open !== undefined) this.#list?.endParam(this.#open, this.parameter.name);
  }
}

/** Certainly no white space, as most characters are: no need to trim. */
function isSolid(code: number): boolean {
  return code > 32 && code < 128;
}
