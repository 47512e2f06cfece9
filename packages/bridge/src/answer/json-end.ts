/** Sees whether a JSON text that comes in pieces is whole. Nothing is checked but brackets and strings. O(1) per character. */
export class JsonEnd {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #begun = false;

  /** An object or a list was opened and has closed. */
  get isWhole(): boolean {
    return this.#begun && this.#depth === 0;
  }

  write(json: string): void {
    for (const character of json) {
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === "\\") this.#isEscaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = true;
      else if (character === "{" || character === "[") {
        this.#depth++;
        this.#begun = true;
      } else if (character === "}" || character === "]") this.#depth--;
    }
  }
}
