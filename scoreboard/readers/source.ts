import { meetsEntry } from "../../conformance/meets-entry.js";
import type { Reader } from "../reader.js";

/**
 * A project whose own tests the corpus holds, by what those tests expect. It passes where the corpus wants the same.
 * Where that was a habit (`quirk`), its answer is `expect` beside an `ideal`; else it stands among the `alt`, or was not
 * taken because it is wrong.
 */
export function source(name: string, repository: string): Reader {
  return {
    name,
    async passes(entry) {
      if (!entry.source.startsWith(`${repository} `)) return undefined;
      if (entry.quirk !== true) return true;
      return entry.ideal === undefined ? entry.alt !== undefined : meetsEntry(entry.expect, entry);
    },
  };
}
