import type { CorpusEntry, CorpusResult } from "../conformance/corpus-entry.js";
import { meetsEntry } from "../conformance/meets-entry.js";

/** What a reader tells at all. What it does not tell is no part of the comparison. */
export interface Tells {
  /** That a message was cut inside a call. */
  readonly partial: boolean;
  /** Reasoning apart from text. */
  readonly reasoning: boolean;
}

/**
 * Whether a result passes an entry, by the rules of the corpus; undefined where every result that would pass has something
 * that the reader does not tell.
 */
export function judge(got: CorpusResult, entry: CorpusEntry, tells: Tells): boolean | undefined {
  const [wanted, ...others] = [entry.ideal ?? entry.expect, ...(entry.alt ?? [])].filter(
    (result) => (tells.partial || result.partial !== true) && (tells.reasoning || (result.reasoning ?? "") === ""),
  );
  if (wanted === undefined) return undefined;
  const { ideal: _ideal, ...rest } = entry;
  return meetsEntry(got, { ...rest, expect: wanted, alt: others });
}
