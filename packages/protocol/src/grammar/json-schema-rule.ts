import { acceptedTypes, isSchema, namedValues } from "../schema/accepted-types.js";
import { findFaults } from "../schema/find-faults.js";
import { taughtParameters } from "../teach/describe-schema.js";
import type { JsonSchema, JsonType } from "../tool-definition.js";
import { choice, type Expression, literal, optional, repeat, sequence } from "./gbnf.js";
import { jsonObject } from "./json-object-rule.js";
import { blanks, type JsonRules, writtenJson } from "./json-rules.js";
import { jsonString } from "./json-string-rule.js";
import { lengthBounds } from "./length-bounds.js";
import { integerRule, numberRule } from "./number-rule.js";
import { schemaAlternatives } from "./schema-alternatives.js";

/** Types in the order in which they are written as alternatives. A whole number is a number. */
const TYPES: readonly JsonType[] = ["string", "integer", "number", "boolean", "object", "array", "null"];

/**
 * Writes the rules of JSON text under the schemas of one grammar. What they allow has no fault by this package's
 * validator; the other way round they are a little stricter: properties come in the order of the schema, objects get
 * no property that it does not declare (one that names none at all may have any), blanks are bounded. Keywords that the
 * validator does not know are not looked at, but for `maxLength`, `maxItems` and a `$ref` to the same schema.
 *
 * Source: JSON (RFC 8259), JSON Schema draft 2020-12.
 */
export class JsonSchemaRules {
  readonly #rules: JsonRules;

  constructor(rules: JsonRules) {
    this.#rules = rules;
  }

  /** JSON text of a value under the schema. What is no schema (`true`) lets every value through. */
  value(schema: unknown): Expression {
    const alternatives = schemaAlternatives(schema);
    // A schema that nothing fits is not worth a failure here: the validator will say so.
    return alternatives.length === 0 ? this.#anyValue() : choice(...alternatives.map((one) => this.#alternative(one)));
  }

  /** The same for a schema that is no union, see {@link schemaAlternatives}; `types` narrows it. */
  ofTypes(schema: JsonSchema, types: ReadonlySet<JsonType>): Expression {
    const written = TYPES.filter((type) => types.has(type) && !(type === "integer" && types.has("number")));
    return choice(...written.map((type) => this.#typed(type, schema)));
  }

  #alternative(schema: JsonSchema): Expression {
    const { $ref } = schema;
    if (typeof $ref === "string" && $ref.startsWith("#")) return this.#reference($ref);
    const named = namedValues(schema).filter((value) => findFaults(schema, value).length === 0);
    if (named.length > 0) return choice(...named.map((value) => writtenJson(this.#rules, value)));
    const types = acceptedTypes(schema);
    if (types !== undefined && types.size > 0) return this.ofTypes(schema, types);
    if (isSchema(schema.properties)) return this.#typed("object", schema);
    return isSchema(schema.items) ? this.#typed("array", schema) : this.#anyValue();
  }

  #reference(pointer: string): Expression {
    const { grammar, owner, root } = this.#rules;
    return grammar.recursive(pointer, `${owner} ${pointer}`, () => this.value(pointedAt(root, pointer)));
  }

  #typed(type: JsonType, schema: JsonSchema): Expression {
    const { grammar } = this.#rules;
    const bounds = { min: numberOr(schema.minimum), max: numberOr(schema.maximum) };
    switch (type) {
      case "string":
        return jsonString(this.#rules, schema);
      case "integer":
        return grammar.rule("integer", integerRule(bounds));
      case "number":
        return grammar.rule("number", numberRule(bounds));
      case "boolean":
        return choice(literal("true"), literal("false"));
      case "null":
        return literal("null");
      case "array":
        return grammar.rule("array", this.#array(schema));
      case "object":
        return grammar.rule("object", this.#object(schema));
    }
  }

  #array({ items, minItems, maxItems }: JsonSchema): Expression {
    const space = blanks(this.#rules);
    const item = this.value(items ?? true);
    const { min, max } = lengthBounds(minItems, maxItems, this.#rules.maxLength);
    const more = repeat(sequence(literal(","), space, item), Math.max(min - 1, 0), max && max - 1);
    const inside = sequence(item, more, space);
    const all = max === 0 ? sequence() : min === 0 ? optional(inside) : inside;
    return sequence(literal("["), space, all, literal("]"));
  }

  #object(schema: JsonSchema): Expression {
    const { properties, additionalProperties } = schema;
    const members = taughtParameters({ ...schema, properties: isSchema(properties) ? properties : {} }).map(
      ({ name, schema, required }) => ({ name, required, value: this.value(schema) }),
    );
    const isFree = properties === undefined && additionalProperties === undefined;
    const other = additionalProperties === true || isFree ? this.#anyValue() : undefined;
    return jsonObject(this.#rules, members, isSchema(additionalProperties) ? this.value(additionalProperties) : other);
  }

  #anyValue(): Expression {
    return this.#rules.grammar.recursive("any", "any", () => this.ofTypes({}, new Set(TYPES)));
  }
}

function numberOr(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** What a `$ref` within a schema points at; `undefined` where there is nothing. */
function pointedAt(root: JsonSchema, pointer: string): unknown {
  let at: unknown = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isSchema(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}
