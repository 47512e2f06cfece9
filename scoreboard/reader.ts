import type { CorpusEntry } from "../conformance/corpus-entry.js";
import type { CorpusFile } from "../conformance/corpus-files.js";

/** A column of the scoreboard: something that reads entries of the corpus, or of which it is known how it reads them. */
export interface Reader {
  readonly name: string;
  /** Whether it reads an entry as the corpus wants it; undefined where that cannot be said: the entry is not counted. */
  passes(entry: CorpusEntry, file: CorpusFile): Promise<boolean | undefined>;
}
