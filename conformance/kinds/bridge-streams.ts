import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { bridgeFetch } from "../bridge/bridge-fetch.js";
import { CLIENT_LIBRARIES } from "../bridge/client-libraries.js";
import type { ClientLibrary } from "../bridge/client-library.js";
import { startRecordedUpstream } from "../bridge/recorded-upstream.js";
import type { SeenAnswer } from "../bridge/seen-answer.js";
import type { Kind, Line } from "../kind.js";
import { shorten } from "../shorten.js";
import type { ExpectedStream } from "./expected-stream.js";
import { isSaid, SEPARATORS } from "./is-said.js";

interface StreamLine extends Line {
  readonly wire: string;
  readonly file: string;
  readonly expect: ExpectedStream;
}

/** How the bridge is told of an upstream that speaks the wire of a recording. */
const UPSTREAMS: Readonly<Record<string, { provider: string; basePath: string; contentType: string }>> = {
  "openai-chat": { provider: "custom", basePath: "/v1", contentType: "text/event-stream" },
  "openai-responses": { provider: "openai", basePath: "/v1", contentType: "text/event-stream" },
  "anthropic-messages": { provider: "anthropic", basePath: "", contentType: "text/event-stream" },
  "ollama-chat": { provider: "ollama", basePath: "", contentType: "application/x-ndjson" },
};

/** Recorded answers of one wire as the bridge's upstream, read by a maker's own library on each of the bridge's formats. */
function bridgeStreams(wire: string): Kind {
  return {
    name: `bridge-streams-${wire}`,
    folder: "streams",
    file: "index.jsonl",
    takes: (line) => (line as StreamLine).wire === wire,
    async run(line, folder) {
      const { file, expect } = line as StreamLine;
      const upstream = UPSTREAMS[wire];
      if (upstream === undefined) return { status: "not-yet", detail: `upstream ${wire}` };
      const { provider, basePath, contentType } = upstream;
      const server = await startRecordedUpstream(contentType, [await readFile(join(folder, file))]);
      try {
        const options = { upstream: server.url + basePath, provider, apiKey: "none", mode: "native" } as const;
        const fetch = bridgeFetch(options);
        for (const library of CLIENT_LIBRARIES) {
          const difference = compare(await library.ask(fetch, []), expect, library, wire);
          if (difference !== undefined) return { status: "failed", detail: `${library.wire}: ${difference}` };
        }
        return { status: "passed" };
      } finally {
        await server.close();
      }
    },
  };
}

export const BRIDGE_STREAMS: readonly Kind[] = Object.keys(UPSTREAMS).map(bridgeStreams);

/** The first difference in words, or undefined. */
function compare(got: SeenAnswer, want: ExpectedStream, library: ClientLibrary, from: string): string | undefined {
  const differ = (what: string, is: unknown, should: unknown) =>
    `${what} is ${shorten(is)}, should be ${shorten(should)}${got.error === undefined ? "" : ` (error: ${got.error})`}`;
  const texts = (type: "text" | "reasoning") =>
    got.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const text = want.text + (want.refusal ?? "");
  const separator = SEPARATORS[from];
  if (!isSaid(texts("text"), text, separator)) return differ("text", texts("text"), text);
  if (!isSaid(texts("reasoning"), want.reasoning ?? "", separator)) {
    return differ("reasoning", texts("reasoning"), want.reasoning);
  }
  const calls = got.parts.flatMap((part) => (part.type === "call" ? [part] : []));
  if (calls.length !== want.calls.length) return differ("calls", calls, want.calls);
  for (const [index, call] of want.calls.entries()) {
    const is = calls[index];
    if (is?.name !== call.name) return differ(`name of call ${index}`, is?.name, call.name);
    if (is.id === "") return `call ${index} has no id`;
    if (call.argumentsText !== undefined && is.json !== call.argumentsText) {
      return differ(`text of call ${index}`, is.json, call.argumentsText);
    }
    if (call.arguments !== undefined && !isDeepStrictEqual(jsonOf(is.json), call.arguments)) {
      return differ(`arguments of call ${index}`, is.json, call.arguments);
    }
  }
  if (want.error !== undefined) {
    if (got.error === undefined) return "no error came out";
    const said = want.error.message;
    return said === undefined || got.error.includes(said) ? undefined : differ("error", got.error, said);
  }
  const wanted = [want.finish, ...(want.finishAlso ?? [])];
  if (got.error !== undefined) return wanted.includes("unknown") ? undefined : `it broke off: ${got.error}`;
  const words = wanted.flatMap((finish) => library.finishes[finish] ?? []);
  if (!words.includes(got.finish ?? "")) return differ("finish", got.finish, words);
  return usageDifference(got, want, from);
}

/** Clients of all formats are told of the whole prompt; Anthropic's recordings count what was cached apart. */
function usageDifference(got: SeenAnswer, { usage = {} }: ExpectedStream, from: string): string | undefined {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage;
  const whole =
    inputTokens === undefined || from !== "anthropic-messages"
      ? inputTokens
      : inputTokens + cachedInputTokens + cacheWriteTokens;
  const wanted = { inputTokens: whole, outputTokens, cachedInputTokens: usage.cachedInputTokens };
  for (const [field, count] of Object.entries(wanted)) {
    if (count !== undefined && got.usage[field] !== count) {
      return `usage ${field} is ${got.usage[field]}, should be ${count}`;
    }
  }
  return undefined;
}

/** A call without arguments is `{}`. */
function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json === "" ? "{}" : json);
  } catch {
    return undefined;
  }
}
