import { jsonString } from "./json-string.js";
import type { AskedCall } from "./probe-words.js";

/** The ways of writing a call that models of this folder know. */
export type DialectName =
  | "cline"
  | "hermes"
  | "qwen3-coder"
  | "mistral"
  | "llama3-json"
  | "markdown-json"
  | "deepseek-v3"
  | "deepseek-v31"
  | "tool-code"
  | "harmony"
  | "react";

/** A dialect as a model writes it. */
export interface WrittenDialect {
  name: DialectName;
  /** What of a lesson, or of a call in the history, shows that this is the way to call. */
  mark: RegExp;
  write(call: AskedCall, hand: Hand): string;
}

/** How one model writes. */
export interface Hand {
  /** A value as it stands between tags. */
  raw(value: string): string;
  /** The arguments as a JSON object. */
  json(values: Readonly<Record<string, string>>): string;
  /** A closing mark, or nothing where the model forgets them. */
  close(mark: string): string;
}

/**
 * From the shapes of shared/corpus and shared/reference/dialects.md (sections 2 to 8), the most telling mark first: tags
 * of a tool's name look like many others.
 */
export const DIALECTS: readonly WrittenDialect[] = [
  {
    name: "qwen3-coder",
    mark: /<function=[\w.-]+>\s*<parameter=/,
    write({ name, arguments: values }, { raw, close }) {
      const parameters = pairs(values, (key, value) => `<parameter=${key}>\n${raw(value)}\n${close("</parameter>\n")}`);
      return `<tool_call>\n<function=${name}>\n${parameters.join("")}${close("</function>\n</tool_call>")}`;
    },
  },
  {
    name: "hermes",
    mark: /<tool_call>\s*\{\s*"name"/,
    write: (call, hand) => `<tool_call>\n${named(call, hand, "arguments")}\n${hand.close("</tool_call>")}`,
  },
  {
    name: "mistral",
    mark: /\[TOOL_CALLS\]/,
    write: ({ name, arguments: values }, { json }) => `[TOOL_CALLS]${name}[ARGS]${json(values)}`,
  },
  {
    name: "deepseek-v3",
    mark: /<｜tool▁call▁begin｜>function<｜tool▁sep｜>/,
    write: ({ name, arguments: values }, { json, close }) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json(values)}\n\`\`\`${close("<｜tool▁call▁end｜><｜tool▁calls▁end｜>")}`,
  },
  {
    name: "deepseek-v31",
    mark: /<｜tool▁call▁begin｜>[\w.-]+<｜tool▁sep｜>/,
    write: ({ name, arguments: values }, { json, close }) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(values)}${close("<｜tool▁call▁end｜><｜tool▁calls▁end｜>")}`,
  },
  {
    name: "harmony",
    mark: /to=functions\.[\w.-]+ <\|constrain\|>json/,
    write: ({ name, arguments: values }, { json, close }) =>
      `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(values)}${close("<|call|>")}`,
  },
  {
    name: "tool-code",
    mark: /```tool_code/,
    write: ({ name, arguments: values }, { raw, close }) => {
      const keywords = pairs(values, (key, value) => `${key}=${pythonString(raw(value))}`);
      return `\`\`\`tool_code\n${name}(${keywords.join(", ")})\n${close("```")}`;
    },
  },
  {
    name: "markdown-json",
    mark: /```json\s+\{"name"/,
    write: (call, hand) => `\`\`\`json\n${named(call, hand, "arguments")}\n${hand.close("```")}`,
  },
  {
    name: "react",
    mark: /^Action Input:/m,
    write: ({ name, arguments: values }, { json }) => `Action: ${name}\nAction Input: ${json(values)}`,
  },
  {
    name: "llama3-json",
    mark: /\{"name": "[^"\n]+", "parameters": \{/,
    write: (call, hand) => named(call, hand, "parameters"),
  },
  {
    name: "cline",
    mark: /<([a-z][\w-]*)>\s*<([a-z][\w-]*)>[^<]*<\/\2>/,
    write({ name, arguments: values }, { raw, close }) {
      const parameters = pairs(values, (key, value) => {
        const written = raw(value);
        return `<${key}>${written.includes("\n") ? "\n" : ""}${written}${close(`</${key}>`)}\n`;
      });
      return `<${name}>\n${parameters.join("")}${close(`</${name}>`)}`;
    },
  },
];

/** The names, the most telling first. */
export const DIALECT_NAMES: readonly DialectName[] = DIALECTS.map(({ name }) => name);

/** The dialect that a prompt shows; undefined where it shows none of them. */
export function dialectShown(prompt: string): DialectName | undefined {
  return DIALECTS.find(({ mark }) => mark.test(prompt))?.name;
}

function named({ name, arguments: values }: AskedCall, { json }: Hand, field: string): string {
  return `{"name": "${name}", "${field}": ${json(values)}}`;
}

function pairs(
  values: Readonly<Record<string, string>>,
  write: (key: string, value: string) => string,
): readonly string[] {
  return Object.entries(values).map(([key, value]) => write(key, value));
}

/** As `repr` writes it, in single quotes. */
function pythonString(value: string): string {
  return `'${jsonString(value).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
