/** Characters that stand for one line: a line of a megabyte is not shown whole. */
const LINE_LENGTH = 400;

/**
 * Lets the beginning of a growing text through, so many lines of 400 characters on average, and counts what is behind it.
 */
export class LineBudget {
  #lines: number;
  #characters: number;
  #hiddenLines = 0;
  #hiddenCharacters = 0;

  constructor(lines: number) {
    this.#lines = lines;
    this.#characters = lines * LINE_LENGTH;
  }

  /** What of the next piece is to be shown. O(length). */
  take(text: string): string {
    let end = 0;
    while (this.#lines > 0 && end < text.length) {
      const lineBreak = text.indexOf("\n", end);
      end = lineBreak < 0 ? text.length : lineBreak + 1;
      if (lineBreak >= 0) this.#lines--;
    }
    const shown = text.slice(0, Math.min(end, this.#characters));
    this.#characters -= shown.length;
    this.#hiddenCharacters += text.length - shown.length;
    this.#hiddenLines += countLines(text) - countLines(shown);
    return shown;
  }

  /** How much was kept back, in words; `undefined`: nothing was. */
  get rest(): string | undefined {
    if (this.#hiddenLines > 0) return `… ${this.#hiddenLines} more lines`;
    return this.#hiddenCharacters > 0 ? `… ${this.#hiddenCharacters} more characters` : undefined;
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
