import type { ToolChoice } from "@millrace/agent";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";

/** What the request says about calling tools. */
export interface ReadToolChoice {
  choice?: ToolChoice;
  /** Names of the only tools that may be called. */
  allowed?: ReadonlySet<string>;
}

/** `any` is Anthropic's and Mistral's word. */
const WORDS: Readonly<Record<string, ToolChoice>> = {
  auto: "auto",
  none: "none",
  required: "required",
  any: "required",
};

/**
 * Reads `tool_choice`, and `function_call` of requests in the form before tools. Names stand in a field of their kind
 * (`{ type: "function", function: { name } }`) or flat. What nobody knows says nothing.
 */
export function readToolChoice(value: unknown): ReadToolChoice {
  if (typeof value === "string") return wordIn(value);
  if (!isRecord(value)) return {};
  if (value.type === "allowed_tools") return allowedTools(isRecord(value.allowed_tools) ? value.allowed_tools : value);
  const name = nameIn(value);
  return name === undefined ? wordIn(value.type) : { choice: { name } };
}

function wordIn(value: unknown): ReadToolChoice {
  const choice = typeof value === "string" && Object.hasOwn(WORDS, value) ? WORDS[value] : undefined;
  return choice === undefined ? {} : { choice };
}

function allowedTools({ mode, tools }: JsonRecord): ReadToolChoice {
  const allowed = new Set(listIn(tools).flatMap((tool) => (isRecord(tool) ? (nameIn(tool) ?? []) : [])));
  return { ...wordIn(mode), allowed };
}

function nameIn(value: JsonRecord): string | undefined {
  const { function: named, custom } = value;
  return textIn((isRecord(named) ? named : isRecord(custom) ? custom : value).name);
}
