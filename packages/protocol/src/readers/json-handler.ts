/**
 * Is told of the members of the top-level object while they are read, in the order written. A method must not throw.
 * For each member: `onKey` once, `onText` any number of times, `onValueEnd` once; one member after the other. A member
 * that is cut off gets no `onValueEnd`. Members that are left out (unsafe or repeated names) are not told.
 */
export interface JsonHandler {
  /** The value of this key begins. Of a bare number or word: it is complete. */
  onKey(name: string): void;
  /**
   * More of the value: of a string the decoded text, of any other value its text as written. Never empty, never half an
   * escape or half a surrogate pair; a bare number or word comes whole. All pieces joined are the value.
   */
  onText(name: string, piece: string): void;
  /** The value is complete. `value` is the value itself. */
  onValueEnd(name: string, value: unknown): void;
  /** The top-level value is complete. Called at most once, as the last. */
  onClose(): void;
}

/** Hears of nothing. */
export const IGNORE: JsonHandler = { onKey() {}, onText() {}, onValueEnd() {}, onClose() {} };

/** Tells a handler of one member after the other, and holds back what is not safe to tell yet. O(1) per piece. */
export class MemberTeller {
  readonly #handler: JsonHandler;
  #key: string | undefined;
  /** The member is told as it is written; otherwise it is a string and told decoded. */
  #written = false;
  /** The handler has not heard of the member yet. */
  #isPending = false;
  /** Where, in the piece being read, the text begins that was not told yet. */
  #from = 0;
  #held = "";

  constructor(handler: JsonHandler) {
    this.#handler = handler;
  }

  start(key: string, written: boolean, at: number): void {
    this.#key = key;
    this.#written = written;
    this.#from = at;
    // Of a number or a word nothing is known before its end: a member that is cut in it has no value.
    this.#isPending = written;
    if (!written) this.#handler.onKey(key);
  }

  /** More of a string, decoded. Ignored in a value that is told as written. */
  tellDecoded(piece: string, final: boolean): void {
    if (this.#key !== undefined && !this.#written) this.#tell(this.#key, piece, final);
  }

  /**
   * The piece ends at `end`; from `safeEnd` on it may turn out to be something else, or half of something. Below 0: so may
   * what was held before.
   */
  endPiece(text: string, safeEnd: number, end: number): void {
    if (this.#key === undefined || !this.#written) return;
    const until = Math.max(safeEnd, this.#from);
    // What was held is safe where nothing of this piece is unsafe: the word it belonged to has ended.
    const isHeldSafe = safeEnd >= 0 && until === end && this.#held !== "";
    if (until > this.#from || isHeldSafe) this.#tell(this.#key, text.slice(this.#from, until), false);
    if (until < end) this.#held += text.slice(until, end);
    this.#from = 0;
  }

  /** The member ends at `end` of the piece. */
  end(value: unknown, text: string, end: number): void {
    const key = this.#key;
    if (key === undefined) return;
    if (this.#written) this.#tell(key, text.slice(this.#from, end), true);
    this.#key = undefined;
    this.#handler.onValueEnd(key, value);
  }

  #tell(key: string, piece: string, final: boolean): void {
    let known = this.#held === "" ? piece : this.#held + piece;
    this.#held = "";
    if (!final && isHighSurrogate(known.charCodeAt(known.length - 1))) {
      this.#held = known.slice(-1);
      known = known.slice(0, -1);
    }
    if (known === "") return;
    if (this.#isPending) this.#handler.onKey(key);
    this.#isPending = false;
    this.#handler.onText(key, known);
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
