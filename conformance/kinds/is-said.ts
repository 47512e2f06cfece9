/** What a decoder puts between parts of text or reasoning that follow each other, by wire. Absent: nothing. */
export const SEPARATORS: Readonly<Record<string, string>> = { "openai-responses": "\n\n" };

/** Whether it is this text, but for separators: the recordings' texts are joined without any. */
export function isSaid(got: string, want: string, separator: string | undefined): boolean {
  let at = 0;
  for (let read = 0; read < got.length; ) {
    if (got[read] === want[at]) {
      read++;
      at++;
    } else if (separator !== undefined && got.startsWith(separator, read)) read += separator.length;
    else return false;
  }
  return at === want.length;
}
