import type { Input } from "./input.js";
import { Rope } from "./rope.js";

/**
 * Raw text kept from one place on, across pieces, while it is undecided what it is. Amortised O(1) per character: at the
 * end of each piece `keep` takes over what the capture covers of it.
 */
export class Capture {
  readonly #kept = new Rope();
  /** Place of the first character kept, -1 while nothing is captured. */
  from = -1;

  get active(): boolean {
    return this.from !== -1;
  }

  /** Starts at a place that lies in the present piece, or takes over `raw`, which begins there. */
  begin(from: number, raw = ""): void {
    this.#kept.clear();
    if (raw !== "") this.#kept.append(raw);
    this.from = from;
  }

  /** The raw text up to place `to`. */
  peek(input: Input, to: number): string {
    const known = this.from + this.#kept.length;
    if (to <= known) return this.#kept.toString().slice(0, to - this.from);
    const rest = input.text.slice(Math.max(0, known - input.base), to - input.base);
    return this.#kept.length === 0 ? rest : this.#kept.toString() + rest;
  }

  /** As `peek`, and ends the capture. */
  take(input: Input, to: number): string {
    const raw = this.peek(input, to);
    this.clear();
    return raw;
  }

  clear(): void {
    if (this.from === -1) return;
    this.from = -1;
    this.#kept.clear();
  }

  /** The piece ends: keeps what the capture covers of it. */
  keep(input: Input): void {
    if (this.from === -1) return;
    const known = this.from + this.#kept.length;
    this.#kept.append(known <= input.base ? input.text : input.text.slice(known - input.base));
  }
}
