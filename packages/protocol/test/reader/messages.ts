import fc from "fast-check";
import { bodyParameters, type ToolDefinition } from "../../src/index.js";
import { type ToolSet, toolSets } from "./sample-tools.js";

/** A generated message and the tools it was written for. */
export interface SampleMessage {
  toolSet: ToolSet;
  text: string;
}

type Pieces = fc.Arbitrary<string[]>;

const blanks = fc.constantFrom("", "", "\n", "\n", " ", "\n\n", "\r\n", "\t", "  \n ");
const words = fc.constantFrom(
  "Done.",
  "Let me see.",
  "a < b && c > d",
  "x",
  "🙂",
  "1 <<< 2",
  "<b>bold</b>",
  "<unknown>",
  "</unknown>",
  "ünïcödé",
  "'quoted'",
  "<!-- note -->",
  "~ ~",
);
const reasoningTag = fc.constantFrom("think", "thinking", "Thinking", "thought", "reflection");
const wrapperTag = fc.constantFrom("function_calls", "tool_call", "tool_use");

const join = (...parts: Pieces[]): Pieces => fc.tuple(...parts).map((lists) => lists.flat());
const one = (text: fc.Arbitrary<string>): Pieces => text.map((piece) => [piece]);
const lit = (text: string): Pieces => fc.constant([text]);
const some = (part: Pieces, maxLength: number): Pieces => fc.array(part, { maxLength }).map((lists) => lists.flat());

/** A name as models write it: mostly right, at times in another case or with blanks in its tag. */
function spelled(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(name) },
    { weight: 1, arbitrary: fc.constantFrom(name.toUpperCase(), `${name} `, ` ${name}`, `${name.slice(0, -1)}`) },
  );
}

const openTag = (name: string): Pieces => one(spelled(name).map((shown) => `<${shown}>`));
const closeTag = (name: string): Pieces => one(spelled(name).map((shown) => `</${shown}>`));

function scalarValue(): Pieces {
  return one(fc.oneof(fc.constantFrom("a.ts", "12", "true", "", " ", "src/b c.ts", "\n x \n"), words));
}

/** A file: lines of code, markup, tags of the dialect alone and in pairs, whole calls of the tool itself and others. */
function bodyValue(tool: ToolDefinition, body: string, tools: readonly ToolDefinition[], depth: number): Pieces {
  const names = [tool.name, body, ...Object.keys(tool.parameters.properties ?? {})];
  const line = fc.oneof(
    { weight: 4, arbitrary: one(words) },
    { weight: 2, arbitrary: one(fc.constantFrom(...names).map((name) => `<${name}>`)) },
    { weight: 2, arbitrary: one(fc.constantFrom(...names).map((name) => `</${name}>`)) },
    { weight: 1, arbitrary: lit(`"</${body}></${tool.name}>"`) },
    { weight: 1, arbitrary: lit("```ts\n<x/>\n```") },
    ...(depth > 0 ? [{ weight: 2, arbitrary: call(tool, tools, depth - 1) }] : []),
  );
  return some(join(line, one(blanks)), 6);
}

function parameter(tool: ToolDefinition, name: string, tools: readonly ToolDefinition[], depth: number): Pieces {
  const isBody = bodyParameters(tool.parameters).has(name);
  const value = isBody ? bodyValue(tool, name, tools, depth) : scalarValue();
  return join(openTag(name), one(blanks), value, one(blanks), closeTag(name), one(blanks));
}

function call(tool: ToolDefinition, tools: readonly ToolDefinition[], depth: number): Pieces {
  const names = Object.keys(tool.parameters.properties ?? {});
  const inner =
    names.length === 0
      ? one(blanks)
      : fc
          .shuffledSubarray(names, { minLength: 1 })
          .chain((used) => join(...used.map((name) => parameter(tool, name, tools, depth))));
  const attributes = fc
    .subarray(names)
    .map((used) => [`<${tool.name}${used.map((name) => ` ${name}="v ${name}"`).join("")}`, "/", ">"]);
  return fc.oneof(
    { weight: 8, arbitrary: join(openTag(tool.name), one(blanks), inner, closeTag(tool.name)) },
    { weight: 1, arbitrary: attributes },
  );
}

