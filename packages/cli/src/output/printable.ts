// Control characters but tab and line feed, C1, and marks that reorder text: what a terminal would act on.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text as it may go to a terminal: what the terminal would obey (escape sequences, carriage returns, marks that reorder
 * text) is shown as `\u001b` instead. So a command up for approval looks like what will run. O(length).
 *
 * @example printable("rm\u001b[2K") === "rm\\u001b[2K"
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
