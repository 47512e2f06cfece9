import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";

/** A piece of the request that is not in the prompt. */
export interface LostWords {
  what: "system text" | "text" | "text beside a call" | "result" | "arguments" | "parallel arguments" | "tool";
  path: string;
  words: string;
}

/**
 * What of the request is missing in a prompt rendered from it. Outer blanks do not count; results and arguments may be
 * written as JSON. O(prompt) as long as the template keeps the order: each is looked for from where the last one ended.
 */
export function lostWords(request: ReceivedRequest, prompt: string): readonly LostWords[] {
  const lost: LostWords[] = [];
  let from = 0;
  const look = (what: LostWords["what"], path: string, words: string) => {
    const wanted = words.trim();
    const end = endOf(prompt, wanted, from);
    if (end === undefined) lost.push({ what, path, words: wanted });
    return Math.max(from, end ?? from);
  };

  request.messages.forEach((message, index) => {
    const path = `messages[${index}]`;
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isJsonObject) : [];
    if (typeof message.content === "string")
      from = look(kindOf(message, calls.length), `${path}.content`, message.content);
    calls.forEach((call, position) => {
      const what = calls.length > 1 ? "parallel arguments" : "arguments";
      // One call's arguments may be printed in another order than they were sent: none moves the place to look from.
      for (const words of argumentWords(call)) look(what, `${path}.tool_calls[${position}]`, words);
    });
  });

  if (Array.isArray(request.json.tools)) {
    request.json.tools.forEach((tool: unknown, index) => {
      const name = isJsonObject(tool) && isJsonObject(tool.function) ? String(tool.function.name) : "";
      if (!prompt.includes(name)) lost.push({ what: "tool", path: `tools[${index}]`, words: name });
    });
  }
  return lost;
}

function kindOf(message: JsonObject, calls: number): LostWords["what"] {
  if (message.role === "system") return "system text";
  if (message.role === "tool") return "result";
  return calls > 0 ? "text beside a call" : "text";
}

function argumentWords(call: JsonObject): readonly string[] {
  if (!isJsonObject(call.function)) return [];
  try {
    const given = call.function.arguments;
    const values: unknown = typeof given === "string" ? JSON.parse(given) : given;
    return isJsonObject(values) ? Object.values(values).filter((value) => typeof value === "string") : [];
  } catch {
    return [];
  }
}

/** Where the words end, as they are or in one of the ways that templates escape them; looked for behind `from` first. */
function endOf(prompt: string, words: string, from: number): number | undefined {
  for (const start of [from, 0]) {
    for (const form of [words, jsonEscaped(words), asciiEscaped(jsonEscaped(words)), htmlEscaped(words)]) {
      const at = prompt.indexOf(form, start);
      if (at !== -1) return at + form.length;
    }
  }
  return undefined;
}

function jsonEscaped(words: string): string {
  return JSON.stringify(words).slice(1, -1);
}

/** As Python's `json.dumps` writes it unless told otherwise. */
function asciiEscaped(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function htmlEscaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;");
}
