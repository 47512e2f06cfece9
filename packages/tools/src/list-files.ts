import { stat } from "node:fs/promises";
import { type Tool, textResult } from "@millrace/agent";
import { explainFileSystemError, FileError } from "./files/file-error.js";
import { type PathGate, readRefusals } from "./files/path-gate.js";
import { MAX_LISTED } from "./limits.js";
import { compareNames, type Entry, walk } from "./search/walk.js";

export interface ListFilesInput {
  path: string;
  recursive?: boolean;
}

/** How many left-out entries are named. */
const NAMED_LEFT_OUT = 5;

/** Names what is in a folder, without what ignore files leave out. */
export function listFilesTool({ gate }: { gate: PathGate }): Tool<ListFilesInput> {
  return {
    name: "list_files",
    description: `List a folder; folders end with "/". What .gitignore leaves out is not listed. At most ${MAX_LISTED} entries, the nearest first.`,
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: 'Folder; "." is the workspace' },
        recursive: { type: "boolean", description: "Also what lies below" },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["path"],
    },
    effects: "none",

    async accesses(input, workspace) {
      return [{ effect: "read", target: (await gate.locate(input.path, input, workspace)).name }];
    },

    async run(input, { signal, workspace }) {
      const start = await gate.admit(input.path, input, workspace);
      const stats = await stat(start.absolute).catch((error: unknown) => {
        throw explainFileSystemError(error, start.name);
      });
      if (!stats.isDirectory())
        throw new FileError("not_a_folder", `${start.name} is not a folder. read_file shows a file.`);

      const listed: Entry[] = [];
      const leftOut: Entry[] = [];
      let more = false;
      const entries = walk(start, {
        recursive: input.recursive === true,
        hidden: true,
        signal,
        refuses: await readRefusals(workspace.root),
        onLeftOut: (entry) => leftOut.push(entry),
      });
      for await (const entry of entries) {
        more = listed.length === MAX_LISTED;
        if (more) break;
        listed.push(entry);
      }
      return textResult(describe(listed, leftOut, more), { meta: { path: start.name } });
    },
  };
}

function describe(listed: readonly Entry[], leftOut: readonly Entry[], more: boolean): string {
  const names = listed.map(nameOf).sort(compareNames);
  const notes: string[] = [];
  if (more) notes.push(`the first ${MAX_LISTED} entries; list a folder below for the rest`);
  if (leftOut.length > 0) {
    const named = leftOut.slice(0, NAMED_LEFT_OUT).map(nameOf).join(", ");
    notes.push(
      `left out by ignore rules: ${named}${leftOut.length > NAMED_LEFT_OUT ? ` and ${leftOut.length - NAMED_LEFT_OUT} more` : ""}`,
    );
  }
  const body = names.length === 0 ? "(the folder is empty)" : names.join("\n");
  return notes.length === 0 ? body : `${body}\n\n(${notes.join("; ")})`;
}

function nameOf({ name, kind }: Entry): string {
  if (kind === "folder") return `${name}/`;
  return kind === "link" ? `${name} (symlink)` : name;
}
