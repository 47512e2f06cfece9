/**
 * Text of an assistant as it may stand in history: 26 of 143 published chat templates cut all that stands before
 * `</think>`, even inside a file that a call writes, so that tag is broken up as results break theirs: `<\/think>`.
 *
 * @example
 * breakThink("It ends at </think>."); // "It ends at <\\/think>."
 */
export function breakThink(text: string): string {
  return text.includes("</think>") ? text.replaceAll("</think>", "<\\/think>") : text;
}
