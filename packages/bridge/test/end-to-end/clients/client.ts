import type { ToolDefinition } from "@millrace/protocol";

/** How an answer is taken: by the library's helper for streams, event by event, or not as a stream. */
export type How = "helper" | "events" | "whole";

export const WAYS: readonly How[] = ["helper", "events", "whole"];

/** A conversation that a maker's own library has with the bridge. It keeps its history in the format's own shapes. */
export interface Conversation {
  /** The user says something. */
  say(text: string): void;
  /** Results of calls, in this order. */
  answer(results: readonly Result[]): void;
  /** Sends the history and adds the answer to it. Never rejects. */
  ask(how: How, options?: AskOptions): Promise<Seen>;
}

/** What a conversation is held with. */
interface TalkOptions {
  system?: string;
  /** In place of the library's own. */
  fetch?: typeof globalThis.fetch;
}

/** A result of a call. */
interface Result {
  id: string;
  text: string;
  /** A picture beside it, base64 of a PNG. */
  image?: string;
}

/** What else is asked for. */
export interface AskOptions {
  choice?: "none" | "required" | { name: string };
  /** One call at most. */
  single?: true;
  stop?: string;
  signal?: AbortSignal;
  /** Called with each piece of an answer that is taken event by event. */
  onPiece?: (piece: Piece) => void | Promise<void>;
}

/** What an event adds. */
type Piece = { type: "text" | "reasoning" | "arguments"; text: string } | { type: "call"; name: string };

/** An answer, in terms that are the same for all formats. */
export interface Seen {
  reasoning: string;
  text: string;
  calls: readonly SeenCall[];
  /** Kinds of its blocks in order; empty where the format has none. */
  order: readonly string[];
  /** The format's word; undefined where the answer broke off. */
  finish: string | undefined;
  usage: { input?: number | undefined; output?: number | undefined };
  error?: Error;
}

/** A call as the client would run it. */
interface SeenCall {
  id: string;
  name: string;
  input: unknown;
}

/** Who speaks one of the bridge's formats. */
export interface Client {
  wire: "openai-chat" | "openai-responses" | "anthropic-messages";
  /** Its words for an end, by ours. */
  finish: Readonly<Record<"stop" | "tool-calls" | "length", string>>;
  /** @param url of the bridge */
  talk(url: string, tools: readonly ToolDefinition[], options?: TalkOptions): Conversation;
}

/** What was thrown, as an error: all that the libraries throw is one. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Arguments as JSON text; undefined where they are none. */
export function inputOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
