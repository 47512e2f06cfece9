/** A value as JSON on one line, cut in the middle if it is long: for differences that people read. */
export function shorten(value: unknown, longest = 400): string {
  const text = JSON.stringify(value) ?? "nothing";
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}
