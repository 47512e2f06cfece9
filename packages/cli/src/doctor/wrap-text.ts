/**
 * A text in lines of so many characters, parted at blanks and line breaks; a longer word has a line of its own.
 *
 * @example wrapText("a bb ccc", 4) // ["a bb", "ccc"]
 */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((piece) => piece !== "")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
