/** Values as people call them, where the profile's word is not theirs. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["cutsSilently", "whether it cuts silently"],
  ["maxOutput", "longest answer"],
  ["protocol", "tools"],
  ["otherDialects", "other dialects"],
  ["parallel", "parallel calls"],
  ["systemText", "place of system text"],
  ["promptTokensPerSecond", "reading speed"],
  ["outputTokensPerSecond", "writing speed"],
  ["bytesPerToken", "bytes a token"],
]);

/**
 * What people call a value of a profile.
 *
 * @example profileValueWords("promptTokensPerSecond") === "reading speed"
 */
export function profileValueWords(key: string): string {
  return WORDS.get(key) ?? key;
}
