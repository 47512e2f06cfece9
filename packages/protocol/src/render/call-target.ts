/** Names that tools give to what a call is about, the most telling first. */
const TARGETS = ["path", "command", "pattern", "query", "url", "regex"];

/**
 * What a call is about, for the label of its result: the first text among its arguments that has a telling name.
 * `undefined` if none has.
 *
 * @example
 * callTarget({ path: "a.ts", start_line: 3 }); // "a.ts"
 */
export function callTarget(input: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of TARGETS) {
    const value = input[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}
