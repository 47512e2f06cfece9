import { printable } from "./printable.js";

/**
 * A word of a command line as a person may copy it: as it is where a shell reads it as it is, else in single quotes, and
 * always printable and on one line. Names of models are a server's words: none may run as a command.
 *
 * @example shellWord("ollama/a b") === "'ollama/a b'"
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${printable(text.replaceAll(/\s/g, " ")).replaceAll("'", "'\\''")}'`;
}
