import type { BlockEvent } from "@millrace/protocol";
import { REPEATED_TEXT } from "./limits.js";

/** A passage that a model writes again and again. */
export interface RepeatedPassage {
  /** Once, as written; it may begin in the middle of a sentence. */
  passage: string;
  /** Whole times in a row. */
  times: number;
}

/**
 * Sees a model that writes the same passage again and again in one block of text or reasoning. What counts as such is in
 * {@link REPEATED_TEXT}; what stands in calls never does. The same text gives the same answer however it is cut.
 *
 * The text since an anchor is looked at by its shortest period (Knuth, Morris and Pratt): where that is longer than the
 * longest passage, the anchor moves here. So a passage is seen at most its longest length after it began to repeat.
 * Amortised O(1) a character, at most 32,768 characters kept.
 */
export class RepeatedTextDetector {
  readonly #lines = new ProseLines();
  /** Since the anchor: UTF-16 units, whether each is prose, and the longest border of what ends at it. */
  readonly #units: number[] = [];
  readonly #prose: boolean[] = [];
  readonly #borders: number[] = [];
  /** The period that was looked at last, and whether its passage is prose. */
  #judged: { period: number; isProse: boolean } | undefined;
  #found: RepeatedPassage | undefined;

  /** What was found; it stays found, whatever comes after it. */
  get found(): RepeatedPassage | undefined {
    return this.#found;
  }

  /** Takes each event of a message, in order. */
  take(event: BlockEvent): void {
    if (event.type === "text-start" || event.type === "reasoning-start") {
      this.#restart();
      this.#lines.begin();
    } else if (event.type === "text-delta" || event.type === "reasoning-delta") {
      for (let at = 0; at < event.text.length && this.#found === undefined; at++) this.#add(event.text.charCodeAt(at));
    }
  }

  #restart(): void {
    this.#units.length = 0;
    this.#prose.length = 0;
    this.#borders.length = 0;
    this.#judged = undefined;
  }

  #add(unit: number): void {
    const units = this.#units;
    const borders = this.#borders;
    const at = units.length;
    let border = at === 0 ? 0 : (borders[at - 1] ?? 0);
    while (border > 0 && units[border] !== unit) border = borders[border - 1] ?? 0;
    if (at > 0 && units[border] === unit) border++;
    units.push(unit);
    this.#prose.push(this.#lines.add(unit));
    borders.push(border);
    const length = at + 1;
    const period = length - border;
    if (period > REPEATED_TEXT.passage) this.#restart();
    else if (length >= REPEATED_TEXT.proseLength && this.#isTooMuch(period, length)) {
      const passage = textOf(units.slice(-period));
      this.#found = { passage, times: Math.floor(length / period) };
    }
  }

  #isTooMuch(period: number, length: number): boolean {
    if (length >= REPEATED_TEXT.anyLength) return true;
    if (length < period * REPEATED_TEXT.times) return false;
    // The same period has the same passage, only turned.
    if (this.#judged?.period !== period) this.#judged = { period, isProse: this.#isProse(period) };
    return this.#judged.isProse;
  }

  #isProse(period: number): boolean {
    const from = this.#units.length - period;
    const prose = textOf(this.#units.slice(from).filter((_, at) => this.#prose[from + at]));
    const letters = prose.match(/\p{L}/gu) ?? [];
    return letters.length >= REPEATED_TEXT.letters && new Set(letters).size >= REPEATED_TEXT.distinctLetters;
  }
}

const NEWLINE = 10;
const SPACE = 32;
const TAB = 9;
const PIPE = 124;
const BACKTICK = 96;
const TILDE = 126;
/** Blanks before a line of indented code, and marks of a fence. */
const CODE_INDENT = 4;
const FENCE = 3;

/** Which characters of a text stand in lines of prose: not in fenced or indented code, not in a row of a table. O(1) each. */
class ProseLines {
  #indent = 0;
  /** Undefined up to the first character of the line that is no blank. */
  #isProse: boolean | undefined;
  /** Marks at the head of this line, while there is nothing else. */
  #mark: { unit: number; count: number } | undefined;
  #fence: { unit: number; count: number } | undefined;

  begin(): void {
    this.#newLine();
    this.#fence = undefined;
  }

  add(unit: number): boolean {
    if (unit === NEWLINE) {
      this.#newLine();
      return false;
    }
    if (this.#isProse === undefined) this.#beginLine(unit);
    else if (this.#mark !== undefined) this.#goOnMark(unit);
    return this.#isProse === true && this.#fence === undefined;
  }

  #newLine(): void {
    this.#closeMark();
    this.#indent = 0;
    this.#isProse = undefined;
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

function textOf(units: readonly number[]): string {
  let text = "";
  for (let at = 0; at < units.length; at += 4_096) text += String.fromCharCode(...units.slice(at, at + 4_096));
  return text;
}
