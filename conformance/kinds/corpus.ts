import { isDeepStrictEqual } from "node:util";
import { bodyParameters, type JsonSchema, type ParserOptions, type ToolUseBlock } from "@millrace/protocol";
import type { Kind, Line, Outcome } from "../kind.js";
import { type ReadMessage, readInEveryCut } from "../read-message.js";
import { shorten } from "../shorten.js";

/** A line of a corpus file; its README says what the fields mean. */
interface Entry extends Line {
  readonly tools: readonly { readonly name: string; readonly parameters: JsonSchema }[];
  readonly input: string;
  readonly start?: "in-reasoning";
  readonly expect: Result;
  readonly ideal?: Result;
  readonly alt?: readonly Result[];
  readonly lenientText?: boolean;
}

interface Result {
  readonly text: string;
  readonly reasoning?: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly partial?: boolean;
}

/** A file of the corpus, read in one dialect. */
function corpus(name: string, dialect: string): Kind {
  return {
    name,
    folder: "corpus",
    file: `${name}.jsonl`,
    run: async (line) => runEntry(line as Entry, dialect),
  };
}

/** The files of the corpus that are read so far. */
export const CORPORA: readonly Kind[] = [corpus("cline-xml", "cline")];

function runEntry(entry: Entry, dialect: string): Outcome {
  const options: ParserOptions = {
    tools: entry.tools.map((tool) => ({ description: "", ...tool })),
    dialect,
    ...(entry.start !== undefined && { start: entry.start }),
  };
  const wanted = [entry.ideal ?? entry.expect, ...(entry.alt ?? [])];
  const { message, difference } = readInEveryCut(entry.input, entry.id, options);
  if (difference !== undefined) return { status: "failed", detail: difference };
  const got = resultOf(message);
  if (wanted.some((result) => same(got, result, entry))) return { status: "passed" };
  return {
    status: "failed",
    detail: `${shorten(entry.input)}\n    got    ${shorten(got)}\n    wanted ${shorten(wanted[0])}`,
  };
}

/** What was read, in the form of the corpus. */
function resultOf({ blocks, truncated }: ReadMessage): Result {
  const calls = blocks.filter((block) => block.type === "tool-use");
  return {
    text: joined(blocks.filter((block) => block.type === "text")),
    reasoning: joined(blocks.filter((block) => block.type === "reasoning")),
    calls: calls.map((call) => ({ name: call.name, arguments: argumentsOf(call) })),
    partial: truncated || calls.some((call) => call.closedBy === "end"),
  };
}

/** Each piece trimmed, the empty ones dropped. */
function joined(blocks: readonly { readonly text: string }[]): string {
  return blocks
    .map(({ text }) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
}

/** Of a call that was cut only the raw text is known. */
function argumentsOf({ closedBy, input, params }: ToolUseBlock): Readonly<Record<string, unknown>> {
  return closedBy === "end" ? Object.fromEntries(params) : (input as Readonly<Record<string, unknown>>);
}

function same(got: Result, want: Result, { tools, lenientText }: Entry): boolean {
  return (
    (lenientText === true || got.text === want.text) &&
    (got.reasoning ?? "") === (want.reasoning ?? "") &&
    got.partial === (want.partial ?? false) &&
    got.calls.length === want.calls.length &&
    want.calls.every(({ name, arguments: values }, index) => {
      const call = got.calls[index];
      const bodies = bodyParameters(tools.find((tool) => tool.name === name)?.parameters ?? {});
      return call?.name === name && isDeepStrictEqual(trimBodies(call.arguments, bodies), trimBodies(values, bodies));
    })
  );
}

function trimBodies(
  values: Readonly<Record<string, unknown>>,
  bodies: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && bodies.has(name) ? value.trim() : value,
    ]),
  );
}
