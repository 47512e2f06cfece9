/** What line breaks between two pieces of folded text become: one is a space, and of more the first goes. */
export function foldBreaks(breaks: number): string {
  return breaks === 1 ? " " : "\n".repeat(Math.max(breaks - 1, 0));
}
