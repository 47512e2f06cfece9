/** The end of a line, as a UTF-16 unit. */
export const NEWLINE = 10;
const SPACE = 32;
const TAB = 9;
const PIPE = 124;
const BACKTICK = 96;
const TILDE = 126;
/** Blanks before a line of indented code, and marks of a fence. */
const CODE_INDENT = 4;
const FENCE = 3;

/** Which characters of a text stand in lines of prose: not in fenced or indented code, not in a row of a table. O(1) each. */
export class ProseLines {
  /** What all that still comes of this line is; undefined while that is not known. */
  rest: boolean | undefined;
  #indent = 0;
  /** Undefined up to the first character of the line that is no blank. */
  #isProse: boolean | undefined;
  /** Marks at the head of this line, while there is nothing else. */
  #mark: { unit: number; count: number } | undefined;
  #fence: { unit: number; count: number } | undefined;

  /** A text begins. */
  begin(): void {
    this.#newLine();
    this.#fence = undefined;
  }

  /** Takes the next UTF-16 unit. */
  add(unit: number): boolean {
    if (unit === NEWLINE) {
      this.#newLine();
      return false;
    }
    if (this.#isProse === undefined) this.#beginLine(unit);
    else if (this.#mark !== undefined) this.#goOnMark(unit);
    const isProse = this.#isProse === true && this.#fence === undefined;
    if (this.#isProse !== undefined && this.#mark === undefined) this.rest = isProse;
    return isProse;
  }

  #newLine(): void {
    this.#closeMark();
    this.#indent = 0;
    this.#isProse = undefined;
    this.rest = undefined;
  }

  #beginLine(unit: number): void {
    if (unit === SPACE || unit === TAB) {
      this.#indent += unit === TAB ? CODE_INDENT : 1;
      return;
    }
    const isMark = unit === BACKTICK || unit === TILDE;
    if (isMark && this.#indent < CODE_INDENT) this.#mark = { unit, count: 1 };
    this.#isProse = unit !== PIPE && this.#indent < CODE_INDENT;
  }

  #goOnMark(unit: number): void {
    if (unit === this.#mark?.unit) this.#mark.count++;
    else this.#closeMark();
  }

  /** The marks are all there: they open a fence, or close the one that is open. */
  #closeMark(): void {
    const mark = this.#mark;
    this.#mark = undefined;
    if (mark === undefined || mark.count < FENCE) return;
    if (this.#fence === undefined) this.#fence = mark;
    else if (mark.unit === this.#fence.unit && mark.count >= this.#fence.count) this.#fence = undefined;
  }
}
