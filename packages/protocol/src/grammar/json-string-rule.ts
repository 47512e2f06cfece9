import type { JsonSchema } from "../tool-definition.js";
import { characters, choice, type Expression, literal, repeat, sequence } from "./gbnf.js";
import type { JsonRules } from "./json-rules.js";
import { lengthBounds } from "./length-bounds.js";

/**
 * Characters that stand in a JSON string as they are. Control characters must be escaped; the one above them need not,
 * but no model means it.
 */
export const PLAIN_IN_STRING = '^"\\\\\\x00-\\x1F\\x7F';

/**
 * A JSON string under a schema of type string: `minLength` and `maxLength` hold, `pattern` and `format` are not looked
 * at. An escape never is half of a surrogate pair: the character itself can be written.
 */
export function jsonString(rules: JsonRules, schema: JsonSchema): Expression {
  const hex = characters("0-9a-fA-F");
  const unicode = choice(
    sequence(characters("0-9a-cA-CefEF"), repeat(hex, 3, 3)),
    sequence(characters("dD"), characters("0-7"), repeat(hex, 2, 2)),
  );
  const escaped = choice(characters('\\"\\\\/bfnrt'), sequence(literal("u"), unicode));
  const character = rules.grammar.rule(
    "character",
    choice(characters(PLAIN_IN_STRING + (rules.inMarkup ? "<" : "")), sequence(literal("\\"), escaped)),
  );
  const { min, max } = lengthBounds(schema.minLength, schema.maxLength, rules.maxLength);
  return rules.grammar.rule("string", sequence(literal('"'), repeat(character, min, max), literal('"')));
}
