import { BatchedWriter } from "./batched-writer.js";
import { type Colours, coloursFor } from "./colours.js";
import { printable } from "./printable.js";

/**
 * The two outputs as one place to write to: prose on standard output, everything else on standard error, in the order
 * in which it was said. On a terminal nothing of what a model or a tool wrote is obeyed as an escape sequence.
 */
export class Terminal {
  readonly colours: Colours = coloursFor(process.stderr);
  readonly #out = new BatchedWriter(process.stdout);
  readonly #err = new BatchedWriter(process.stderr);
  #hasStatus = false;

  /** What is said on standard error can be taken back. */
  get isScreen(): boolean {
    return process.stderr.isTTY === true;
  }

  /** A piece of what the model says. O(length). */
  prose(text: string): void {
    this.#dropStatus();
    this.#err.flush();
    this.#out.write(process.stdout.isTTY ? printable(text) : text);
  }

  /** What the program itself answers on standard output. May be coloured; text from elsewhere in it was made printable by the caller. */
  answer(text: string): void {
    this.#dropStatus();
    this.#err.flush();
    this.#out.write(text);
    this.#out.flush();
  }

  /** The prose so far is a whole paragraph: ends its line. */
  endProse(): void {
    this.#out.endLine();
  }

  /** A line of its own about what goes on. May be coloured; text from elsewhere in it was made printable by the caller. */
  note(line: string): void {
    // What was begun and not ended, a file being written or the question of an ask, ends here.
    this.aside(`${this.#err.atLineStart ? "" : "\n"}${line}\n`);
  }

  /** A piece of such text, e.g. of a file that is being written. `paint` colours it. */
  aside(text: string, paint: (text: string) => string = (plain) => plain): void {
    if (text === "") return;
    this.#dropStatus();
    // On one screen the note must not be glued to a paragraph in the middle; in a file the prose stays as it is.
    if (process.stdout.isTTY && !this.#out.atLineStart) this.#out.write("\n");
    this.#out.flush();
    this.#err.write(paint(text));
    // A colour's end behind the line break does not begin a line.
    this.#err.atLineStart = text.endsWith("\n");
  }

  /**
   * A line about what goes on just now: it goes when something else is said or a newer one takes its place; undefined
   * takes it away. It stands above the line that a person may be typing on, and a newer one leaves that as it is.
   * Nothing where there is no screen.
   */
  status(text: string | undefined): void {
    if (!this.isScreen) return;
    if (text === undefined) {
      this.#dropStatus();
      return;
    }
    // One row: a longer line would not be taken back whole.
    const row = this.colours.dim(text.slice(0, Math.max(1, process.stderr.columns - 1)));
    if (this.#hasStatus) {
      // The row above, written anew; then back to where the person types.
      this.#err.write(`\u001b7\u001b[1A\r${row}\u001b[K\u001b8`);
      this.#err.atLineStart = true;
      return;
    }
    this.note(row);
    this.#hasStatus = true;
  }

  #dropStatus(): void {
    if (!this.#hasStatus) return;
    this.#hasStatus = false;
    // The row above, cleared; what was typed since is still the keyboard's.
    this.#err.write("\u001b[1A\r\u001b[J");
    this.#err.atLineStart = true;
  }

  /** The user typed a line: its end was shown. */
  lineEntered(): void {
    this.#hasStatus = false;
    this.#err.atLineStart = true;
  }

  /** Ends a line that `aside` began. */
  endAside(): void {
    this.#err.endLine();
  }
}
