import { join } from "node:path";
import type { CorpusEntry } from "../conformance/corpus-entry.js";
import type { CorpusFile } from "../conformance/corpus-files.js";
import { readLines } from "../conformance/read-lines.js";
import type { Reader } from "./reader.js";

/** An entry and what came of it, by the readers' names; a reader that is not counted there is left out. */
export interface Scored {
  readonly file: string;
  readonly id: string;
  readonly passed: ReadonlyMap<string, boolean>;
}

/** Has every reader read every entry of the files in a folder. */
export async function score(
  corpus: string,
  files: readonly CorpusFile[],
  readers: readonly Reader[],
): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  for (const file of files) {
    for (const line of await readLines(join(corpus, `${file.name}.jsonl`))) {
      const passed = new Map<string, boolean>();
      for (const reader of readers) {
        const passes = await reader.passes(line as CorpusEntry, file);
        if (passes !== undefined) passed.set(reader.name, passes);
      }
      scored.push({ file: file.name, id: line.id, passed });
    }
  }
  return scored;
}
