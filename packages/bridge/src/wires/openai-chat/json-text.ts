/** JSON text of a value from a client. What is nested too deep to be written is said to be so: no reason to fail. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "(nested too deep to be shown)";
  }
}
