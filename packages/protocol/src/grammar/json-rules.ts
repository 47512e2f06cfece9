import type { JsonSchema } from "../tool-definition.js";
import { characters, choice, type Expression, type Grammar, literal, optional, repeat, sequence } from "./gbnf.js";

/** What the rules of JSON text are written with, and into. */
export interface JsonRules {
  grammar: Grammar;
  /** Whose schema it is; it tells apart what several schemas name alike. */
  owner: string;
  /** The schema in which a `$ref` is looked up. */
  root: JsonSchema;
  /** Most characters of a text and most items of a list that names no number itself. `undefined`: any number. */
  maxLength: number | undefined;
  /** No `<` stands in the text: it is part of a markup that knows no JSON. `\u003c` says the same. */
  inMarkup: boolean;
}

/**
 * Blanks that may stand between two tokens: none, one, or a line break and an indent. They are bounded because a weak
 * model that may write blanks writes nothing else.
 */
export function blanks({ grammar }: JsonRules): Expression {
  const indent = sequence(literal("\n"), repeat(characters(" \\t"), 0, 16));
  return optional(grammar.rule("blanks", choice(literal(" "), indent)));
}

/** A JSON value as it is written into a text, with the escape that markup needs. */
export function writtenJson({ inMarkup }: JsonRules, value: unknown): Expression {
  const text = JSON.stringify(value);
  return literal(inMarkup ? text.replaceAll("<", "\\u003c") : text);
}
