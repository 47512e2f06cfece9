import type { ParserOptions } from "@millrace/protocol";
import type { CorpusEntry } from "../corpus-entry.js";
import type { CorpusFile } from "../corpus-files.js";
import { corpusResult } from "../corpus-result.js";
import type { Kind, Outcome, Total } from "../kind.js";
import { KNOWN_MISSES, type KnownMisses } from "../known-misses.js";
import { meetsEntry } from "../meets-entry.js";
import { readInEveryCut } from "../read-message.js";
import { readsDialect } from "../reads-dialect.js";
import { shorten } from "../shorten.js";

const OWN: Total = { name: "the corpus, each file in its dialect", least: 0.98 };
const AUTO: Total = { name: "the corpus in auto", least: 0.98 };

/**
 * The files of the corpus, each in its dialect and then each once more in `auto`. Where there are none, one kind that
 * stands for them, so that a run says that the corpus is absent.
 */
export function corpora(files: readonly CorpusFile[], misses: KnownMisses = KNOWN_MISSES): readonly Kind[] {
  if (files.length === 0) return [corpus("corpus", "corpus", "auto", OWN, misses.own)];
  return [
    ...files.map(({ name, dialect }) => corpus(name, name, dialect, OWN, misses.own)),
    ...files.map(({ name }) => corpus(`auto:${name}`, name, "auto", AUTO, misses.auto)),
  ];
}

function corpus(name: string, file: string, dialect: string, total: Total, knownMisses: KnownMisses["own"]): Kind {
  return {
    name,
    folder: "corpus",
    file: `${file}.jsonl`,
    total,
    knownMisses,
    isQuirk: (line) => (line as CorpusEntry).quirk === true,
    run: async (line) => runEntry(line as CorpusEntry, dialect),
  };
}

function runEntry(entry: CorpusEntry, dialect: string): Outcome {
  if (!readsDialect(dialect)) return { status: "not-yet", detail: `dialect ${dialect}` };
  const options: ParserOptions = {
    tools: entry.tools.map((tool) => ({ description: "", ...tool })),
    dialect,
    ...(entry.start !== undefined && { start: entry.start }),
  };
  const { message, difference } = readInEveryCut(entry.input, entry.id, options);
  if (difference !== undefined) return { status: "failed", detail: difference };
  const got = corpusResult(message, entry);
  if (meetsEntry(got, entry)) return { status: "passed" };
  const wanted = entry.ideal ?? entry.expect;
  return {
    status: "failed",
    detail: `${shorten(entry.input)}\n    got    ${shorten(got)}\n    wanted ${shorten(wanted)}`,
  };
}
