import type { Prices } from "@millrace/agent";
import { type JsonRecord, lineIn, listIn, recordIn, sizeIn } from "../../json.js";
import { ABILITY_FIELDS, ENTRY_FIELDS, FLAG_FIELDS, PRICE_FIELDS } from "./entry-fields.js";
import type { ModelFacts } from "./model-facts.js";

/** What an entry of a server's list of models says, by the tables of fields. Total: what has another type says nothing. */
export function readEntry(entry: JsonRecord, name: string): ModelFacts {
  const facts = new Map<string, unknown>([["name", name]]);
  const note = (fact: string, value: unknown) => {
    if (value !== undefined && !facts.has(fact)) facts.set(fact, value);
  };
  for (const { fact, path, sample } of ENTRY_FIELDS) {
    const value = valueAt(entry, path);
    note(fact, typeof sample === "number" ? sizeIn(value) : lineIn(value));
  }
  for (const { fact, path, word, complete } of ABILITY_FIELDS) {
    const words = valueAt(entry, path);
    if (Array.isArray(words)) note(fact, words.includes(word) || (complete ? false : undefined));
  }
  for (const { fact, path, yes, yesOnly } of FLAG_FIELDS) {
    const value = valueAt(entry, path);
    if (typeof value === typeof yes) note(fact, value === yes || (yesOnly ? undefined : false));
  }
  note("prices", pricesIn(entry));
  note("embeds", isEmbedding(entry, name) || undefined);
  return { ...Object.fromEntries(facts), name };
}

/** What stands at `a.b.c`. */
function valueAt(entry: JsonRecord, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => recordIn(value)[key], entry);
}

function pricesIn(entry: JsonRecord): Prices | undefined {
  for (const { times, input, output, cacheRead, cacheWrite } of PRICE_FIELDS) {
    const price = (path: string) => priceIn(valueAt(entry, path), times);
    const [into, out, read, write] = [price(input), price(output), price(cacheRead), price(cacheWrite)];
    if (into === undefined || out === undefined) continue;
    return {
      input: into,
      output: out,
      ...(read !== undefined && { cacheRead: read }),
      ...(write !== undefined && { cacheWrite: write }),
    };
  }
  return undefined;
}

/** Rounded to what is left of a price after its digits were multiplied. */
function priceIn(value: unknown, times: number): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0) return undefined;
  return Number((number * times).toPrecision(12));
}

/** Models that only make vectors are listed beside those that chat. */
function isEmbedding(entry: JsonRecord, name: string): boolean {
  const family = recordIn(entry.details).family;
  if (entry.type === "embeddings" || entry.type === "embedding") return true;
  if (/(?:^|[-_/])embed/i.test(name)) return true;
  const methods = listIn(entry.supportedGenerationMethods);
  if (methods.length > 0 && !methods.includes("generateContent")) return true;
  return typeof family === "string" && family.includes("bert");
}
