/**
 * The JSON text of a body whose messages stand last, as `JSON.stringify` would write it. The text of a turn is made once
 * and kept in `texts` as long as the turn lives: a request costs what is new in it, and one copy of the rest.
 *
 * @param head all of the body but its messages; never empty
 * @param onWire what a turn is on this wire: the same for the same turn
 */
export function bodyOf<Turn extends object>(
  head: Readonly<Record<string, unknown>>,
  system: string,
  turns: readonly Turn[],
  onWire: (turn: Turn) => object,
  texts: WeakMap<Turn, string>,
): string {
  const messages = turns.map((turn) => {
    const known = texts.get(turn);
    if (known !== undefined) return known;
    const text = JSON.stringify(onWire(turn));
    texts.set(turn, text);
    return text;
  });
  if (system !== "") messages.unshift(JSON.stringify({ role: "system", content: system }));
  return `${JSON.stringify(head).slice(0, -1)},"messages":[${messages.join(",")}]}`;
}
