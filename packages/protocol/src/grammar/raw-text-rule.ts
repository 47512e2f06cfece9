import {
  characters,
  choice,
  classOf,
  type Expression,
  type Grammar,
  literal,
  optional,
  repeat,
  sequence,
} from "./gbnf.js";
import { rawUnit } from "./raw-unit-rule.js";

/**
 * What is no white space to `String.prototype.trim`, no control character and no `<`. It says what is allowed, not what is
 * not: where a token ends in half a character, llama.cpp refuses all that might become a forbidden one.
 */
const SOLID_ASCII = "!\"#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
const SOLID_BEYOND =
  "\\u00A1-\\u167F\\u1681-\\u1FFF\\u200B-\\u2027\\u202A-\\u202E\\u2030-\\u205E\\u2060-\\u2FFF\\u3001-\\uFEFE\\uFF00-\\U0010FFFF";

/** How a raw value is bounded. */
export interface RawText {
  /** Names of the tags that mean something where the value stands. */
  tags: readonly string[];
  min: number;
  max: number | undefined;
  /** Blanks at its ends would be lost. */
  solidEnds: boolean;
  /** It must not be read as a number, an array or an object: it begins with nothing that one begins with. */
  isWord: boolean;
}

/**
 * Text as it stands between two tags, nothing escaped: any text in which no tag of these names begins, open or close, in
 * whatever case and with whatever blanks behind its `<`, and that does not end where one might have begun. So the first
 * close of the value is its close, and no rule of a reader for what is broken or nested applies to it.
 *
 * @example
 * rawText(grammar, { tags: ["parameter"], min: 0, max: undefined, solidEnds: false, isWord: false });
 * // allows `if (a < b) <div>`; not `</parameter>`, not `< Parameter x`
 */
export function rawText(grammar: Grammar, { tags, min, max, solidEnds, isWord }: RawText): Expression {
  const unit = rawUnit(grammar, tags);
  if (!solidEnds && !isWord) return repeat(unit, min, max);
  const first = characters(
    isWord ? classOf(SOLID_ASCII.replace(/[-0-9{[]/g, "")) + SOLID_BEYOND : classOf(SOLID_ASCII) + SOLID_BEYOND,
  );
  const behindFirst = solidEnds
    ? untilSolid(unit, tags, Math.max(min, 1), max)
    : repeat(unit, Math.max(min - 1, 0), max === undefined ? undefined : max - 1);
  return min === 0 ? optional(sequence(first, behindFirst)) : sequence(first, behindFirst);
}

/** What follows the first character of a text that ends solid, of `min` to `max` characters with that one. */
function untilSolid(unit: Expression, tags: readonly string[], min: number, max: number | undefined): Expression {
  if (max === 1) return sequence();
  // A `<` and one letter may end it, as in `i < n`: the value's close begins with a `<`, behind which no tag goes on.
  const letters = [...SOLID_ASCII].filter((one) => one !== "/" && !tags.includes(one.toLowerCase()));
  const behindLt = sequence(literal("<"), repeat(characters(" \\t"), 0), characters(classOf(letters) + SOLID_BEYOND));
  const last = choice(characters(classOf(SOLID_ASCII) + SOLID_BEYOND), behindLt);
  const all = sequence(repeat(unit, Math.max(min - 2, 0), max === undefined ? undefined : max - 2), last);
  return min < 2 ? optional(all) : all;
}
