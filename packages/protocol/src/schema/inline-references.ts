import { MAX_REFERENCED_SCHEMAS, MAX_SCHEMA_DEPTH } from "../limits.js";
import type { JsonSchema } from "../tool-definition.js";
import { isSchema } from "./accepted-types.js";

/** Keywords whose value is one schema, a list of them, or schemas by name. */
const NESTED = ["items", "additionalProperties", "anyOf", "oneOf", "allOf", "properties"];
/** Keywords that say nothing once references are replaced. */
const LEFT_OUT: ReadonlySet<string> = new Set(["$ref", "$defs", "definitions", "$schema"]);

/**
 * A tool's schema as readers and lessons take it, made from one as servers and libraries publish it: what a local
 * reference (`#/$defs/Point`) names stands in its place, with the words beside it (a description) before its own. Where
 * a schema holds itself, is nested deeper than is ever looked at, or stands for more than 20,000, only the type is kept.
 * `true`, `false` and what is no schema become `{}`: nothing is known. Never throws. Linear in the schema: what is named
 * twice is one object.
 *
 * @example
 * inlineReferences({ properties: { at: { $ref: "#/$defs/Point" } }, $defs: { Point: { type: "object" } } });
 * // { properties: { at: { type: "object" } } }
 */
export function inlineReferences(schema: unknown): JsonSchema {
  return new Inlining(schema).inline(schema, 0);
}

class Inlining {
  readonly #root: unknown;
  /** By reference; undefined while it is being made. */
  readonly #made = new Map<string, { schema: JsonSchema; size: number } | undefined>();
  /** Schemas so far, as they would be written: one that is named twice counts twice. */
  #size = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  inline(schema: unknown, depth: number): JsonSchema {
    this.#size++;
    if (!isSchema(schema)) return {};
    if (depth > MAX_SCHEMA_DEPTH) return typeAlone(schema);
    const own = Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => !LEFT_OUT.has(keyword))
        .map(([keyword, value]) => [
          keyword,
          NESTED.includes(keyword) ? this.#nested(keyword, value, depth + 1) : value,
        ]),
    );
    const { $ref: reference } = schema;
    return typeof reference === "string" ? { ...this.#named(reference, depth + 1), ...own } : own;
  }

  #nested(keyword: string, value: unknown, depth: number): unknown {
    if (typeof value === "boolean" && keyword === "additionalProperties") return value;
    if (Array.isArray(value)) return value.map((one) => this.inline(one, depth));
    if (keyword !== "properties" || !isSchema(value)) return this.inline(value, depth);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.inline(one, depth)]));
  }

  #named(reference: string, depth: number): JsonSchema {
    const target = this.#find(reference);
    const known = this.#made.get(reference);
    if (known) {
      if (this.#size + known.size > MAX_REFERENCED_SCHEMAS) return typeAlone(target);
      this.#size += known.size;
      return known.schema;
    }
    if (this.#made.has(reference)) return typeAlone(target);
    this.#made.set(reference, undefined);
    const before = this.#size;
    const schema = this.inline(target, depth);
    this.#made.set(reference, { schema, size: this.#size - before });
    return schema;
  }

  /** What a JSON pointer names; undefined for another document's. */
  #find(reference: string): unknown {
    if (!reference.startsWith("#")) return undefined;
    let found = this.#root;
    for (const step of reference.slice(1).split("/").slice(1)) {
      const name = decoded(step);
      if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
      found = Reflect.get(found, name);
    }
    return found;
  }
}

/** A step of a JSON pointer in a URI fragment. */
function decoded(step: string): string {
  const text = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(text);
  } catch {
    // No valid escape: then the name holds the percent sign itself.
    return text;
  }
}

function typeAlone(schema: unknown): JsonSchema {
  return isSchema(schema) && schema.type !== undefined ? { type: schema.type } : {};
}
