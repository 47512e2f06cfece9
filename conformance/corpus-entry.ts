import type { JsonSchema } from "@millrace/protocol";
import type { Line } from "./kind.js";

/** A line of a corpus file; the corpus' README says what the fields mean. */
export interface CorpusEntry extends Line {
  readonly source: string;
  readonly tools: readonly { readonly name: string; readonly parameters: JsonSchema }[];
  readonly input: string;
  readonly start?: "in-reasoning";
  readonly expect: CorpusResult;
  readonly ideal?: CorpusResult;
  readonly alt?: readonly CorpusResult[];
  readonly lenientText?: boolean;
  readonly quirk?: boolean;
}

/** What a message reads as, in the form of the corpus. */
export interface CorpusResult {
  readonly text: string;
  readonly reasoning?: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly partial?: boolean;
}
