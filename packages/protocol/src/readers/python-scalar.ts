/** Python's words for values, and JSON's for the same, which models mix in. */
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["True", true],
  ["False", false],
  ["None", null],
  ["true", true],
  ["false", false],
  ["null", null],
]);

const DECIMAL = /^[+-]?(?:0(?:_?0)*|[1-9](?:_?\d)*)$/;
const RADIX = /^[+-]?0(?:[xX](?:_?[\da-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)$/;
const FLOAT = /^[+-]?(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?$/;
/** `007` has neither: it is no number of any kind. */
const FLOAT_MARK = /[.eE]/;

/**
 * Reads a bare Python value: a number, `True`, `False`, `None`, or JSON's spelling of these. An integer that a double
 * cannot hold is given as text, its digits as written without `+` and `_`. `undefined` if the word is no value, or a
 * number that is infinite. Linear in the word.
 *
 * @example
 * readPythonScalar("1_000"); // { value: 1000 }
 * readPythonScalar("9007199254740993"); // { value: "9007199254740993" }
 * readPythonScalar("1e999"); // undefined
 */
export function readPythonScalar(word: string): { value: string | number | boolean | null } | undefined {
  const named = WORDS.get(word);
  if (named !== undefined) return { value: named };
  const isRadix = RADIX.test(word);
  const isInteger = isRadix || DECIMAL.test(word);
  if (!isInteger && !(FLOAT_MARK.test(word) && FLOAT.test(word))) return undefined;
  const digits = word.replace(/[+_]/g, "");
  if (!isInteger) {
    // The sign of an exponent may go, too.
    const value = Number(digits);
    return Number.isFinite(value) ? { value } : undefined;
  }
  // `Number` takes no sign before `0x`.
  const size = Number(digits.replace("-", ""));
  if (!Number.isSafeInteger(size)) return { value: digits };
  return { value: digits.startsWith("-") ? -size : size };
}
