import { corpusResult } from "../../conformance/corpus-result.js";
import { meetsEntry } from "../../conformance/meets-entry.js";
import { readInEveryCut } from "../../conformance/read-message.js";
import { readsDialect } from "../../conformance/reads-dialect.js";
import type { Reader } from "../reader.js";

/** Millrace's reader, in the dialect of the file or in the one named. It passes only if every cut reads the same. */
export function ours(name: string, always?: string): Reader {
  return {
    name,
    async passes(entry, file) {
      const dialect = always ?? file.dialect;
      if (!readsDialect(dialect)) return undefined;
      const { message, difference } = readInEveryCut(entry.input, entry.id, {
        tools: entry.tools.map((tool) => ({ description: "", ...tool })),
        dialect,
        ...(entry.start !== undefined && { start: entry.start }),
      });
      return difference === undefined && meetsEntry(corpusResult(message, entry), entry);
    },
  };
}