function message(tools: readonly ToolDefinition[]): Pieces {
  const calls = fc.oneof(...tools.map((tool) => call(tool, tools, 1)));
  const fence = (mark: string, info: string, inner: Pieces): Pieces =>
    join(lit(`\n${mark}${info}\n`), inner, lit(`\n${mark}\n`));
  const part = fc.oneof(
    { weight: 5, arbitrary: calls },
    { weight: 3, arbitrary: one(words) },
    { weight: 1, arbitrary: join(lit("`"), fc.oneof(calls, one(words)), lit("`")) },
    { weight: 1, arbitrary: join(lit("``"), fc.oneof(calls, lit("`")), lit("``")) },
    { weight: 1, arbitrary: fence("```", "xml", join(calls, one(blanks))) },
    { weight: 1, arbitrary: fence("```", "", some(calls, 2)) },
    { weight: 1, arbitrary: fence("~~~", "", calls) },
    {
      weight: 2,
      arbitrary: reasoningTag.chain((tag) =>
        join(lit(`<${tag}>`), one(blanks), some(fc.oneof(calls, one(words)), 3), one(blanks), lit(`</${tag}>`)),
      ),
    },
    {
      weight: 1,
      arbitrary: wrapperTag.chain((tag) => join(lit(`<${tag}>`), one(blanks), calls, one(blanks), lit(`</${tag}>`))),
    },
  );
  return some(join(part, one(blanks)), 5);
}

/** What happens to messages: pieces are lost, doubled, swapped or made up, line breaks change, the end is missing. */
type Damage =
  | { kind: "delete" | "double" | "swap"; at: number }
  | { kind: "insert"; at: number; piece: string }
  | { kind: "truncate"; at: number };

function damage(tools: readonly ToolDefinition[]): fc.Arbitrary<Damage> {
  const names = tools.flatMap((tool) => [tool.name, ...Object.keys(tool.parameters.properties ?? {})]);
  const stray = fc.oneof(
    fc
      .constantFrom(...names)
      .chain((name) =>
        fc.constantFrom(`<${name}>`, `</${name}>`, `\n<${name}>`, `\n</${name}>`, `<${name}/>`, `<${name}`),
      ),
    fc.constantFrom(
      "<",
      "</",
      ">",
      "`",
      "```",
      "\n```\n",
      "\n",
      "\r\n",
      "<think>",
      "</think>",
      "\n<thinking>",
      "\ud83d",
      "\0",
    ),
  );
  const at = fc.nat({ max: 1000 });
  return fc.oneof(
    fc.record({ kind: fc.constantFrom("delete" as const, "double" as const, "swap" as const), at }),
    fc.record({ kind: fc.constant("insert" as const), at, piece: stray }),
    fc.record({ kind: fc.constant("truncate" as const), at }),
  );
}

function applyDamage(pieces: readonly string[], damages: readonly Damage[]): string {
  let hurt = [...pieces];
  let cutBy = 0;
  for (const one of damages) {
    const at = hurt.length === 0 ? 0 : one.at % hurt.length;
    const piece = hurt[at] ?? "";
    if (one.kind === "delete") hurt.splice(at, 1);
    else if (one.kind === "double") hurt.splice(at, 0, piece);
    else if (one.kind === "insert") hurt.splice(at, 0, one.piece);
    else if (one.kind === "swap")
      hurt = [...hurt.slice(0, at), ...hurt.slice(at + 1, at + 2), piece, ...hurt.slice(at + 2)];
    else cutBy = one.at;
  }
  const text = hurt.join("");
  return cutBy === 0 ? text : text.slice(0, text.length - (cutBy % (text.length + 1)));
}

/** Messages for both sets of tools: grammatical ones, with up to four kinds of damage done to them. */
export const sampleMessages: fc.Arbitrary<SampleMessage> = fc.oneof(sampleOf("unmarked"), sampleOf("marked"));

function sampleOf(toolSet: ToolSet): fc.Arbitrary<SampleMessage> {
  const tools = toolSets[toolSet];
  return fc
    .tuple(message(tools), fc.array(damage(tools), { maxLength: 4 }))
    .map(([parts, damages]) => ({ toolSet, text: applyDamage(parts, damages) }));
}
