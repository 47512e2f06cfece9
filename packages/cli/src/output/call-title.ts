import type { ToolUseBlock } from "@millrace/protocol";
import { printable } from "./printable.js";

const MAX_TITLE = 100;

/**
 * A call in one line: its name and the first argument that has something to show, e.g. `read_file src/a.ts`.
 *
 * @example callTitle({ name: "execute_command", params: [["command", "npm test"]], … }) === "execute_command npm test"
 */
export function callTitle(call: Pick<ToolUseBlock, "name" | "params">): string {
  const told = call.params.map(([, text]) => text.trim()).find((text) => text !== "");
  return oneLine(told === undefined ? call.name : `${call.name} ${told}`, MAX_TITLE);
}

/** The first line of a text, printable and cut to `max` characters. */
export function oneLine(text: string, max: number): string {
  const trimmed = text.trim();
  const end = trimmed.indexOf("\n");
  const line = printable(end < 0 ? trimmed.slice(0, max + 1) : trimmed.slice(0, Math.min(end, max + 1)));
  return line.length > max || (end >= 0 && line !== "") ? `${line.slice(0, max - 1)}…` : line;
}
