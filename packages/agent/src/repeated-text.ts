import type { BlockEvent } from "@millrace/protocol";
import { REPEATED_TEXT } from "./limits.js";
import { NEWLINE, ProseLines } from "./prose-lines.js";

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
 * Amortised O(1) a character, some nanoseconds. 160 KB a detector, from its first character on.
 */
export class RepeatedTextDetector {
  readonly #lines = new ProseLines();
  /** Since the anchor. */
  #seen: SeenText | undefined;
  #length = 0;
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
      this.#seen ??= newSeenText();
      if (this.#found === undefined) this.#read(event.text, this.#seen);
    }
  }

  #restart(): void {
    this.#length = 0;
    this.#judged = undefined;
  }

  /** Each character of an answer comes through here: what the loop needs of it is in variables. */
  #read(text: string, seen: SeenText): void {
    const { units, prose, borders } = seen;
    const lines = this.#lines;
    let length = this.#length;
    let border = length === 0 ? 0 : at(borders, length - 1);
    for (let next = 0; next < text.length; next++) {
      const unit = text.charCodeAt(next);
      while (border > 0 && units[border] !== unit) border = at(borders, border - 1);
      if (length > 0 && units[border] === unit) border++;
      units[length] = unit;
      borders[length] = border;
      prose[length] = ((unit === NEWLINE ? undefined : lines.rest) ?? lines.add(unit)) ? 1 : 0;
      length++;
      const period = length - border;
      if (period > REPEATED_TEXT.passage) {
        this.#restart();
        length = 0;
        border = 0;
      } else if (length >= REPEATED_TEXT.proseLength && this.#isTooMuch(period, length, seen)) {
        const passage = textOf(units.subarray(length - period, length));
        this.#found = { passage, times: Math.floor(length / period) };
        return;
      }
    }
    this.#length = length;
  }

  #isTooMuch(period: number, length: number, seen: SeenText): boolean {
    if (length >= REPEATED_TEXT.anyLength) return true;
    if (length < period * REPEATED_TEXT.times) return false;
    // The same period has the same passage, only turned.
    if (this.#judged?.period !== period) this.#judged = { period, isProse: isProse(seen, length - period, length) };
    return this.#judged.isProse;
  }
}

/** A text by its UTF-16 units: each, whether it is prose (1), and the longest border of what ends at it. */
interface SeenText {
  units: Uint16Array;
  prose: Uint8Array;
  borders: Uint16Array;
}

/** At `anyLength` a text is found, so that none is longer. */
function newSeenText(): SeenText {
  const { anyLength } = REPEATED_TEXT;
  return {
    units: new Uint16Array(anyLength),
    prose: new Uint8Array(anyLength),
    borders: new Uint16Array(anyLength),
  };
}

function isProse({ units, prose }: SeenText, from: number, to: number): boolean {
  const text = textOf(units.subarray(from, to).filter((_, place) => prose[from + place] === 1));
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= REPEATED_TEXT.letters && new Set(letters).size >= REPEATED_TEXT.distinctLetters;
}

function at(numbers: Uint16Array, place: number): number {
  return numbers[place] ?? 0;
}

function textOf(units: Uint16Array): string {
  let text = "";
  for (let from = 0; from < units.length; from += 4_096) {
    text += String.fromCharCode(...units.subarray(from, from + 4_096));
  }
  return text;
}
