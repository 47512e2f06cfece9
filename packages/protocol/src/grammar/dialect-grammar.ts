import { checkTools } from "../check-tools.js";
import { InvalidOptionError } from "../errors.js";
import type { ToolDefinition } from "../tool-definition.js";
import type { CallForm } from "./call-form.js";
import { fill } from "./fill.js";
import { characters, choice, type Expression, Grammar, literal, repeat, sequence } from "./gbnf.js";
import { JsonSchemaRules } from "./json-schema-rule.js";
import { parametersRule } from "./parameters-rule.js";
import { reasoningRule } from "./reasoning-rule.js";
import { textWithout } from "./text-without-rule.js";

/** What a caller may say of a grammar. */
export interface GrammarOptions {
  /**
   * Most characters of one text, and most items of one list, that the schema does not bound itself. Absent: any number.
   * For models that seldom close what they opened.
   */
  maxTextLength?: number;
  /** The one tool that may be called. The names of the others still mean something to a reader. Default: all of them. */
  only?: string;
  /** `one`: a single call. Default: one or more, where the form has more than one. */
  calls?: "one" | "several";
  /**
   * What stands beside the calls. Default `nothing`.
   * - `reasoning`: in front of them a block of reasoning may stand that the model opens.
   * - `opened-reasoning`: the same, where the prompt opens it and the model writes on and closes it. It may leave it out,
   *   as a server may keep reasoning apart from the text that the grammar is for.
   * - `text`: any text, reasoning too, around calls and without any; what begins as a call does, see {@link CallForm.mark},
   *   is one. For forms that have a mark.
   */
  beside?: "nothing" | "reasoning" | "opened-reasoning" | "text";
}

/**
 * A grammar in GBNF, the notation of llama.cpp that xgrammar (vLLM, SGLang) reads as well, whose texts are one or more
 * calls of these tools in this form: only known names, all required parameters, every value of its type. A message made
 * by it is read back as those calls, closed, with nothing to mend and no fault, but that a key of a map
 * (`additionalProperties`) may be written twice: one of them counts. It allows no text before, between or behind the
 * calls but what `beside` says; in free text a reader may find more than the grammar means, such as code around a call.
 *
 * A name that the form cannot hold (a `>` in a tag) is written as it is: give tools the names that providers allow.
 *
 * @throws InvalidOptionError if there is no tool, if `tools` are not what a reader works with, if `only` is none of them,
 * if the form has no mark to tell calls from text by, or if `maxTextLength` is no whole number above 0.
 *
 * @example
 * const grammar = callGrammar(getCallForm("hermes"), tools);
 * // root ::= call ("\n" call)*
 * // call ::= read-file | write-to-file …
 */
export function callGrammar(form: CallForm, tools: readonly ToolDefinition[], options: GrammarOptions = {}): string {
  const { maxTextLength, only, calls, beside = "nothing" } = options;
  checkTools(tools);
  if (tools.length === 0) throw new InvalidOptionError("tools", "A grammar of calls needs at least one tool.");
  if (maxTextLength !== undefined && !(Number.isSafeInteger(maxTextLength) && maxTextLength > 0)) {
    throw new InvalidOptionError("maxTextLength", "`maxTextLength` must be a whole number above 0.");
  }
  const called = only === undefined ? tools : tools.filter(({ name }) => name === only);
  if (called.length === 0) throw new InvalidOptionError("only", `There is no tool "${only}".`);
  const grammar = new Grammar();
  const rules = called.map((tool) => grammar.rule(tool.name, callRule(grammar, form, tool, tools, maxTextLength)));
  const call = grammar.rule("call", choice(...rules));
  const { open, between, close } = form;
  const isGroup = open !== "" || close !== "";
  // Where nothing holds calls together, free text stands between them as well as anything.
  const mayFollow = between !== undefined && calls !== "one" && (isGroup || beside !== "text");
  const more = mayFollow ? [repeat(sequence(literal(between), call), 0)] : [];
  const group = sequence(literal(open), call, ...more, literal(close));
  switch (beside) {
    case "nothing":
      return grammar.write(group);
    case "reasoning":
      return grammar.write(sequence(reasoningRule(grammar, "model"), group));
    case "opened-reasoning":
      return grammar.write(sequence(reasoningRule(grammar, "prompt"), group));
    case "text": {
      const text = textWithout(grammar, marksOf(form, tools));
      return grammar.write(sequence(text, repeat(sequence(group, text), 0, calls === "one" ? 1 : undefined)));
    }
  }
}

/** With what calls begin: one mark for all tools, or one each. */
function marksOf({ dialect, mark }: CallForm, tools: readonly ToolDefinition[]): readonly string[] {
  if (mark === undefined) {
    throw new InvalidOptionError(
      "beside",
      `A call of the dialect "${dialect}" begins with nothing that tells it from text.`,
    );
  }
  return [...new Set(tools.map(({ name }) => mark.replace("$NAME", () => name)))];
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
