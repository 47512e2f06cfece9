/** Escaped as in JSON, without the quotes around it. */
export function jsonString(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
