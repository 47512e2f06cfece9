const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Words for the same values that models write when they think in Python. */
const PYTHON_WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["True", true],
  ["False", false],
  ["None", null],
]);

/**
 * Reads a bare JSON value: a number, `true`, `false`, `null`, or Python's spelling of these (`mended`). `undefined` if it
 * is none, or a number that a double cannot hold.
 */
export function readScalar(token: string): { value: number | boolean | null; mended: boolean } | undefined {
  for (const words of [WORDS, PYTHON_WORDS]) {
    const value = words.get(token);
    if (value !== undefined) return { value, mended: words === PYTHON_WORDS };
  }
  if (!NUMBER.test(token)) return undefined;
  const value = Number(token);
  return Number.isFinite(value) ? { value, mended: false } : undefined;
}
