import type { Tool } from "@millrace/agent";
import { askFollowupQuestionTool } from "./ask-followup-question.js";
import { attemptCompletionTool } from "./attempt-completion.js";
import { executeCommandTool } from "./execute-command.js";
import { createPathGate } from "./files/path-gate.js";
import { ReadLedger } from "./files/read-ledger.js";
import { listFilesTool } from "./list-files.js";
import { readFileTool } from "./read-file.js";
import { replaceInFileTool, type ToolForm } from "./replace-in-file.js";
import { searchFilesTool } from "./search-files.js";
import { writeToFileTool } from "./write-to-file.js";

export interface CodingToolsOptions {
  /**
   * How the tools are taught: for `native` calls edits are a list of blocks; for `text` protocols they are
   * SEARCH/REPLACE text, and `attempt_completion` is there too. Default `native`.
   */
  form?: ToolForm;
}

/**
 * The coding tools, always in the same order: read_file, write_to_file, replace_in_file, list_files, search_files,
 * execute_command, ask_followup_question, and with `form: "text"` attempt_completion.
 *
 * One set belongs to one task: it remembers what the model has read, so that nothing is written over unseen. Touches
 * nothing until a tool runs, and loads what a tool needs only then: start-up does not pay for it.
 *
 * @example
 * const workspace = await createWorkspace(".");
 * const agent = createAgent({ model, workspace, tools: codingTools() });
 */
export function codingTools({ form = "native" }: CodingToolsOptions = {}): readonly Tool[] {
  return codingToolsByForm()(form);
}

/**
 * The same set of coding tools in either form, for a task whose protocol may change: what the model has read in one it
 * knows in the other.
 *
 * @example
 * const agent = createAgent({ model, workspace, protocol: "auto", tools: codingToolsByForm() });
 */
export function codingToolsByForm(): (form: ToolForm) => readonly Tool[] {
  const gate = createPathGate();
  const ledger = new ReadLedger();
  return (form) => [
    readFileTool({ gate, ledger }),
    writeToFileTool({ gate, ledger }),
    replaceInFileTool({ gate, ledger, form }),
    listFilesTool({ gate }),
    searchFilesTool({ gate }),
    executeCommandTool(),
    askFollowupQuestionTool(),
    ...(form === "text" ? [attemptCompletionTool()] : []),
  ];
}
