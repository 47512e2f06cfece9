import fc from "fast-check";

/** Files that agents do write and that look like calls, or have blanks where a careless reader loses them. */
export const knownFiles: Readonly<Record<string, string>> = {
  "an empty file": "",
  "no final line break": "export const a = 1;",
  "line breaks at the beginning": "\n\n\nfirst\n",
  "line breaks at the end": "last\n\n\n",
  "only a line break": "\n",
  "blanks around": "  indented\n\t\n  ",
  "line ends of Windows": "a\r\nb\r\n",
  "a line end of Windows first": "\r\na\r\n",
  "a carriage return first": "\ra",
  JSX: "export const Page = () => (\n  <main>\n    {items.map((item) => <Row key={item.id} {...item} />)}\n    <content>hi</content>\n  </main>\n);\n",
  "XML with the body's tag": "<doc>\n  <content>text</content>\n  <path>x</path>\n</doc>\n",
  "XML with the body's tag before a path": "<entry><content>a</content><path>x</path></entry>\n",
  "a description of the dialect":
    "To write a file:\n\n<write_to_file>\n<path>file path here</path>\n<content>\nYour content here\n</content>\n</write_to_file>\n\nThen go on.\n",
  "two calls of the same tool":
    "<write_to_file>\n<path>a</path>\n<content>\nA\n</content>\n</write_to_file>\n<write_to_file>\n<path>b</path>\n<content>\nB\n</content>\n</write_to_file>\n",
  "a call of another tool":
    "Use <read_file><path>x</path></read_file> and <execute_command>\n<command>ls</command>\n</execute_command>.\n",
  "a file about Millrace":
    'reader.push({ type: "text-delta", text: "<write_to_file><path>a</path><content>" });\nexpect(text).toContain("</content></write_to_file>");\n',
  "closes in strings":
    'const close = "</content>";\nconst both = "</content></write_to_file>";\nconst third = `</content>`;\n',
  "half tags": "<content\n</content\n</ content\n<write_to_file\n</write_to_fil>\n",
  fences: "# Title\n\n```xml\n<write_to_file>\n```\n\n~~~\n</write_to_file>\n~~~\n",
  "reasoning tags": "<think>\nnot a thought\n</think>\n",
  comparisons: "if (a < b && c > d || e << 2) f<T>();\n",
  "NUL and surrogates": "\0\ud83d\ude00 \ud83d x \ude00\n",
};

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "const a = 1;",
      "<div>",
      "</div>",
      "a < b",
      "text",
      "é🙂",
      "{",
      "}",
      "`",
      "\0",
      "\ud83d",
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom("\n", "\n\n", " ", "\r\n", "\t") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "<content>x</content>",
      "<path>x</path>",
      "<content>\nx\n</content>\n",
      '"</content>"',
      "<note>n</note>",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...["<content>", "</content>", "<path>", "</path>", "<write_to_file>", "</write_to_file>", "</content", "<con"],
      "<write_to_file>\n<path>x</path>\n<content>\ny\n</content>\n</write_to_file>",
      "<write_to_file><path>x</path><content>y</content></write_to_file>",
      "<read_file><path>x</path></read_file>",
      "```ts\n",
      "```\n",
    ),
  },
);

/** Files made of code, markup, and the dialect's own tags, paired and not. */
export const fileContents: fc.Arbitrary<string> = fc.array(piece, { maxLength: 14 }).map((list) => list.join(""));
