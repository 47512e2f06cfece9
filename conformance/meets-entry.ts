import { isDeepStrictEqual } from "node:util";
import { bodyParameters } from "@millrace/protocol";
import type { CorpusEntry, CorpusResult } from "./corpus-entry.js";

/**
 * Whether a result passes an entry of the corpus: it is what is expected or an `alt` (with `ideal`: that or an `alt`).
 * Bodies compare trimmed at both ends, absent reasoning and an empty one are equal.
 */
export function meetsEntry(got: CorpusResult, entry: CorpusEntry): boolean {
  return [entry.ideal ?? entry.expect, ...(entry.alt ?? [])].some((wanted) => isSame(got, wanted, entry));
}

function isSame(got: CorpusResult, wanted: CorpusResult, { tools, lenientText }: CorpusEntry): boolean {
  return (
    (lenientText === true || got.text === wanted.text) &&
    (got.reasoning ?? "") === (wanted.reasoning ?? "") &&
    (got.partial ?? false) === (wanted.partial ?? false) &&
    got.calls.length === wanted.calls.length &&
    wanted.calls.every(({ name, arguments: values }, index) => {
      const call = got.calls[index];
      const bodies = bodyParameters(tools.find((tool) => tool.name === name)?.parameters ?? {});
      return call?.name === name && isDeepStrictEqual(trimBodies(call.arguments, bodies), trimBodies(values, bodies));
    })
  );
}

function trimBodies(
  values: Readonly<Record<string, unknown>>,
  bodies: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && bodies.has(name) ? value.trim() : value,
    ]),
  );
}
