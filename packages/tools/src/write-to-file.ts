import { type Preview, type Tool, textResult } from "@millrace/agent";
import type { BlockEvent } from "@millrace/protocol";
import { EditError } from "./edits/edit-error.js";
import { assertWhole, withLineBreaksOf, withoutFence } from "./edits/whole-text.js";
import type { PathGate } from "./files/path-gate.js";
import type { ReadLedger, ReadState } from "./files/read-ledger.js";
import { writeAccesses } from "./files/write-accesses.js";

export interface WriteToFileInput {
  path: string;
  content: string;
}

/** What stands against writing over a file that is there, by how well the model knows it. */
const REFUSALS: Readonly<
  Record<Exclude<ReadState, "whole">, { code: "not_read" | "partial_read" | "stale"; says: string }>
> = {
  never: {
    code: "not_read",
    says: "is there already and was not read. Read it whole with read_file first, or change a part of it with replace_in_file",
  },
  partial: {
    code: "partial_read",
    says: "was read only in part; the rest would be lost. Read all of it with read_file first, or change a part of it with replace_in_file",
  },
  stale: { code: "stale", says: "changed on disk since you read it. Read it again, then repeat the change" },
};

/** Creates a file or writes over one that was read whole. */
export function writeToFileTool({ gate, ledger }: { gate: PathGate; ledger: ReadLedger }): Tool<WriteToFileInput> {
  return {
    name: "write_to_file",
    description:
      "Create a file, or write over one you have read whole. Folders are created. Give the complete content; to change part of a file use replace_in_file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "File, relative to the workspace" },
        content: { type: "string", "x-body": true, description: "The whole file" },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["path", "content"],
    },
    effects: "files",

    accesses: (input, workspace) => writeAccesses(gate, input, workspace),

    async plan(input, { workspace }) {
      const location = await gate.admit(input.path, input, workspace);
      const { planWrite, readTextFile } = await import("./files/planned-write.js");
      const before = await readTextFile(location);
      if (before !== undefined && before.text !== "") {
        const state = ledger.stateOf(location.absolute, before.hash);
        if (state !== "whole")
          throw new EditError(REFUSALS[state].code, `${location.name} ${REFUSALS[state].says}. Nothing was written.`);
      }
      const text = withoutFence(input.content, location.name);
      assertWhole(text, before?.text ?? "");
      return planWrite(location, before, withLineBreaksOf(text, before?.text));
    },

    preview: previewContent,

    async run(_input, _context, plan) {
      const { carryOut, plannedWriteOf } = await import("./files/planned-write.js");
      const write = plannedWriteOf(plan);
      await carryOut(write);
      const { location, before, bytes, hash } = write;
      ledger.noteWritten(location.absolute, hash);
      const meta = { path: location.name, hash };
      if (before?.hash === hash)
        return textResult(`${location.name} already held exactly this; nothing changed.`, { meta });
      return textResult(`${before === undefined ? "Created" : "Wrote"} ${location.name} (${bytes.length} bytes).`, {
        meta,
      });
    },
  };
}

/** The path goes into the title, the content is what is shown. Each event costs its own length, never the content's. */
function previewContent(event: BlockEvent, soFar: Preview | undefined): Preview | undefined {
  if (event.type !== "param-delta") return soFar && { ...soFar, delta: "" };
  const path = typeof soFar?.state === "string" ? soFar.state : "";
  if (event.param === "path") return { title: `Write ${path}${event.text}`, delta: "", state: path + event.text };
  return { title: soFar?.title ?? "Write", delta: event.param === "content" ? event.text : "", state: path };
}
