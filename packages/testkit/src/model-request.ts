import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "./json.js";
import type { TemplatePrefix } from "./templates/template-judge.js";

/** How an exchange ended: all was sent; the client hung up; a fault of the scenario ended it; the server was closed. */
export type ExchangeEnd = "answered" | "client-closed" | "fault" | "server-closed";

/** What is spoken: OpenAI's chat completions, its responses, Ollama's /api/chat, Anthropic's messages. */
export type Wire = "chat-completions" | "openai-responses" | "ollama" | "anthropic";

/** A request for an answer of the model, as it came in. */
export interface ReceivedRequest {
  /** 1 for the first. */
  readonly number: number;
  readonly wire: Wire;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  readonly body: string;
  /** The body parsed; `{}` when it is not a JSON object. */
  readonly json: JsonObject;
  /**
   * What a server reads, message by message; those that are no objects are left out. On Anthropic's wire the system prompt
   * is the first, every content is a list of blocks (a text is short for one block), and cache marks are taken out. On the
   * responses wire they are the items of the input, the instructions before them as a system message.
   */
  readonly messages: readonly JsonObject[];
  /** Milliseconds since the server started, when the body was there. */
  readonly atMs: number;
}

/** A request with what the server found out about it. */
export interface ModelRequest extends ReceivedRequest {
  /** Compared with the last request of the same conversation that was not refused (status 400 and up). */
  readonly prefix: Prefix;
  /** Per template, when templates judge: what part of the prompt before begins this one. */
  readonly templatePrefixes: readonly TemplatePrefix[];
  /** Settles when the exchange is over. Never rejects. */
  readonly ended: Promise<ExchangeEnd>;
}

/**
 * How much of the previous request (tools, then messages, each as JSON) is the beginning of this one.
 * `share` is `sharedBytes / previousBytes`; 1 for a conversation's first.
 */
export interface Prefix {
  readonly share: number;
  readonly sharedBytes: number;
  readonly previousBytes: number;
}

/** Something a strict server would have refused, or read wrongly. */
export interface Violation {
  /** The request's number. */
  readonly request: number;
  readonly rule: string;
  readonly message: string;
  /** Where in the body: `messages[2].tool_calls[0].id`. Empty for the whole. */
  readonly path: string;
}

/** A request for something else than the model's answer. */
export interface LookUp {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}
