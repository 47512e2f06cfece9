import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  AnthropicMessagesDecoder,
  OllamaChatDecoder,
  OpenAiChatDecoder,
  OpenAiResponsesDecoder,
  type StreamDecoder,
} from "@millrace/models";
import type { FinishReason, StreamChunk, Usage } from "@millrace/protocol";
import type { Kind, Line } from "../kind.js";
import { seededRandom } from "../seeded-random.js";
import type { ExpectedStream } from "./expected-stream.js";
import { isSaid, SEPARATORS } from "./is-said.js";

interface StreamLine extends Line {
  readonly wire: string;
  readonly file: string;
  readonly expect: ExpectedStream;
}

interface Read {
  text: string;
  reasoning: string;
  readonly calls: { id?: string; name: string; json: string }[];
  finish: FinishReason | undefined;
  usage: Usage;
  signature: boolean;
  failure: string | undefined;
}

/** Cuts at random places per stream, beside whole and byte by byte. */
const RANDOM_CUTS = 8;

/** Recorded answers of one wire, read whole, byte by byte and cut at random, compared as the README of the folder says. */
function streams(wire: string, decoder: () => StreamDecoder): Kind {
  const separator = SEPARATORS[wire];
  return {
    name: `streams-${wire}`,
    folder: "streams",
    file: "index.jsonl",
    takes: (line) => (line as StreamLine).wire === wire,
    async run(line, folder) {
      const { id, file, expect } = line as StreamLine;
      const bytes = await readFile(join(folder, file));
      const cuts: [name: string, pieces: Uint8Array[]][] = [
        ["whole", [bytes]],
        ["byte by byte", Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))],
      ];
      const random = seededRandom(id);
      for (let run = 0; run < RANDOM_CUTS; run++) cuts.push([`cut at random (${run})`, cutAtRandom(bytes, random)]);
      for (const [name, pieces] of cuts) {
        const difference = compare(read(pieces, decoder()), expect, separator);
        if (difference !== undefined) return { status: "failed", detail: `${name}: ${difference}` };
      }
      return { status: "passed" };
    },
  };
}

/** All wires. */
export const STREAMS: readonly Kind[] = [
  streams("openai-chat", () => new OpenAiChatDecoder()),
  streams("ollama-chat", () => new OllamaChatDecoder()),
  streams("anthropic-messages", () => new AnthropicMessagesDecoder()),
  streams("openai-responses", () => new OpenAiResponsesDecoder()),
];

function read(pieces: readonly Uint8Array[], decoder: StreamDecoder): Read {
  const result: Read = {
    text: "",
    reasoning: "",
    calls: [],
    finish: undefined,
    usage: {},
    signature: false,
    failure: undefined,
  };
  for (const piece of pieces) for (const chunk of decoder.push(piece)) fold(result, chunk);
  for (const chunk of decoder.end()) fold(result, chunk);
  result.failure = decoder.failure?.body;
  return result;
}

function fold(into: Read, chunk: StreamChunk): void {
  if (chunk.type === "text-delta") into.text += chunk.text;
  else if (chunk.type === "reasoning-delta") {
    into.reasoning += chunk.text;
    into.signature ||= chunk.signature !== undefined;
  } else if (chunk.type === "tool-input-start") {
    into.calls[chunk.index] = {
      name: chunk.name ?? "",
      json: "",
      ...(chunk.providerCallId !== undefined && { id: chunk.providerCallId }),
    };
  } else if (chunk.type === "tool-input-delta") {
    const call = into.calls[chunk.index];
    if (!call) throw new Error(`Input of call ${chunk.index} came before its start.`);
    call.json += chunk.json;
    call.name += chunk.name ?? "";
  } else if (chunk.type === "tool-input-end") into.signature ||= chunk.signature !== undefined;
  else if (chunk.type === "usage") into.usage = { ...into.usage, ...chunk.usage };
  else if (chunk.type === "finish") {
    if (into.finish !== undefined) throw new Error("Two finish chunks.");
    into.finish = chunk.reason;
  }
}

/** The first difference in words, or undefined. */
function compare(got: Read, want: ExpectedStream, separator: string | undefined): string | undefined {
  const differ = (what: string, is: unknown, should: unknown) =>
    `${what} is ${JSON.stringify(is)}, should be ${JSON.stringify(should)}`;
  const finish = got.failure === undefined ? (got.finish ?? "unknown") : "error";
  if (![want.finish, ...(want.finishAlso ?? [])].includes(finish)) return differ("finish", finish, want.finish);
  // A refusal is text of a refused answer.
  const text = want.text + (want.refusal ?? "");
  if (!isSaid(got.text, text, separator)) return differ("text", got.text, text);
  if (!isSaid(got.reasoning, want.reasoning ?? "", separator))
    return differ("reasoning", got.reasoning, want.reasoning);
  if (got.calls.length !== want.calls.length) return differ("calls", got.calls, want.calls);
  for (const [index, call] of want.calls.entries()) {
    const is = got.calls[index];
    if (is?.name !== call.name) return differ(`name of call ${index}`, is?.name, call.name);
    if (call.id !== undefined && is.id !== call.id) return differ(`id of call ${index}`, is.id, call.id);
    if (call.argumentsText !== undefined && is.json !== call.argumentsText) {
      return differ(`text of call ${index}`, is.json, call.argumentsText);
    }
    const wanted = call.input === undefined ? call.arguments : { input: call.input };
    if (wanted !== undefined && !sameArguments(is.json, wanted)) {
      return differ(`arguments of call ${index}`, is.json, wanted);
    }
  }
  for (const [field, count] of Object.entries(want.usage ?? {})) {
    const is = got.usage[USAGE_FIELDS[field] ?? (field as keyof Usage)];
    if (is !== count) return differ(`usage ${field}`, is, count);
  }
  if (want.signature && !got.signature) return "no signature came out";
  const said = want.error?.message;
  if (said !== undefined && !got.failure?.includes(JSON.stringify(said))) return differ("error", got.failure, said);
  return undefined;
}

/** Names of the index that are not ours. */
const USAGE_FIELDS: Readonly<Record<string, keyof Usage>> = { cachedInputTokens: "cacheReadTokens" };

/** A call without arguments is `{}`. */
function sameArguments(json: string, want: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(json === "" ? "{}" : json), want);
  } catch {
    return false;
  }
}

function cutAtRandom(bytes: Uint8Array, random: () => number): Uint8Array[] {
  const largest = 1 + Math.floor(random() * 400);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * largest);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
