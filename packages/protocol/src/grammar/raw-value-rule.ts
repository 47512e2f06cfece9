import { acceptedTypes } from "../schema/accepted-types.js";
import { isPlainText } from "../schema/coerce.js";
import { findFaults } from "../schema/find-faults.js";
import type { JsonSchema } from "../tool-definition.js";
import { type Expression, type Grammar, literal } from "./gbnf.js";
import type { JsonSchemaRules } from "./json-schema-rule.js";
import { lengthBounds } from "./length-bounds.js";
import { type RawText, rawText } from "./raw-text-rule.js";
import { schemaAlternatives } from "./schema-alternatives.js";

/** How a value can be written between two tags: as text, as JSON. A list that is empty: not so. */
export interface RawValue {
  text: readonly Expression[];
  json: readonly Expression[];
}

/** Where values are written, and how. */
export interface RawPlace {
  grammar: Grammar;
  json: JsonSchemaRules;
  maxLength: number | undefined;
  /** What text may not hold there. */
  tags: readonly string[];
  solidEnds: boolean;
}

/**
 * The ways to write a value between two tags that `coerceParams` types as the schema wants: text is text where the schema
 * takes text or says nothing of types; all else is JSON. Where a schema takes both, text begins with nothing that a
 * number, an array or an object begins with. Neither where all the values that the schema names hold tags.
 */
export function rawValue(place: RawPlace, schema: JsonSchema): RawValue {
  if (isPlainText(schema) || acceptedTypes(schema) === undefined) {
    return { text: [textOf(place, schema, false)], json: [] };
  }
  const ways = schemaAlternatives(schema).map((one) => wayOf(place, one));
  return { text: ways.flatMap(({ text }) => text), json: ways.flatMap(({ json }) => json) };
}

function wayOf(place: RawPlace, schema: JsonSchema): RawValue {
  const named = "const" in schema ? [schema.const] : schema.enum;
  if (named !== undefined) {
    const fit = named.filter((value) => findFaults(schema, value).length === 0);
    const words = fit.filter((value) => typeof value === "string").filter((word) => canStand(word, place.tags));
    const others = fit.filter((value) => typeof value !== "string");
    return { text: words.map(literal), json: others.map((value) => place.json.value({ const: value })) };
  }
  const types = acceptedTypes(schema);
  if (types === undefined) return { text: [textOf(place, schema, true)], json: [] };
  const others = new Set([...types].filter((type) => type !== "string"));
  return {
    text: types.has("string") ? [textOf(place, schema, true)] : [],
    json: others.size > 0 ? [place.json.ofTypes(schema, others)] : [],
  };
}

function textOf({ grammar, maxLength, tags, solidEnds }: RawPlace, schema: JsonSchema, isWord: boolean): Expression {
  const bounds: RawText = { tags, ...lengthBounds(schema.minLength, schema.maxLength, maxLength), solidEnds, isWord };
  return grammar.rule("value", rawText(grammar, bounds));
}

/** A word that the schema names is compared trimmed. One in which a tag begins, or something like one, is not offered. */
function canStand(word: string, tags: readonly string[]): boolean {
  const written = word.toLowerCase().replace(/<[/ \t]*/g, "<");
  return word === word.trim() && !tags.some((tag) => written.includes(`<${tag.toLowerCase()}`));
}
