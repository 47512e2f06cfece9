import { closeSync } from "node:fs";
import { type Tool, type ToolResult, textResult } from "@millrace/agent";
import { FileError } from "./files/file-error.js";
import { openForReading, type PathGate } from "./files/path-gate.js";
import type { ReadLedger } from "./files/read-ledger.js";
import type { LineWindow } from "./files/read-lines.js";
import { MAX_LINE_CHARACTERS, MAX_READ_BYTES, MAX_READ_LINES } from "./limits.js";

export interface ReadFileInput {
  path: string;
  start_line?: number;
  end_line?: number;
}

/** Shows lines of a text file with their numbers and notes in the ledger what was seen. */
export function readFileTool({ gate, ledger }: { gate: PathGate; ledger: ReadLedger }): Tool<ReadFileInput> {
  return {
    name: "read_file",
    description: `Read a text file. Lines come numbered ("12 | text"; the number is not part of the file), at most ${MAX_READ_LINES} lines or ${MAX_READ_BYTES / 1024} KB a call; lines over ${MAX_LINE_CHARACTERS} characters are cut.`,
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "File, relative to the workspace" },
        start_line: { type: "integer", minimum: 1, description: "First line, from 1" },
        end_line: { type: "integer", minimum: 1, description: "Last line" },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["path"],
    },
    effects: "none",

    async accesses(input, workspace) {
      return [{ effect: "read", target: (await gate.locate(input.path, input, workspace)).name }];
    },

    async run(input, { workspace }) {
      const { first, last } = rangeOf(input);
      const location = await gate.admit(input.path, input, workspace);
      const { readLines } = await import("./files/read-lines.js");
      const { fd, stats } = openForReading(location);
      try {
        const window = await readLines(fd, stats.size, { first, last });
        if ("binary" in window) {
          throw new FileError(
            "binary_file",
            `${input.path} is ${window.binary} (${stats.size} bytes), not text; it is not shown.`,
          );
        }
        noteWhatWasSeen(ledger, location.absolute, first, window);
        return resultOf(location.name, first, window, stats.size);
      } finally {
        closeSync(fd);
      }
    },
  };
}

function rangeOf({ start_line: first = 1, end_line: last }: ReadFileInput): { first: number; last: number } {
  if (last !== undefined && last < first) {
    throw new FileError(
      "invalid_range",
      `end_line ${last} comes before start_line ${first}. Give the smaller number as start_line.`,
    );
  }
  return { first, last: Math.min(last ?? Number.POSITIVE_INFINITY, first + MAX_READ_LINES - 1) };
}

/** Lines that were cut count as not seen. */
function noteWhatWasSeen(
  ledger: ReadLedger,
  path: string,
  first: number,
  { lines, cutLines, whole }: LineWindow,
): void {
  if (whole === undefined) return;
  let start = first;
  for (const end of [...cutLines, first + lines.length]) {
    ledger.noteRead(path, whole.hash, whole.total, end > start ? [start, end - 1] : undefined);
    start = end + 1;
  }
}

function resultOf(name: string, first: number, { lines, whole }: LineWindow, size: number): ToolResult {
  const meta = { path: name, ...(whole && { hash: whole.hash }) };
  if (whole?.total === 0) return textResult("(the file is empty)", { meta });
  if (lines.length === 0) {
    throw new FileError("invalid_range", `${name} has ${whole?.total} lines; start_line ${first} is behind its end.`);
  }
  const last = first + lines.length - 1;
  const numbered = lines.map((line, index) => `${first + index} | ${line}`).join("\n");
  return textResult(`${numbered}\n\n${footer(first, last, whole?.total, size)}`, {
    meta: { ...meta, range: [first, last] },
  });
}

function footer(first: number, last: number, total: number | undefined, size: number): string {
  if (total === undefined)
    return `(lines ${first}-${last}; the file goes on, ${size} bytes in all. To go on: start_line ${last + 1})`;
  if (last < total) return `(lines ${first}-${last} of ${total}. To go on: start_line ${last + 1})`;
  return first === 1 ? `(all ${total} lines)` : `(lines ${first}-${last} of ${total})`;
}
