import type { Grammar, ModelProfile } from "@millrace/agent";
import { type CallForm, callGrammar, type GrammarOptions } from "@millrace/protocol";
import type { ClientRequest } from "../client-request.js";
import { isRecord } from "../json.js";
import { MAX_GRAMMAR_TOOLS, MAX_KNOWN_GRAMMARS } from "../limits.js";
import { RecentMap } from "../recent-map.js";

/**
 * Fields by which a client itself says what form an answer has, besides `response_format` and the responses wire's
 * `text.format`: llama.cpp and vLLM answer 400 to two such things in one request.
 */
const FORM_FIELDS: readonly string[] = [
  "grammar", // "root ::= …"
  "json_schema", // {"type": "object", …}
  "structured_outputs", // {"regex": "…"}
  "guided_json",
  "guided_regex",
  "guided_choice",
  "guided_grammar",
];

/**
 * Makes the grammars that hold a model to whole calls of a client's tools, in one form. One is made once for a set of
 * tools, some milliseconds for JSON forms and up to some hundred where each parameter has a tag; the last
 * {@link MAX_KNOWN_GRAMMARS} are kept. Looking one up is O(the tools' JSON).
 */
export class CallGrammars {
  readonly #form: CallForm;
  readonly #known = new RecentMap<Grammar>(MAX_KNOWN_GRAMMARS);

  constructor(form: CallForm) {
    this.#form = form;
  }

  /**
   * The grammar for a request. Where a call is required, of that tool or of any, only calls may be written, behind
   * reasoning where the model thinks. Else text is free, and what begins as a call must become one, where the form has a
   * mark. Undefined: the answer is not held to anything, since no call is wanted, the client wants another form, or there
   * is too much of the tools.
   */
  for(
    { tools, toolChoice, parallelToolCalls }: Pick<ClientRequest, "tools" | "toolChoice" | "parallelToolCalls">,
    { reasoning }: Pick<ModelProfile, "reasoning">,
    extra: Readonly<Record<string, unknown>>,
  ): Grammar | undefined {
    if (tools.length === 0 || toolChoice === "none" || wantsOtherForm(extra)) return undefined;
    const only = typeof toolChoice === "object" ? toolChoice.name : undefined;
    if (only !== undefined && !tools.some(({ name }) => name === only)) return undefined;
    const isRequired = only !== undefined || toolChoice === "required";
    if (!isRequired && this.#form.mark === undefined) return undefined;
    const thinking = reasoning.opensInPrompt ? "opened-reasoning" : reasoning.form === "none" ? "nothing" : "reasoning";
    const options: GrammarOptions = {
      calls: parallelToolCalls === false ? "one" : "several",
      beside: isRequired ? thinking : "text",
      ...(only !== undefined && { only }),
    };
    const key = JSON.stringify([options, tools.map(({ name, parameters }) => [name, parameters])]);
    if (key.length > MAX_GRAMMAR_TOOLS) return undefined;
    const known = this.#known.get(key);
    if (known) return known;
    const grammar: Grammar = { syntax: "gbnf", text: callGrammar(this.#form, tools, options) };
    this.#known.set(key, grammar);
    return grammar;
  }
}

function wantsOtherForm(extra: Readonly<Record<string, unknown>>): boolean {
  if (FORM_FIELDS.some((field) => extra[field] !== undefined && extra[field] !== null)) return true;
  const { response_format: format, text } = extra;
  return [format, isRecord(text) ? text.format : undefined].some((one) => isRecord(one) && one.type !== "text");
}
