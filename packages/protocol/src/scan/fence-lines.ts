import { CR, LF, SPACE, TAB } from "./characters.js";

const BLANKS = 0;
const MARKS = 1;
const BLANKS_BEHIND = 2;
const OTHER = 3;

/**
 * Follows the lines inside a code fence and says which one closes it: a line of at least as many marks and nothing
 * else. A fence with an info string that a file body opens inside it has to be closed first.
 */
export class FenceLines {
  readonly #mark: number;
  readonly #length: number;
  #state = BLANKS;
  #count = 0;
  #innerLength = 0;

  /** `mark`: character code of the fence's marks; `length`: how many opened it. */
  constructor(mark: number, length: number) {
    this.#mark = mark;
    this.#length = length;
  }

  /** Takes the next character. True where it is the line break that ends the closing line. */
  feed(code: number, isInBody: boolean): boolean {
    if (code === LF) {
      const closes = this.isClosingLine;
      if (this.isMarkLine && this.#innerLength > 0 && this.#count >= this.#innerLength) this.#innerLength = 0;
      else if (isInBody && this.#innerLength === 0 && this.#state === OTHER && this.#count >= 3) {
        this.#innerLength = this.#count;
      }
      this.#state = BLANKS;
      this.#count = 0;
      return closes;
    }
    if (this.#state === OTHER) return false;
    if (code === this.#mark && this.#state !== BLANKS_BEHIND) {
      this.#state = MARKS;
      this.#count++;
    } else if (code === SPACE || code === TAB || code === CR) {
      if (this.#state === MARKS) this.#state = BLANKS_BEHIND;
    } else {
      this.#state = OTHER;
    }
    return false;
  }

  /** What stands on this line so far closes the fence, if the line ends here. */
  get isClosingLine(): boolean {
    return this.isMarkLine && this.#innerLength === 0 && this.#count >= this.#length;
  }

  /** This line may still become the closing one. */
  get mayClose(): boolean {
    return this.#state !== OTHER;
  }

  /** Nothing but marks, and blanks around them, stands on this line so far. */
  get isMarkLine(): boolean {
    return this.#state === MARKS || this.#state === BLANKS_BEHIND;
  }
}
