import { checkTools } from "../check-tools.js";
import { InvalidOptionError } from "../errors.js";
import type { ToolDefinition } from "../tool-definition.js";
import type { CallForm } from "./call-form.js";
import { fill } from "./fill.js";
import { characters, choice, type Expression, Grammar, literal, repeat, sequence } from "./gbnf.js";
import { JsonSchemaRules } from "./json-schema-rule.js";
import { parametersRule } from "./parameters-rule.js";

/** What a caller may say of a grammar. */
export interface GrammarOptions {
  /**
   * Most characters of one text, and most items of one list, that the schema does not bound itself. Absent: any number.
   * For models that seldom close what they opened.
   */
  maxTextLength?: number;
}

/**
 * A grammar in GBNF, llama.cpp's notation, whose texts are one or more calls of these tools in this form: only known
 * names, all required parameters, every value of its type. A message made by it is read back as those calls, closed,
 * with nothing to mend and no fault, but that a key of a map (`additionalProperties`) may be written twice: one of them
 * counts. It allows no text before, between or behind the calls.
 *
 * A name that the form cannot hold (a `>` in a tag) is written as it is: give tools the names that providers allow.
 *
 * @throws InvalidOptionError if there is no tool, if `tools` are not what a reader works with, or if `maxTextLength` is
 * no whole number above 0.
 *
 * @example
 * const grammar = callGrammar(getCallForm("hermes"), tools);
 * // root ::= call ("\n" call)*
 * // call ::= read-file | write-to-file …
 */
export function callGrammar(form: CallForm, tools: readonly ToolDefinition[], options: GrammarOptions = {}): string {
  const { maxTextLength } = options;
  checkTools(tools);
  if (tools.length === 0) throw new InvalidOptionError("tools", "A grammar of calls needs at least one tool.");
  if (maxTextLength !== undefined && !(Number.isSafeInteger(maxTextLength) && maxTextLength > 0)) {
    throw new InvalidOptionError("maxTextLength", "`maxTextLength` must be a whole number above 0.");
  }
  const grammar = new Grammar();
  const calls = tools.map((tool) => grammar.rule(tool.name, callRule(grammar, form, tool, tools, maxTextLength)));
  const call = grammar.rule("call", choice(...calls));
  const more = form.between === undefined ? [] : [repeat(sequence(literal(form.between), call), 0)];
  return grammar.write(sequence(literal(form.open), call, ...more, literal(form.close)));
}

function callRule(
  grammar: Grammar,
  form: CallForm,
  tool: ToolDefinition,
  tools: readonly ToolDefinition[],
  maxLength: number | undefined,
): Expression {
  const { parameters: own } = form;
  const root = { properties: {}, ...tool.parameters, type: "object" } as const;
  const json = new JsonSchemaRules({ grammar, owner: tool.name, root, maxLength, inMarkup: own !== undefined });
  const toolNames = tools.map(({ name }) => name);
  return fill(form.call, {
    NAME: literal(tool.name),
    QUOTED_NAME: literal(JSON.stringify(tool.name)),
    NUMBER: choice(literal("0"), sequence(characters("1-9"), repeat(characters("0-9"), 0, 2))),
    ARGUMENTS:
      own === undefined ? json.value(root) : parametersRule(own, tool, { grammar, json, maxLength, toolNames }),
  });
}
