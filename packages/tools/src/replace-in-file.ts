import { type Tool, textResult } from "@millrace/agent";
import type { JsonSchema } from "@millrace/protocol";
import { applyEdits } from "./edits/apply-edits.js";
import type { EditBlock } from "./edits/edit-block.js";
import { EditError } from "./edits/edit-error.js";
import { parseDiffText } from "./edits/parse-diff-text.js";
import { previewEdits } from "./edits/preview-edits.js";
import { showRegions } from "./edits/show-regions.js";
import { FileError } from "./files/file-error.js";
import type { PathGate } from "./files/path-gate.js";
import type { ReadLedger } from "./files/read-ledger.js";
import { writeAccesses } from "./files/write-accesses.js";

/** For which protocol a tool is taught. `native`: edits are a list of blocks; `text`: they are SEARCH/REPLACE text. */
export type ToolForm = "native" | "text";

export interface ReplaceInFileInput {
  path: string;
  edits?: readonly EditBlock[];
  diff?: string;
}

const EDITS: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: { search: { type: "string" }, replace: { type: "string" } },
    required: ["search", "replace"],
  },
  description: "Each search must match exactly one place",
};

const DIFF: JsonSchema = {
  type: "string",
  "x-body": true,
  description:
    "Blocks, each marker alone on its line:\n<<<<<<< SEARCH\nold lines\n=======\nnew lines\n>>>>>>> REPLACE\nA line of the file that looks like a marker gets a backslash before it",
};

/** Native calls may give either: many models know the text best. A call in text needs its diff to count as whole. */
const FORMS: Readonly<Record<ToolForm, Pick<JsonSchema, "properties" | "required">>> = {
  native: {
    properties: {
      edits: EDITS,
      diff: { type: "string", "x-body": true, "x-spare": true, description: "SEARCH/REPLACE text, in place of edits" },
    },
    required: ["path"],
  },
  text: { properties: { diff: DIFF }, required: ["path", "diff"] },
};

/** Changes parts of a file by blocks that must each match exactly once. */
export function replaceInFileTool({
  gate,
  ledger,
  form,
}: {
  gate: PathGate;
  ledger: ReadLedger;
  form: ToolForm;
}): Tool<ReplaceInFileInput> {
  const { properties, required } = FORMS[form];
  return {
    name: "replace_in_file",
    description:
      "Change parts of a file. Each search text must match one place: copy whole lines exactly and add lines around them until they are unique. All blocks are applied or none.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "File, relative to the workspace" },
        ...properties,
        task_progress: { type: "string", "x-ignored": true },
      },
      ...(required && { required }),
    },
    effects: "files",

    accesses: (input, workspace) => writeAccesses(gate, input, workspace),

    async plan(input, { workspace }) {
      const blocks = blocksOf(input);
      const location = await gate.admit(input.path, input, workspace);
      const { planWrite, readTextFile } = await import("./files/planned-write.js");
      const before = await readTextFile(location);
      if (before === undefined)
        throw new FileError("not_found", `${location.name} does not exist. Create it with write_to_file.`);
      const edited = applyEdits(before.text, blocks);
      return planWrite(location, before, edited.text, showRegions(edited));
    },

    preview: previewEdits,

    async run(_input, _context, plan) {
      const { carryOut, plannedWriteOf } = await import("./files/planned-write.js");
      const write = plannedWriteOf(plan);
      await carryOut(write);
      const { location, before, hash, summary } = write;
      if (before !== undefined) ledger.noteEdited(location.absolute, before.hash, hash);
      return textResult(`Edited ${location.name}. It now reads:\n${summary}`, { meta: { path: location.name, hash } });
    },
  };
}

function blocksOf({ edits, diff }: ReplaceInFileInput): readonly EditBlock[] {
  if (edits !== undefined && diff !== undefined) {
    throw new EditError("invalid_block", "Both edits and diff are given. Give one of them. Nothing was changed.");
  }
  if (edits !== undefined) return edits;
  if (diff !== undefined) return parseDiffText(diff);
  throw new EditError(
    "invalid_block",
    "No edits are given: nothing to change. Give edits, a list of { search, replace }.",
  );
}
