import { repeat } from "./repeat.js";

/** Messages of a length, by what they are full of. */
export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  prose: (length) => repeat("The quick brown fox jumps over the lazy dog and looks at the model's answer.\n", length),
  // A file body in which one character in ten is a `<`, half of them of closing tags.
  markup: (length) => body(repeat("<li>first item</li>\n", length)),
  "nothing but <": (length) => body("<".repeat(length)),
  "small calls": (length) => repeat("<read_file>\n<path>src/parse.ts</path>\n</read_file>\n", length),
};

function body(content: string): string {
  return `<write_to_file>\n<path>a</path>\n<content>\n${content}\n</content>\n</write_to_file>\n`;
}
