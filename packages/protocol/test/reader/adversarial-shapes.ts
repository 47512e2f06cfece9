const MEGABYTE = 1_000_000;

/** Text that is made of one piece over and over. */
interface Shape {
  name: string;
  piece: string;
  before?: string;
  after?: string;
  start?: "in-reasoning";
}

const OPEN_FILE = "<write_to_file>\n<path>a.ts</path>\n<content>\n";

/** What makes a careless reader look again and again at what it has read. */
export const adversarialShapes: readonly Shape[] = [
  { name: "opening angle brackets", piece: "<" },
  { name: "half close tags", piece: "<<</" },
  { name: "blanks", piece: " " },
  { name: "line breaks", piece: "\n" },
  { name: "backticks", piece: "`" },
  { name: "backtick runs of other lengths", piece: "` `` ``` " },
  { name: "openers of a tool", piece: "<read_file>" },
  { name: "openers of a tool and blanks", piece: "<read_file>   \n" },
  { name: "openers with an attribute that does not end", piece: '<read_file path="' },
  { name: "calls with attributes", piece: '<read_file path="a" start_line="2"/>' },
  { name: "stray closes", piece: "</read_file></path>" },
  { name: "whole calls", piece: "<read_file><path>a</path></read_file>\n" },
  { name: "wrappers", piece: "<function_calls>\n" },
  { name: "unclosed fences", piece: "```ts\n" },
  { name: "one unclosed fence with calls", piece: "<read_file><path>a</path></read_file>\n", before: "```\n" },
  { name: "fences of calls", piece: "```\n<read_file><path>a</path></read_file>\n```\n" },
  { name: "tilde lines", piece: "~~~\n~~\n" },
  { name: "high surrogates", piece: "\ud83d" },
  { name: "body closes", piece: "</content>", before: OPEN_FILE },
  { name: "body closes on lines of their own", piece: "</content>\n", before: OPEN_FILE },
  { name: "body closes before another close", piece: "</content></path>", before: OPEN_FILE },
  { name: "body closes and code", piece: "</content></write_to_file>;", before: OPEN_FILE },
  { name: "body closes before a parameter", piece: "</content><path>a</path>", before: "<write_to_file><content>\n" },
  { name: "body closes before an open parameter", piece: "</content><path>", before: "<write_to_file><content>\n" },
  { name: "angle brackets in a body", piece: "<", before: OPEN_FILE },
  { name: "near-miss closes in a body", piece: "</conten>", before: OPEN_FILE },
  { name: "blanks behind a body close", piece: " ", before: `${OPEN_FILE}</content>` },
  { name: "nested inner calls", piece: "<write_to_file><path>a</path><content>", before: OPEN_FILE },
  { name: "inner openers", piece: "<write_to_file>", before: OPEN_FILE },
  { name: "nested same-named tags", piece: "<content>", before: OPEN_FILE },
  { name: "a scalar full of openers", piece: "\n<execute_command>", before: "<read_file><path>a" },
  { name: "a scalar full of blanks", piece: " \n", before: "<read_file><path>a" },
  { name: "a scalar of short words", piece: "a  ", before: "<read_file><path>" },
  { name: "repeated parameters", piece: "<path>a</path>", before: "<read_file>" },
  { name: "list items", piece: "<globs>a</globs>", before: "<search><query>x</query>" },
  { name: "list items in a call", piece: "<globs>a</globs>", before: "<search><query>x</query>", after: "</search>" },
  { name: "text between parameters", piece: "x <y> ", before: "<read_file><path>a</path>" },
  { name: "reasoning", piece: "Let me think. ", before: "<think>" },
  { name: "reasoning blocks", piece: "<think>a</think>" },
  {
    name: "reasoning that holds an opener",
    piece: "x < y ",
    before: "<think>\n<read_file><path>a</path></read_file>\n",
  },
  { name: "reasoning full of openers", piece: "\n<read_file>", before: "<think>" },
  { name: "a message that starts in reasoning", piece: "\n<read_file><path>", start: "in-reasoning" },
];

/** A megabyte of a shape. */
export function fillShape({ piece, before = "", after = "" }: Shape): string {
  return before + piece.repeat(Math.ceil(MEGABYTE / piece.length)) + after;
}
