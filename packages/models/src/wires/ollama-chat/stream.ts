import type { FinishReason, StreamChunk, Usage } from "@millrace/protocol";
import { jsonOf } from "../../json.js";
import { MAX_EVENT_CHARS } from "../../limits.js";
import { ChunkWriter } from "../chunk-writer.js";
import type { StreamDecoder, StreamFailure } from "../stream-decoder.js";
import { takeCount } from "../take-count.js";
import { takeSpeed } from "../take-speed.js";
import type { OllamaLine, OllamaMessage, OllamaToolCall } from "./types.js";

const NANOSECONDS_A_MS = 1e6;
/** Of a body that is no JSON so much is kept to say what it is. */
const FOREIGN_CHARS = 4_000;

/**
 * Reads an answer of Ollama's `/api/chat`: JSON lines, or the one object of an answer that was not streamed.
 *
 * Calls come whole, so each is start, input and end at once; their index counts from 0 whatever the server numbers.
 * `done_reason` says stop for tool turns too: calls decide. A body that ends before a `done` line has no `finish`.
 */
export class OllamaChatDecoder implements StreamDecoder {
  failure: StreamFailure | undefined;
  done = false;
  model: string | undefined;
  readonly #text = new TextDecoder();
  readonly #out = new ChunkWriter();
  #pieces: string[] = [];
  #pending = 0;
  #calls = 0;
  #lines = 0;
  /** A line of Ollama's was read. */
  #known = false;
  /** The first line that is JSON and none of Ollama's; empty objects are signs of life. */
  #odd: string | undefined;
  /** A body that does not begin with JSON, e.g. a page of HTML: collected to say what it is. */
  readonly #foreign: string[] = [];

  push(bytes: Uint8Array): readonly StreamChunk[] {
    if (this.done || this.failure) return [];
    this.#feed(this.#text.decode(bytes, { stream: true }));
    const chunks = this.#out.take();
    return chunks.length > 0 || this.failure ? chunks : [{ type: "keep-alive" }];
  }

  end(): readonly StreamChunk[] {
    if (this.done || this.failure) return [];
    this.#feed(this.#text.decode());
    this.#line(this.#pieces.join(""), true);
    if (!this.#known && this.#odd !== undefined) this.#foreign.unshift(this.#odd);
    if (this.#foreign.length > 0) {
      const body = this.#foreign.join("");
      // An object that does not parse was damaged; whatever else does not begin like one comes from somewhere else.
      const kind = body.startsWith("{") && !isJson(body) ? { malformed: true as const } : { foreign: true as const };
      this.failure = { body: body.slice(0, FOREIGN_CHARS), ...kind };
    }
    return this.#out.take();
  }

  #feed(text: string): void {
    if (this.#foreign.length > 0) {
      if (this.#foreign.length < FOREIGN_CHARS) this.#foreign.push(text);
      return;
    }
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      const rest = text.slice(from, at);
      this.#line(this.#pieces.length === 0 ? rest : this.#pieces.join("") + rest, false);
      this.#pieces = [];
      this.#pending = 0;
      from = at + 1;
      if (this.done || this.failure) return;
      if (this.#foreign.length > 0) {
        this.#foreign.push(text.slice(at));
        return;
      }
    }
    if (from === text.length) return;
    this.#pieces.push(text.slice(from));
    this.#pending += text.length - from;
    if (this.#pending > MAX_EVENT_CHARS) this.failure = { body: "a line of more than 64 MiB", malformed: true };
  }

  #line(text: string, atEnd: boolean): void {
    const line = text.trim();
    if (line === "") return;
    let value: OllamaLine;
    try {
      value = JSON.parse(line);
    } catch {
      // A cut last line is an answer without an end, not a fault of its own.
      if (atEnd && line.startsWith("{")) return;
      if (this.#lines === 0) this.#foreign.push(line);
      else if (!atEnd) this.failure = { body: line.slice(0, FOREIGN_CHARS), malformed: true };
      return;
    }
    this.#lines++;
    if (value === null || typeof value !== "object") return;
    const speaks = typeof value.message === "object" || value.error !== undefined || value.done !== undefined;
    if (!speaks) {
      if (Object.keys(value).length > 0) this.#odd ??= line;
      return;
    }
    this.#known = true;
    if (typeof value.model === "string") this.model ??= value.model;
    if (value.message) this.#message(value.message);
    if (value.error) this.failure = { body: line };
    else if (value.done === true) this.#finish(value);
  }

  #message(message: OllamaMessage): void {
    if (typeof message.thinking === "string" && message.thinking !== "") this.#out.reasoning(message.thinking);
    if (typeof message.content === "string" && message.content !== "") this.#out.text(message.content);
    if (!Array.isArray(message.tool_calls)) return;
    for (const call of message.tool_calls) if (call) this.#call(call);
  }

  #call(call: OllamaToolCall): void {
    const index = this.#calls++;
    const input = call.function?.arguments ?? {};
    this.#out.add({
      type: "tool-input-start",
      index,
      ...(typeof call.id === "string" && call.id !== "" && { providerCallId: call.id }),
      ...(typeof call.function?.name === "string" && { name: call.function.name }),
    });
    this.#out.input(index, typeof input === "string" ? input : jsonOf(input));
    this.#out.add({ type: "tool-input-end", index });
  }

  #finish(line: OllamaLine): void {
    this.done = true;
    const usage: Usage = {};
    takeCount(usage, "inputTokens", line.prompt_eval_count);
    takeCount(usage, "outputTokens", line.eval_count);
    takeCount(usage, "cacheReadTokens", line.prompt_eval_cached_count);
    const fresh = (line.prompt_eval_count ?? 0) - (line.prompt_eval_cached_count ?? 0);
    takeSpeed(usage, "prompt", { tokens: fresh, ms: (line.prompt_eval_duration ?? 0) / NANOSECONDS_A_MS });
    takeSpeed(usage, "output", { tokens: line.eval_count, ms: (line.eval_duration ?? 0) / NANOSECONDS_A_MS });
    if (Object.keys(usage).length > 0) this.#out.add({ type: "usage", usage });
    const raw = typeof line.done_reason === "string" && line.done_reason !== "" ? line.done_reason : undefined;
    this.#out.add({ type: "finish", reason: finishReason(raw, this.#calls > 0), ...(raw !== undefined && { raw }) });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function finishReason(raw: string | undefined, calls: boolean): FinishReason {
  if (raw === "length") return "length";
  // `load` and `unload` answer requests without messages; old servers send no reason.
  if (raw !== undefined && raw !== "stop") return "unknown";
  return calls ? "tool-calls" : "stop";
}
