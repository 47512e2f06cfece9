const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...["null", "Null", "NULL", "~", ""].map((word): [string, null] => [word, null]),
  ...["true", "True", "TRUE"].map((word): [string, boolean] => [word, true]),
  ...["false", "False", "FALSE"].map((word): [string, boolean] => [word, false]),
]);

const INTEGER = /^[-+]?(?:0|[1-9]\d*)$/;
const RADIX = /^0(?:x[\da-fA-F]+|o[0-7]+)$/;
const FLOAT = /^[-+]?(?:\.\d+|(?:0|[1-9]\d*)(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/**
 * Reads a scalar without quotes by YAML's core schema. What is no number, truth value or null is text; so are numbers
 * that JSON cannot hold (`.inf`), integers that a double cannot, and `007`, which is more likely a name. Linear.
 *
 * @example
 * readYamlScalar("12"); // 12
 * readYamlScalar("~"); // null
 * readYamlScalar("12 apples"); // "12 apples"
 */
export function readYamlScalar(text: string): string | number | boolean | null {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const value = Number(text);
  if (INTEGER.test(text) || RADIX.test(text)) return Number.isSafeInteger(value) ? value : text;
  return FLOAT.test(text) && Number.isFinite(value) ? value : text;
}
