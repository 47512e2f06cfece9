import type { RenderableResult } from "../dialects/dialect.js";
import { MAX_RESULT_LABEL } from "../limits.js";
import { breakMarks } from "./special-tokens.js";

/**
 * Writes a result into the frame that templates of the Qwen family know: a user message that begins with
 * `<tool_response>` and ends with `</tool_response>` counts there as a result, so the reasoning of the running turn stays.
 *
 * Text that could close the frame, or be taken for a control token, is broken by a backslash, and the header says so.
 * Text that could open a call when a model repeats it (`opensCall`) stands in a tilde fence, as does text with broken
 * marks: what stands in a fence is read as text, and only a backtick fence of nothing but calls would be unwrapped.
 * Linear in the text.
 *
 * @example
 * renderFramedResult({ name: "read_file", status: "ok", text: "1 | hi\n", target: "a.ts" }, () => false);
 * // <tool_response>
 * // [read_file a.ts] ok
 * // 1 | hi
 * // </tool_response>
 */
export function renderFramedResult(result: RenderableResult, opensCall: (text: string) => boolean): string {
  const label = breakMarks(labelOf(result));
  const body = breakMarks(result.text);
  const marks = label.count + body.count;
  const note = marks === 0 ? "" : `, ${marks} ${marks === 1 ? "mark" : "marks"} escaped with \\`;
  const text = withLineEnd(body.text);
  const shown = body.count > 0 || opensCall(result.text) ? fence(text) : text;
  return `<tool_response>\n[${label.text}] ${result.status}${note}\n${shown}</tool_response>`;
}

function labelOf({ name, target }: RenderableResult): string {
  const label = `${name} ${target ?? ""}`.replace(/\s+/g, " ").trim();
  return label.length > MAX_RESULT_LABEL ? `${label.slice(0, MAX_RESULT_LABEL)}…` : label;
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Tildes, more of them than stand together anywhere inside. */
function fence(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/~+/g)) longest = Math.max(longest, run.length);
  const mark = "~".repeat(longest + 1);
  return `${mark}\n${text}${mark}\n`;
}
