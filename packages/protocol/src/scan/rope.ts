/** Pieces are joined up to this many characters and then sealed, so that a long value stays a shallow rope. */
const SEAL_AT = 2048;

/**
 * A string that grows by small pieces. Appending is amortised O(1); reading it costs O(length) once and is free until
 * the next append.
 *
 * JavaScript engines keep `a + b` as a tree. A megabyte of 4-character pieces would be a tree of a quarter of a million
 * nodes, slow to collect and to flatten; sealing every 2 KB keeps it five hundred times smaller.
 */
export class Rope {
  #sealed = "";
  #tail = "";

  append(piece: string): void {
    this.#tail += piece;
    if (this.#tail.length > SEAL_AT) this.#seal();
  }

  get length(): number {
    return this.#sealed.length + this.#tail.length;
  }

  toString(): string {
    if (this.#tail !== "") this.#seal();
    return this.#sealed;
  }

  clear(): void {
    this.#sealed = "";
    this.#tail = "";
  }

  #seal(): void {
    // Reading a character makes the engine flatten the tree of the tail.
    this.#tail.charCodeAt(0);
    this.#sealed += this.#tail;
    this.#tail = "";
  }
}
