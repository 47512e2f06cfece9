/**
 * A text in lines of so many characters, parted at blanks and line breaks; a longer word has a line of its own. Nothing of
 * a text without words.
 *
 * @param indent stands before each line and counts
 * @example wrapText("a bb ccc", 4) // ["a bb", "ccc"]
 */
export function wrapText(text: string, columns: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((piece) => piece !== "")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > columns) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, indent + line];
}
