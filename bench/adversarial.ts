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
  };
}

/** A call in every dialect, each cut in the middle. */
function openCalls(): string {
  const call = { name: "read_file", input: { path: "src/parse.ts" } };
  return dialectNames
    .filter((dialect) => dialect !== "auto")
    .map((dialect) => renderCall(call, benchTools(8), dialect).text)
    .map((text) => `${text.slice(0, Math.ceil(text.length / 2))}\n`)
    .join("");
}
