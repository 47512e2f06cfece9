/** Words for a line of a report: their beginning and their end. */
export function shorten(words: string): string {
  return JSON.stringify(words.length > 90 ? `${words.slice(0, 60)} … ${words.slice(-25)}` : words);
}
