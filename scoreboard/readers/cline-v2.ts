import { join } from "node:path";
import { coerceParams } from "@millrace/protocol";
import type { CorpusEntry, CorpusResult } from "../../conformance/corpus-entry.js";
import { joinPieces } from "../../conformance/join-pieces.js";
import type { Line } from "../../conformance/kind.js";
import { readLines } from "../../conformance/read-lines.js";
import type { RecordedBlock } from "../../conformance/v2/recorded-block.js";
import { judge } from "../judge.js";
import type { Reader } from "../reader.js";

interface Recorded extends Line {
  readonly v2: readonly RecordedBlock[];
}

/** Cline 4.0.10, by its recorded answers to the entries of `cline-xml`. It leaves typing to its host, so that is done here. */
export async function clineV2(corpus: string): Promise<Reader> {
  const lines = await readLines(join(corpus, "cline-v2-differential.jsonl"));
  const answers = new Map(lines.map((line) => [line.id, (line as Recorded).v2]));
  return {
    name: "Cline 4.0.10",
    async passes(entry) {
      const blocks = answers.get(`v2-${entry.id}`);
      if (blocks === undefined) return undefined;
      return judge(resultOf(blocks, entry), entry, { partial: true, reasoning: false });
    },
  };
}

function resultOf(blocks: readonly RecordedBlock[], { tools }: CorpusEntry): CorpusResult {
  const calls = blocks.filter((block) => block.type === "tool_use");
  return {
    text: joinPieces(blocks.filter((block) => block.type === "text").map(({ content }) => content)),
    calls: calls.map(({ name, params }) => ({
      name,
      arguments: coerceParams(tools.find((tool) => tool.name === name)?.parameters ?? {}, Object.entries(params)),
    })),
    partial: calls.some(({ partial }) => partial),
  };
}
