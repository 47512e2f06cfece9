/** An id or a name as text, if there is one: clients send numbers, too, and empty texts for none. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
