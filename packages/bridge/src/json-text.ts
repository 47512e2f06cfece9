/**
 * JSON text of a value from a client, without the fields of these names at any depth. What is nested too deep for it to
 * be written is said to be so: a hostile body is no reason to fail.
 */
export function jsonText(value: unknown, without: ReadonlySet<string> = new Set()): string {
  try {
    return JSON.stringify(value, (key, field: unknown) => (without.has(key) ? undefined : field)) ?? "";
  } catch {
    return "(nested too deep to be shown)";
  }
}
