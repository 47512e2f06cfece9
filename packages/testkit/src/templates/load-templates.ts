import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../json.js";
import { TestkitError } from "../testkit-error.js";
import type { ChatTemplate } from "./chat-template.js";
import { compileTemplate } from "./compile-template.js";

/** Tried with a list parameter in @huggingface/jinja 0.5.11 and in Python's Jinja 3.1.6, all 143. See `breaksOnLists`. */
const BREAK_ON_LISTS = [
  "hermes-2-pro-tool-use.jinja",
  "hermes-vllm.jinja",
  "command-r-plus-tool-use.jinja",
  "gigachat-3.jinja",
  "gigachat-3.1.jinja",
];

/** By folder: compiling takes longer than rendering, and several servers of one process judge by the same templates. */
const loaded = new Map<string, Promise<readonly ChatTemplate[]>>();

/**
 * Reads and compiles the templates of a folder that has index.json and behaviour.json. Once for each folder and process.
 * Rejects with {@link TestkitError} `invalid_option` when the folder is none.
 */
export function loadTemplates(folder: string): Promise<readonly ChatTemplate[]> {
  const path = resolve(folder);
  const before = loaded.get(path);
  if (before !== undefined) return before;
  const templates = readTemplates(path);
  loaded.set(path, templates);
  return templates;
}

/**
 * Reads and compiles one template of such a folder. Undefined where the folder has no such file, or none that can be
 * trusted in JavaScript. Rejects as {@link loadTemplates}.
 */
export async function loadTemplate(folder: string, file: string): Promise<ChatTemplate | undefined> {
  const [template] = await readTemplates(resolve(folder), file);
  return template;
}

async function readTemplates(folder: string, only?: string): Promise<readonly ChatTemplate[]> {
  try {
    const [index, behaviour] = await Promise.all([readJson(folder, "index.json"), readJson(folder, "behaviour.json")]);
    const known = isJsonObject(behaviour) ? objectAt(behaviour, "templates") : {};
    const rows = Array.isArray(index) ? index.filter(isJsonObject) : [];
    const templates = await Promise.all(
      rows
        .filter(({ file }) => only === undefined || file === only)
        .map(async (row): Promise<ChatTemplate | undefined> => {
          const file = String(row.file);
          const facts = objectAt(known, file);
          // What the engine cannot even read is not in its trust either.
          if (row.javascript === "differs" || facts.loads !== true) return undefined;
          const source = await readFile(join(folder, file), "utf8");
          return { ...describe(file, row, facts), source, template: await compileTemplate(source) };
        }),
    );
    return templates.filter((template) => template !== undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TestkitError("invalid_option", `templates: ${folder} has no usable chat templates: ${why}`, {
      cause: error,
    });
  }
}

function describe(file: string, row: JsonObject, facts: JsonObject): Omit<ChatTemplate, "source" | "template"> {
  const wantsText = facts.argumentsAs === "JSON string";
  const cases = objectAt(facts, "cases");
  return {
    file,
    family: String(row.family),
    native: row.tools === "native",
    argumentsAs: wantsText ? "text" : "object",
    withoutTools: row.noTools === "empty list" || row.noTools === "omit" ? row.noTools : "null",
    variables: { ...objectAt(row, "bosEosTokens"), ...objectAt(row, "variables") },
    needs: new Set(Array.isArray(facts.needs) ? facts.needs.map(String) : []),
    breaksOnLists: BREAK_ON_LISTS.includes(file),
    generationPrompt: typeof facts.generationPrompt === "string" ? facts.generationPrompt : "",
    rendersText: renders(objectAt(cases, "safe_text")),
    rendersNative: renders(objectAt(cases, wantsText ? "native_args_string" : "safe_native")),
    showsParallelCalls:
      renders(objectAt(cases, "native_two_calls")) && objectAt(cases, "native_two_calls").dropped === undefined,
  };
}

function renders(verdict: JsonObject): boolean {
  const javascript = objectAt(verdict, "javascript");
  return verdict.outcome === "renders" && (javascript.outcome ?? "renders") === "renders";
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const inner = value[key];
  return isJsonObject(inner) ? inner : {};
}

async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), "utf8"));
}
