import { existsSync, readdirSync } from "node:fs";
import { dataFolder } from "./folders.js";

/** A file of the corpus and the dialect it is written in. */
export interface CorpusFile {
  /** Without `.jsonl`. */
  readonly name: string;
  readonly dialect: string;
}

/** Files that are not named like the dialect they are read in. */
const DIALECTS: Readonly<Record<string, string>> = { "cline-xml": "cline", reasoning: "auto" };

/** A record of another program's answers, in another form. */
const DIFFERENTIAL = "cline-v2-differential";

/** The files of the corpus, by name; none where its folder is absent. Sorted, so that runs compare. */
export function corpusFiles(environment: Readonly<Record<string, string | undefined>>): readonly CorpusFile[] {
  const { path } = dataFolder("corpus", environment);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => file.slice(0, -".jsonl".length))
    .filter((name) => name !== DIFFERENTIAL)
    .sort()
    .map((name) => ({ name, dialect: DIALECTS[name] ?? name }));
}
