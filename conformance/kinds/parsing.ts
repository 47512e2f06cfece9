import { isDeepStrictEqual } from "node:util";
import {
  type Block,
  type FinishReason,
  type MessageReader,
  type ParserOptions,
  type StreamChunk,
  type ToolDefinition,
  type ToolUseBlock,
  validateInput,
} from "@millrace/protocol";
import { cutsOf } from "../cuts.js";
import type { Kind, Outcome } from "../kind.js";
import { type ReadMessage, readChunks, textChunks } from "../read-message.js";
import { readsDialect } from "../reads-dialect.js";
import { shorten } from "../shorten.js";
import {
  blockDifference,
  CASE_DIALECTS,
  type Expected,
  type ExpectedBlock,
  type Given,
  type NativeDelta,
  type ParsingCase,
  toolsOf,
} from "./parsing-case.js";

/** A message as it was read one way, and all that a user could have seen meanwhile. */
interface Watched {
  readonly message: ReadMessage;
  readonly shown: readonly string[];
}

/** Model output and the blocks in it. */
export const PARSING: Kind = {
  name: "parsing",
  folder: "cases",
  file: "parsing.jsonl",
  run: async (line) => runCase(line as ParsingCase),
};

function runCase({ id, given, expect }: ParsingCase): Outcome {
  const dialect = CASE_DIALECTS[given.dialect];
  if (dialect === undefined || !readsDialect(dialect)) return { status: "not-yet", detail: `dialect ${given.dialect}` };
  const tools = toolsOf(given);
  const options: ParserOptions = { tools, dialect, ...(given.startInThinking === true && { start: "in-reasoning" }) };
  const reason = given.ended ?? given.finishReason ?? "stop";
  let first: ReadMessage | undefined;
  for (const { name, chunks } of waysToFeed(given, id)) {
    const watched = watch(chunks, options, reason);
    first ??= watched.message;
    if (watched.message.whole !== first.whole) {
      return {
        status: "failed",
        detail: `${name} reads as ${shorten(watched.message.blocks)}, first as ${shorten(first.blocks)}`,
      };
    }
    const differences = (expect.acceptAny ?? [expect]).map((expected) => difference(watched, expected, tools));
    if (!differences.includes(undefined)) return { status: "failed", detail: `${name}: ${differences[0]}` };
  }
  return { status: "passed" };
}

/** As the case gives it, then cut in other ways. */
function waysToFeed(given: Given, seed: string): { name: string; chunks: StreamChunk[] }[] {
  if (given.deltas !== undefined) {
    return [
      { name: "as given", chunks: nativeChunks(given.deltas, (json) => [json]) },
      { name: "one unit at a time", chunks: nativeChunks(given.deltas, (json) => json.split("")) },
    ];
  }
  const pieces = given.chunks ?? [given.text ?? given.generate?.unit.repeat(given.generate.count) ?? ""];
  const cuts = cutsOf(pieces.join(""), seed);
  return [{ name: "as given", pieces }, ...cuts].map((cut) => ({ name: cut.name, chunks: textChunks(cut.pieces) }));
}

/** A call starts with its first delta. A name that is repeated is passed on: the reader must bear it. */
function nativeChunks(deltas: readonly NativeDelta[], cut: (json: string) => string[]): StreamChunk[] {
  const started = new Set<number>();
  return deltas.flatMap(({ index, id, name, arguments: json = "" }): StreamChunk[] => {
    const pieces = cut(json).map((piece): StreamChunk => ({ type: "tool-input-delta", index, json: piece }));
    if (!started.has(index)) {
      started.add(index);
      const start: StreamChunk = {
        type: "tool-input-start",
        index,
        ...(id !== undefined && { providerCallId: id }),
        ...(name !== undefined && { name }),
      };
      return [start, ...pieces];
    }
    return name === undefined ? pieces : [{ type: "tool-input-delta", index, json: "", name }, ...pieces];
  });
}

function watch(chunks: readonly StreamChunk[], options: ParserOptions, reason: FinishReason): Watched {
  const shown = new Set<string>();
  const look = ({ blocks }: MessageReader) => {
    for (const block of blocks) for (const text of visible(block)) shown.add(text);
  };
  return { message: readChunks(chunks, options, reason, look), shown: [...shown] };
}

function visible(block: Block): readonly string[] {
  return block.type === "tool-use" ? block.params.map(([, text]) => text) : [block.text];
}

/** The first difference in words, or undefined. */
function difference(
  { message, shown }: Watched,
  expected: Expected,
  tools: readonly ToolDefinition[],
): string | undefined {
  const calls = message.blocks.filter((block) => block.type === "tool-use");
  const leaked = expected.neverShown?.find((text) => shown.some((one) => one.includes(text)));
  if (leaked !== undefined) return `${leaked} was shown`;
  if (expected.blocks !== undefined) {
    const found = blockDifference(message.blocks.map(asExpected), expected.blocks, expected, tools);
    if (found !== undefined) return found;
  }
  const runnable = calls.filter((call) => mayRun(call, tools)).map((call) => call.name);
  if (expected.executed !== undefined && !isDeepStrictEqual(runnable, expected.executed)) {
    return `${shorten(runnable)} would run, not ${shorten(expected.executed)}`;
  }
  const cut = message.truncated || calls.some((call) => call.closedBy === "end");
  if (expected.truncatedCall !== undefined && cut !== expected.truncatedCall) return `truncated is ${cut}`;
  const ids = calls.map((call) => call.id);
  if (expected.idsUniqueAndNonEmpty === true && (ids.includes("") || new Set(ids).size < ids.length)) {
    return `ids are ${shorten(ids)}`;
  }
  if (expected.error !== undefined && !calls.some((call) => errorsOf(call, tools).includes(expected.error ?? ""))) {
    return `no call is answered with ${expected.error}`;
  }
  return undefined;
}

/** A closed call whose arguments fit, and that needs no asking because it may be talk. */
function mayRun(call: ToolUseBlock, tools: readonly ToolDefinition[]): boolean {
  return call.closedBy !== "end" && call.doubtful === undefined && errorsOf(call, tools).length === 0;
}

/** In the words of the cases. A call of no tool that there is has an error, too. */
function errorsOf(call: ToolUseBlock, tools: readonly ToolDefinition[]): string[] {
  if (call.closedBy === "end") return ["cut"];
  const tool = tools.find((one) => one.name === call.name);
  if (tool === undefined) return ["unknown_tool"];
  return validateInput(tool, call.input).map(({ kind, path }) => (kind === "missing" ? `missing_param:${path}` : kind));
}

function asExpected(block: Block): ExpectedBlock {
  return block.type === "tool-use"
    ? {
        type: "tool",
        name: block.name,
        params: Object.fromEntries(block.params),
        partial: block.closedBy === "end",
      }
    : { type: block.type, text: block.text };
}
