import { stat } from "node:fs/promises";
import { type Tool, textResult } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";
import { explainFileSystemError } from "./files/file-error.js";
import { assertRegularFile, type PathGate, readRefusals } from "./files/path-gate.js";
import { MAX_SEARCH_BYTES, MAX_SHOWN_MATCHES } from "./limits.js";
import { describeMatches, type SearchOutcome } from "./search/file-matches.js";
import { fileFilter, type SearchRequest } from "./search/search-request.js";

export interface SearchFilesInput {
  path: string;
  regex: string;
  file_pattern?: string;
}

/**
 * Finds lines by a regular expression: with ripgrep where it is installed, else by our own walk with the same answers.
 */
export function searchFilesTool({ gate }: { gate: PathGate }): Tool<SearchFilesInput> {
  return {
    name: "search_files",
    description: `Find lines that match a regular expression, below a folder or in a file. Hidden files and those .gitignore leaves out are not searched. At most ${MAX_SHOWN_MATCHES} lines or ${MAX_SEARCH_BYTES / 1024} KB.`,
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: 'Folder or file; "." is the workspace' },
        regex: { type: "string", description: "Matched line by line, case counts ((?i) before it: not)" },
        file_pattern: { type: "string", description: "Glob, e.g. *.ts or src/**/*.test.ts" },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["path", "regex"],
    },
    effects: "none",

    async accesses(input, workspace) {
      return [{ effect: "read", target: (await gate.locate(input.path, input, workspace)).name }];
    },

    async run(input, { signal, workspace, allows }) {
      const start = await gate.admit(input.path, input, workspace);
      const stats = await stat(start.absolute).catch((error: unknown) => {
        throw explainFileSystemError(error, start.name);
      });
      if (!stats.isDirectory()) assertRegularFile(stats, start.name);
      const outcome = await search({
        start,
        isFolder: stats.isDirectory(),
        regex: input.regex,
        filePattern: input.file_pattern,
        takes: await fileFilter(input.file_pattern),
        refuses: await readRefusals(workspace.root),
        signal,
      });
      // The call was judged by where it begins: what stands in a file below a folder is judged by itself.
      const { files, stopped } = outcome;
      const shown = files.filter(({ name }) => !stats.isDirectory() || allows({ effect: "read", target: name }));
      const text = describeMatches({ files: shown, stopped }, files.length - shown.length);
      return textResult(text, { meta: { path: start.name } });
    },
  };
}

/**
 * An expression that ripgrep refuses and JavaScript reads (one that looks around, say) is searched for by our own walk.
 */
async function search(request: SearchRequest): Promise<SearchOutcome> {
  const [{ searchWithRipgrep }, { compileRegex, searchWithoutRipgrep }] = await Promise.all([
    import("./search/ripgrep.js"),
    import("./search/own-search.js"),
  ]);
  try {
    return (await searchWithRipgrep(request)) ?? (await searchWithoutRipgrep(request));
  } catch (error) {
    if (!MillraceError.isInstance(error) || error.code !== "invalid_regex") throw error;
    compileRegex(request.regex);
    return searchWithoutRipgrep(request);
  }
}
