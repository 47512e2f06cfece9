/** What the model of the benchmark is to answer. */
export interface Order {
  /** Of this stream alone. */
  seed: number;
  /** Pieces of the text, each tells which it is. */
  words: number;
  /** `prose`, or the file that a call of write_file writes, in the dialect cline. */
  shape: "prose" | "call";
  /** Characters of a delta. */
  size: number;
  /** Milliseconds between two deltas; 0: as fast as they are taken. */
  everyMs: number;
}

/** The words themselves: no two streams and no two places have the same. */
export function wordsOf({ seed, words }: Order): string {
  let text = "";
  for (let at = 0; at < words; at++) text += `${seed}:${at} `;
  return text;
}

/** As the model writes it. */
export function answerText(order: Order): string {
  const words = wordsOf(order);
  return order.shape === "prose"
    ? words
    : `<write_file>\n<path>a.txt</path>\n<content>\n${words}\n</content>\n</write_file>`;
}
