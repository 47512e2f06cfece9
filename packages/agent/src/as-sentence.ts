/** Servers end their messages as they like; what follows must not run into them. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /[.!?:…]["')\]]?$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
