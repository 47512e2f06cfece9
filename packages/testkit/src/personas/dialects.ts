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

/** What a model does wrong, each in the dialects where it does so. */
export interface Faults {
  /** Closing tags and marks are left out. */
  forgetsCloses?: readonly DialectName[];
  /** A value of several lines gets a code fence around it. */
  fencesBodies?: readonly DialectName[];
  /** `<` becomes `&lt;`, `&` becomes `&amp;`. */
  escapesHtml?: readonly DialectName[];
  /** A value's last line break is left out. */
  dropsFinalNewline?: readonly DialectName[];
  /** Line breaks stand as they are in strings of JSON. */
  rawNewlines?: readonly DialectName[];
  /** The lesson is not followed: the answer is prose. */
  ignoresLesson?: readonly DialectName[];
  /** Whatever is taught, the family's own syntax is written. */
  ownSyntax?: readonly DialectName[];
}

/** A dialect as a model writes it. */
interface WrittenDialect {
  name: DialectName;
  /** What of a lesson, or of a call in the history, shows that this is the way to call. */
  mark: RegExp;
  write(call: AskedCall, hand: Hand): string;
}

/** How one model writes. */
interface Hand {
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
const DIALECTS: readonly WrittenDialect[] = [
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
    write: ({ name, arguments: values }, { close }) => {
      const keywords = pairs(values, (key, value) => `${key}=${pythonString(value)}`);
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

/** The calls as text in this dialect, written with these faults. */
export function writeCalls(calls: readonly AskedCall[], name: DialectName, faults: Faults): string {
  const dialect = DIALECTS.find((candidate) => candidate.name === name);
  const hand = handOf(name, faults);
  return calls.map((call) => dialect?.write(call, hand)).join("\n");
}

function handOf(name: DialectName, faults: Faults): Hand {
  const has = (fault: keyof Faults) => faults[fault]?.includes(name) ?? false;
  const changed = (value: string): string => {
    const cut = has("dropsFinalNewline") ? value.replace(/\n$/, "") : value;
    const escaped = has("escapesHtml") ? escapeHtml(cut) : cut;
    return has("fencesBodies") && value.includes("\n") ? `\`\`\`\n${escaped}\`\`\`\n` : escaped;
  };
  const string = (value: string): string =>
    has("rawNewlines") ? value.split("\n").map(jsonString).join("\n") : jsonString(value);
  return {
    raw: changed,
    json: (values) => `{${pairs(values, (key, value) => `"${key}": "${string(changed(value))}"`).join(", ")}}`,
    close: (mark) => (has("forgetsCloses") ? "" : mark),
  };
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

function escapeHtml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escaped as in JSON, without the quotes around it. */
function jsonString(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** As `repr` writes it, in single quotes. */
function pythonString(value: string): string {
  return `'${jsonString(value).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
