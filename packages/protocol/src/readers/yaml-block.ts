import { foldBreaks } from "./yaml-folding.js";
import { indentOf } from "./yaml-line.js";

const HEADER =
  /^(?<style>[|>])(?:(?<chomp>[-+])?(?<indent>[1-9])?|(?<indentFirst>[1-9])(?<chompLast>[-+]))[ \t]*(?:[ \t]#.*)?$/;

/**
 * Reads a block scalar (`|`, `>`, with `-`, `+` and an indentation) line by line. A line's break is held until the next
 * line, or the end, shows what becomes of it. O(1) per character.
 *
 * @example
 * const block = YamlBlock.open("|", 0);
 * block?.take("  a", "broken"); // true; piece "a"
 * block?.take("    b", "broken"); // true; piece "\n  b"
 * block?.take("key: x", "broken"); // false: the block ended
 * block?.end(); // "\n"
 */
export class YamlBlock {
  /** What the last line added. */
  piece = "";
  readonly #isFolded: boolean;
  readonly #chomp: string;
  readonly #parentIndent: number;
  /** How far the text is indented; 0 until its first line shows it. */
  #indent: number;
  /** Line breaks behind the last text. */
  #breaks = 0;
  #hasText = false;
  /** The last line began with a blank of its own: its breaks are not folded. */
  #wasSpaced = false;

  private constructor(isFolded: boolean, chomp: string, parentIndent: number, indent: number) {
    this.#isFolded = isFolded;
    this.#chomp = chomp;
    this.#parentIndent = parentIndent;
    this.#indent = indent;
  }

  /** Begins a block if `header`, what stands behind the colon, says so. `parentIndent` is the indentation of its key. */
  static open(header: string, parentIndent: number): YamlBlock | undefined {
    const parts = HEADER.exec(header)?.groups;
    if (parts === undefined) return undefined;
    const indent = Number(parts.indent ?? parts.indentFirst ?? 0);
    const chomp = parts.chomp ?? parts.chompLast ?? "";
    return new YamlBlock(parts.style === ">", chomp, parentIndent, indent === 0 ? 0 : parentIndent + indent);
  }

  /** Takes a line that ends with a break, or with the text (`cut`). False if it is not one of the block's. */
  take(line: string, end: "broken" | "cut"): boolean {
    this.piece = "";
    const spaces = indentOf(line);
    const isBlank = /^[ \t]*$/.test(line);
    const hasText = this.#indent > 0 && spaces >= this.#indent && line.length > this.#indent;
    if (isBlank && (end === "cut" || !hasText)) {
      if (end === "broken") this.#breaks++;
      return true;
    }
    if (this.#indent === 0 && spaces > this.#parentIndent) this.#indent = spaces;
    if (this.#indent === 0 || spaces < this.#indent) return false;
    const text = line.slice(this.#indent);
    const isSpaced = text.startsWith(" ") || text.startsWith("\t");
    const folds = this.#isFolded && this.#hasText && !isSpaced && !this.#wasSpaced;
    this.piece = (folds ? foldBreaks(this.#breaks) : "\n".repeat(this.#breaks)) + text;
    this.#breaks = end === "broken" ? 1 : 0;
    this.#hasText = true;
    this.#wasSpaced = isSpaced;
    return true;
  }

  /** The block ended: what its last line breaks add. */
  end(): string {
    if (this.#chomp === "-") return "";
    if (this.#chomp === "+") return "\n".repeat(this.#breaks);
    return this.#hasText && this.#breaks > 0 ? "\n" : "";
  }
}
