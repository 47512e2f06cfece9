import type { StreamChunk, ToolDefinition } from "@millrace/protocol";
import type { Message } from "./history/message.js";

/** A model behind a wire. */
export interface ModelClient {
  /** `PROVIDER/NAME`. */
  readonly id: string;
  /**
   * Sends one request and yields its answer as it arrives. Throws only ModelError (or the signal's reason on abort);
   * never retries, never buffers. Ending without a `finish` chunk means that the connection ended without one.
   * An error that the server reports inside a stream is thrown, after what came before it was yielded.
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<StreamChunk>;
}

/** How one request is sent, whatever is in it. */
export interface StreamOptions {
  /** Ends the request, and the connection with it. */
  signal: AbortSignal;
  /**
   * Told `connect` when a connection is begun and `first-byte` when it stands, so that a time-out can say which of the
   * two it waited for. A client that uses a kept connection, or cannot know, tells nothing.
   */
  onPhase?(phase: "connect" | "first-byte"): void;
  /** Told once who answers, by the server's own word, where it says that. */
  onModel?(name: string): void;
}

/** What is sent, neutral between wires. `messages` alternate as templates want it; every call in them is answered. */
export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  /** Empty in text protocol: the system prompt teaches them. */
  tools: readonly ToolDefinition[];
  maxOutputTokens?: number;
  stop?: readonly string[];
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  grammar?: Grammar;
  /**
   * Indices of messages after which a cache mark helps, on wires that have marks; there the prompt and the tools get one,
   * too, also where the list is empty. Absent: none at all.
   */
  cacheMarks?: readonly number[];
  /** Size the server should give the prompt, where it is a request's matter (Ollama's `num_ctx`). Tokens. */
  contextTokens?: number;
  /**
   * Fields of the body that nobody here reads, as the wire writes them: they go out as they are, in front of the
   * messages. One that the writer sets itself is not overridden; Ollama's `options` are joined, its own going before.
   *
   * @example { temperature: 0.2, seed: 7 }
   */
  extra?: Readonly<Record<string, unknown>>;
  /** Headers of this request alone. Those that the wire sets, the key among them, go before them. */
  headers?: Readonly<Record<string, string>>;
  /**
   * The body of the request, whole, in place of all else: for a gateway whose client speaks the wire of the model. It may
   * ask for an answer that is not streamed.
   */
  verbatim?: string;
}

/** Whether the model may call a tool, must, or must call this one. */
export type ToolChoice = "auto" | "none" | "required" | { name: string };

/** What the server is to hold the answer to while it is written. */
export interface Grammar {
  syntax: "gbnf";
  text: string;
}
