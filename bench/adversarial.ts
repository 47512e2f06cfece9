import { dialectNames, renderCall } from "@millrace/protocol";
import { benchTools } from "./bench-tools.js";
import { repeat } from "./repeat.js";

/** What a reader that looks for many openers at once may stumble over, each of a length. */
export function adversarialTexts(): Readonly<Record<string, (length: number) => string>> {
  const units = [
    "<",
    '{"',
    "[",
    "`",
    '{"name": "',
    '[{"name": ',
    "```json\n{",
    "<|",
    "<｜",
    "<tool_call>",
    "<function=",
    "[TOOL_CALLS]",
    "functools[",
    "Action: ",
    ">>>",
    "read_file(",
  ];
  return {
    ...Object.fromEntries(units.map((unit) => [JSON.stringify(unit), (length: number) => repeat(unit, length)])),
    "nested fences": (length) =>
      repeat(Array.from({ length: 40 }, (_, at) => `${"`".repeat(43 - at)}json\n`).join(""), length),
    "everything left open": (length) => repeat(openCalls(), length),
    "headers that give back": (length) => repeat(HEADER, length),
    "a tagged call in a fence": (length) => `\`\`\`xml\n${fileCall("qwen3-coder", length)}\n\`\`\``,
    ...Object.fromEntries(
      DIALECTS.map((dialect) => [
        `calls and lines, ${dialect}`,
        (length: number) => repeat(`${call(dialect)}\nThat is the file.\n`, length),
      ]),
    ),
  };
}

const DIALECTS = dialectNames.filter((dialect) => dialect !== "auto");

/** A header full of blanks, and a body that comes to nothing: what was read is given back. */
const HEADER = `<|channel|>commentary${" ".repeat(60)}to=functions.x${" ".repeat(60)}{\n`;

/** A closed call in a dialect. */
function call(dialect: string): string {
  return renderCall({ name: "read_file", input: { path: "src/parse.ts" } }, benchTools(8), dialect).text;
}

/** One that writes a file of a length. */
function fileCall(dialect: string, length: number): string {
  const input = { path: "a.ts", content: repeat("const one = list[0] < 1;\n", length) };
  return renderCall({ name: "write_to_file", input }, benchTools(8), dialect).text;
}

/** A call in every dialect, each cut in the middle. */
function openCalls(): string {
  return DIALECTS.map(call)
    .map((text) => `${text.slice(0, Math.ceil(text.length / 2))}\n`)
    .join("");
}
