import type { ToolDefinition } from "@millrace/protocol";
import type { SeenAnswer } from "./seen-answer.js";

/** How a client reaches the bridge. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A maker's own library, as a client of the bridge. */
export interface ClientLibrary {
  readonly wire: "openai-chat" | "openai-responses" | "anthropic-messages";
  /** Asks one question in a stream, with these tools, and reads the answer to its end. Never rejects. */
  ask(fetch: Fetch, tools: readonly ToolDefinition[]): Promise<SeenAnswer>;
  /** Asks it once more, for an answer in one piece. Never rejects. */
  askWhole(fetch: Fetch, tools: readonly ToolDefinition[]): Promise<SeenAnswer>;
  /** Its words for how an answer ends, by ours. */
  readonly finishes: Readonly<Record<string, readonly string[]>>;
}

/** The question, the same in all. */
export const QUESTION = "Go on.";
/** Where the bridge would be. */
export const ADDRESS = "http://bridge.invalid";
