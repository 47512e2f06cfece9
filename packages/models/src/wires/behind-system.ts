/**
 * The JSON text of messages behind the system message, as chat wires have it.
 *
 * @param history the JSON text of the messages, without brackets
 */
export function behindSystem(system: string, history: string): string {
  // Servers refuse a message of blanks.
  if (system.trim() === "") return history;
  const first = JSON.stringify({ role: "system", content: system });
  return history === "" ? first : `${first},${history}`;
}
