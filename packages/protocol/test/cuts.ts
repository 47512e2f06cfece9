/** A text in pieces of `length` UTF-16 units. */
export function cutEvery(text: string, length: number): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += length) cut.push(text.slice(at, at + length));
  return cut;
}

/** A text cut at the given places. */
export function cutAt(text: string, places: readonly number[]): string[] {
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

/** A text in pieces of the lengths that a stream gives, one after the other. */
export function pieces(text: string, lengths: Iterator<number>): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = lengths.next().value ?? 1;
    cut.push(text.slice(at, at + length));
    at += length;
  }
  return cut;
}
