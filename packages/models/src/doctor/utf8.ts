/** UTF-8 bytes of a text. */
export function utf8(text: string): number {
  return Buffer.byteLength(text);
}
