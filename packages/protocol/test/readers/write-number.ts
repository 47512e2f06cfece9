/** A number in the notation that JSON, Python and YAML share, such that it is read back as a number. */
export function writeNumber(value: number): string {
  if (Object.is(value, -0)) return "-0";
  // The readers keep an integer that a double cannot hold as text: written as a float it is the same number.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}
