import { readFile } from "node:fs/promises";
import { dialectNames, nearestName } from "@millrace/protocol";
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import schema from "../../config.schema.json" with { type: "json" };
import { UsageError } from "../usage-error.js";
import type { ConfigFile, ConfigValues } from "./config-values.js";

/** What the schema uses of JSON Schema; the file is ours, so there is no more to it. */
interface KeySchema {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  /** Of texts: `dialect`, the name of one. */
  format?: "dialect";
  minLength?: number;
  minimum?: number;
  items?: KeySchema;
  properties?: Readonly<Record<string, KeySchema>>;
  /** Of an object whose keys are the user's. */
  additionalProperties?: KeySchema | boolean;
  required?: readonly string[];
}

// The schema's JSON is read with wider types than it is written with.
const KEYS: ReadonlyMap<string, KeySchema> = new Map(Object.entries(schema.properties as Record<string, KeySchema>));

/**
 * Reads a configuration file: JSON with comments and trailing commas, checked against config.schema.json.
 * Throws UsageError naming file, line and key for the first thing that is wrong.
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const text = (await readText(path)).replace(/^\uFEFF/, "");
  const fail = (offset: number, what: string): never => {
    throw new UsageError(`${path}:${lineAt(text, offset)}: ${what}`);
  };

  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) fail(first.offset, `this is not JSON (${wordsOf(printParseErrorCode(first.error))}).`);
  if (root?.type !== "object") return fail(0, "a configuration file holds one JSON object: { … }.");

  const seen = new Set<string>();
  for (const { key, keyNode, valueNode } of entriesOf(root)) {
    const wanted = KEYS.get(key);
    if (!wanted) return fail(keyNode.offset, unknownKey(key));
    if (seen.has(key)) return fail(keyNode.offset, `\`${key}\` is given twice.`);
    seen.add(key);
    const wrong = whatIsWrong(valueNode, wanted);
    if (wrong) return fail(wrong.at.offset, `\`${key}\` ${wrong.message}`);
  }
  return { path, values: getNodeValue(root) as ConfigValues };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function entriesOf(object: Node): readonly { key: string; keyNode: Node; valueNode: Node }[] {
  return (object.children ?? []).flatMap(({ children = [] }) => {
    const [keyNode, valueNode] = children;
    return keyNode && valueNode ? [{ key: String(keyNode.value), keyNode, valueNode }] : [];
  });
}

function unknownKey(key: string, keys: Iterable<string> = KEYS.keys()): string {
  const names = [...keys].filter((name) => name !== "$schema");
  const nearest = nearestName(key, names);
  return `there is no key \`${key}\`. ${nearest ? `Did you mean \`${nearest}\`?` : `There are: ${names.join(", ")}.`}`;
}

/** The first fault of a value, or undefined for a good one. */
function whatIsWrong(node: Node, wanted: KeySchema): { at: Node; message: string } | undefined {
  const value: unknown = getNodeValue(node);
  const written = JSON.stringify(value);
  const bad = (should: string) => ({ at: node, message: `is ${written}; ${should}` });
  if (wanted.enum) {
    if (typeof value === "string" && wanted.enum.includes(value)) return undefined;
    const nearest = typeof value === "string" ? nearestName(value, wanted.enum) : undefined;
    return bad(`it must be one of ${wanted.enum.join(", ")}.${nearest ? ` Did you mean ${nearest}?` : ""}`);
  }
  if (wanted.type === "array") {
    if (node.type !== "array") return bad('it must be a list: ["…"].');
    for (const item of node.children ?? []) {
      const wrong = wanted.items && whatIsWrong(item, wanted.items);
      if (wrong) return { at: wrong.at, message: `has an entry that ${wrong.message}` };
    }
    return undefined;
  }
  if (wanted.type === "object") {
    return node.type === "object" ? whatIsWrongInside(node, wanted) : bad("it must be an object: { … }.");
  }
  if (wanted.type === "boolean") return typeof value === "boolean" ? undefined : bad("it must be true or false.");
  if (wanted.type === "integer" || wanted.type === "number") {
    const kind = wanted.type === "integer" ? "a whole number" : "a number";
    const fits = typeof value === "number" && (wanted.type === "number" || Number.isInteger(value));
    return fits && value >= (wanted.minimum ?? -Infinity)
      ? undefined
      : bad(`it must be ${kind}, at least ${wanted.minimum}.`);
  }
  if (typeof value !== "string") return bad("it must be a text in quotes.");
  if (value.length < (wanted.minLength ?? 0)) return bad("it must not be empty.");
  if (wanted.format === "dialect" && !dialectNames.includes(value)) {
    const nearest = nearestName(value, dialectNames);
    return bad(
      `there is no such dialect. ${nearest ? `Did you mean ${nearest}?` : `There are: ${dialectNames.join(", ")}.`}`,
    );
  }
  if (wanted.pattern && !new RegExp(wanted.pattern).test(value)) return bad(`it must match ${wanted.pattern}.`);
  return undefined;
}

/** The first fault in an object: keys that are not there to be set, values, and what is missing. */
function whatIsWrongInside(node: Node, wanted: KeySchema): { at: Node; message: string } | undefined {
  const { properties = {}, additionalProperties: others, required = [] } = wanted;
  const known = new Map(Object.entries(properties));
  const seen = new Set<string>();
  for (const { key, keyNode, valueNode } of entriesOf(node)) {
    const inside = known.get(key) ?? (typeof others === "object" ? others : undefined);
    if (!inside) return { at: keyNode, message: `has a key too many: ${unknownKey(key, known.keys())}` };
    if (seen.has(key)) return { at: keyNode, message: `holds \`${key}\` twice.` };
    seen.add(key);
    const wrong = whatIsWrong(valueNode, inside);
    if (wrong) return { at: wrong.at, message: `has a \`${key}\` that ${wrong.message}` };
  }
  const missing = required.filter((key) => !seen.has(key));
  return missing.length === 0 ? undefined : { at: node, message: `lacks ${missing.join(" and ")}.` };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** `CloseBraceExpected` as `close brace expected`. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
