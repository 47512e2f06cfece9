import { characters, type Expression, literal, repeat, sequence } from "./gbnf.js";

const ANY_DIGIT = characters("0-9");

/**
 * The numbers from `least` to `most`, both whole, not below zero and of at most 15 digits, as alternatives by their
 * digits; none if there are none.
 *
 * @example wholeNumbers(8, 25); // [8-9], "1" [0-9], "2" [0-5]
 */
export function wholeNumbers(least: number, most: number): Expression[] {
  const found: Expression[] = [];
  let from = least;
  while (from <= most) {
    const length = String(from).length;
    // All numbers of some lengths, e.g. from 10 to 9,999, are one alternative.
    const wholeLengths = from === 10 ** (length - 1) ? String(most + 1).length - 1 : 0;
    const end = wholeLengths > length ? 10 ** wholeLengths - 1 : Math.min(most, 10 ** length - 1);
    if (wholeLengths > length) found.push(sequence(characters("1-9"), repeat(ANY_DIGIT, length - 1, wholeLengths - 1)));
    else found.push(...between(String(from), String(end)));
    from = end + 1;
  }
  return found;
}

/** Two numbers of the same length, and what lies between. */
function between(from: string, to: string): Expression[] {
  const length = from.length - 1;
  if (length < 0) return [sequence()];
  const [first, last] = [Number(from[0]), Number(to[0])];
  if (first === last) return startingWith(first, between(from.slice(1), to.slice(1)));
  const startsWhole = /^0*$/.test(from.slice(1));
  const endsWhole = /^9*$/.test(to.slice(1));
  const low = startsWhole ? first : first + 1;
  const high = endsWhole ? last : last - 1;
  return [
    ...(startsWhole ? [] : startingWith(first, between(from.slice(1), "9".repeat(length)))),
    ...(low > high ? [] : [sequence(digit(low, high), repeat(ANY_DIGIT, length, length))]),
    ...(endsWhole ? [] : startingWith(last, between("0".repeat(length), to.slice(1)))),
  ];
}

function startingWith(first: number, rests: readonly Expression[]): Expression[] {
  return rests.map((rest) => sequence(literal(String(first)), rest));
}

function digit(low: number, high: number): Expression {
  return low === high ? literal(String(low)) : characters(`${low}-${high}`);
}
