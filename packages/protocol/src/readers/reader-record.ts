import type { Repair, RepairKind } from "../block.js";
import { MAX_OPEN_BLOCK, MAX_QUOTED_TEXT } from "../limits.js";
import { SPACE } from "../scan/characters.js";

const DELETE = 127;

/**
 * What a reader of arguments says of itself: whether it is open, closed or broken, how much it read, and what it mended.
 * O(1) for each thing said.
 *
 * @example
 * const record = new ReaderRecord("The Python arguments");
 * record.mend("a set was read as a list");
 * record.repairs; // [{ kind: "json-syntax", message: "The Python arguments were mended: a set was read as a list." }]
 */
export class ReaderRecord {
  status: "open" | "closed" | "broken" = "open";
  /** How many characters were read in all. */
  consumed = 0;
  readonly #subject: string;
  readonly #verb: "was" | "were";
  /** By what they say, so that each is said once. */
  readonly #repairs = new Map<string, Repair>();
  #failure: Repair | undefined;

  /** `subject` begins the sentences: a noun with its article; `verb` is the one that goes with it. */
  constructor(subject: string, verb: "was" | "were" = "were") {
    this.#subject = subject;
    this.#verb = verb;
  }

  /** What was mended, each once, in the order found; last why the reader broke, if it did. */
  get repairs(): readonly Repair[] {
    return [...this.mended, ...this.failures];
  }

  /** What was mended alone. */
  get mended(): readonly Repair[] {
    return [...this.#repairs.values()];
  }

  /** Why the reader broke: one, or none. */
  get failures(): readonly Repair[] {
    return this.#failure === undefined ? [] : [this.#failure];
  }

  /** The part of a piece that may still be read. */
  fitting(text: string): string {
    const room = MAX_OPEN_BLOCK - this.consumed;
    return text.length > room ? text.slice(0, room) : text;
  }

  /** `read` characters of `text` were read. If more would follow and may not, the reader breaks. */
  advance(read: number, text: string): void {
    this.consumed += read;
    if (this.status === "open" && read < text.length) {
      this.break("too-long", `are longer than ${MAX_OPEN_BLOCK} characters and were not read further`);
    }
  }

  /** Something was read although it is not quite right: `what` is a clause. */
  mend(what: string): void {
    if (!this.#repairs.has(what)) this.#repairs.set(what, this.mendedBy(what));
  }

  /** What is said of a mend, without saying it. */
  mendedBy(what: string): Repair {
    return { kind: "json-syntax", message: `${this.#subject} ${this.#verb} mended: ${what}.` };
  }

  /** A key was left out, if `verdict` says so. */
  leaveOut(verdict: "kept" | "unsafe" | "repeated", key: string): void {
    if (verdict === "kept") return;
    const name = quoted(key);
    if (verdict === "unsafe") {
      this.#note(`! ${name}`, "unsafe-key", `The key ${name} was left out: it could change how objects work.`);
    } else {
      const message = `The key ${name} was written more than once; the first one counts.`;
      this.#note(`2 ${name}`, "repeated-parameter", message);
    }
  }

  /** Nothing more is read. `why` ends a sentence about the subject: "are nested too deeply". */
  break(kind: RepairKind, why: string): void {
    this.status = "broken";
    this.#failure = { kind, message: `${this.#subject} ${why}.` };
  }

  /** A word is none that can stand there. */
  breakAtWord(word: string, role: "value" | "key"): void {
    this.break("json-syntax", `cannot be read: ${quoted(word)} is no ${role}`);
  }

  /** A character cannot stand there. */
  breakAtCharacter(code: number): void {
    const isVisible = code > SPACE && code < DELETE;
    const named = isVisible
      ? `"${String.fromCharCode(code)}"`
      : `the character U+${code.toString(16).padStart(4, "0")}`;
    this.break("json-syntax", `cannot be read: ${named} does not belong there`);
  }

  #note(key: string, kind: RepairKind, message: string): void {
    if (!this.#repairs.has(key)) this.#repairs.set(key, { kind, message });
  }
}

/** Quoted for a sentence; a long one is cut. */
function quoted(text: string): string {
  return `"${text.length > MAX_QUOTED_TEXT ? `${text.slice(0, MAX_QUOTED_TEXT)}…` : text}"`;
}
