/**
 * The JSON text of a body whose messages stand last.
 *
 * @param head all of the body but its messages; never empty
 * @param history the JSON text of the messages behind the system message, without brackets
 */
export function bodyOf(head: Readonly<Record<string, unknown>>, system: string, history: string): string {
  // Servers refuse a message of blanks.
  const first = system.trim() === "" ? "" : JSON.stringify({ role: "system", content: system });
  const comma = first === "" || history === "" ? "" : ",";
  return `${JSON.stringify(head).slice(0, -1)},"messages":[${first}${comma}${history}]}`;
}
