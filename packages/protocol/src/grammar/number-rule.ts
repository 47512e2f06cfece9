import { characters, choice, type Expression, literal, optional, repeat, sequence } from "./gbnf.js";
import { wholeNumbers } from "./whole-number-rule.js";

/** More digits than this a double does not hold. */
const MOST_DIGITS = 15;
const LARGEST = 10 ** MOST_DIGITS - 1;

/** The least and the most that a schema lets through; absent: no bound. */
export interface Bounds {
  min: number | undefined;
  max: number | undefined;
}

/**
 * A whole number within the bounds, as JSON writes it: no `-0`, no `1.0`, no more than 15 digits. Bounds that leave no
 * whole number count as none.
 */
export function integerRule({ min, max }: Bounds): Expression {
  if (min === undefined && max === undefined) {
    return choice(literal("0"), sequence(optional(literal("-")), characters("1-9"), digits(0, MOST_DIGITS - 1)));
  }
  const found = integersWithin(min, max);
  return found.length === 0 ? integerRule({ min: undefined, max: undefined }) : choice(...found);
}

/**
 * A number within the bounds. With a bound it has no exponent, and of those between the last whole number and a bound
 * that is none only the bound itself is allowed: fewer than the schema's, never more.
 */
export function numberRule({ min, max }: Bounds): Expression {
  const fraction = sequence(literal("."), digits(1, MOST_DIGITS));
  if (min === undefined && max === undefined) {
    const exponent = sequence(characters("eE"), optional(characters("+\\x2D")), digits(1, 2));
    const whole = choice(literal("0"), sequence(characters("1-9"), digits(0, MOST_DIGITS - 1)));
    return sequence(optional(literal("-")), whole, optional(fraction), optional(exponent));
  }
  const least = min ?? -LARGEST;
  const most = max ?? LARGEST;
  const above = wholeNumbers(Math.max(0, Math.ceil(least)), Math.floor(most) - 1);
  const below = wholeNumbers(Math.max(0, Math.ceil(-most)), Math.floor(-least) - 1);
  const exactly = [least, most].filter((bound) => least <= most && /^-?\d+(\.\d+)?$/.test(String(bound)));
  const found = [
    ...integersWithin(least, most),
    ...above.map((whole) => sequence(whole, fraction)),
    ...below.map((whole) => sequence(literal("-"), whole, fraction)),
    ...exactly.map((bound) => literal(String(bound))),
  ];
  return found.length === 0 ? numberRule({ min: undefined, max: undefined }) : choice(...found);
}

function integersWithin(min = -LARGEST, max = LARGEST): Expression[] {
  const below = wholeNumbers(Math.max(1, Math.ceil(-max)), Math.min(Math.floor(-min), LARGEST));
  return [
    ...wholeNumbers(Math.max(0, Math.ceil(min)), Math.min(Math.floor(max), LARGEST)),
    ...below.map((whole) => sequence(literal("-"), whole)),
  ];
}

function digits(min: number, max: number): Expression {
  return repeat(characters("0-9"), min, max);
}
