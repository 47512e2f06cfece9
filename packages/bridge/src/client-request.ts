import type { Message, ToolChoice } from "@millrace/agent";
import type { ToolDefinition } from "@millrace/protocol";
import type { JsonRecord } from "./json.js";

/** What a client asks for, in terms that are the same on all wires. Made by a {@link ClientWire}, never changed after. */
export interface ClientRequest {
  /** As the client names it. */
  model: string;
  /** Whether the answer is wanted as a stream of events. */
  stream: boolean;
  /**
   * All system and developer texts of the request in their order, a blank line between them; empty where there is none.
   * Those in the midst of the history may stay in their place, so that the beginning of a prompt does not change.
   */
  system: string;
  /**
   * The history as it came, in the client's order: ids of messages and calls are the client's own or made from the place
   * in the list alone, so that the same history is the same every time. Results may stand anywhere, be missing or foreign:
   * whoever renders the history pairs them.
   */
  messages: readonly Message[];
  tools: readonly ToolDefinition[];
  /** Names of tools that take one text and no object: their definition has the one parameter `input`, a body. */
  textTools: ReadonlySet<string>;
  /** As the client says it; whoever answers leaves a choice out that none of `tools` meets. */
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  maxOutputTokens?: number;
  stop?: readonly string[];
  /**
   * Names of tools that the client asked for and the model is not offered, because a provider's own server would run them,
   * or nobody knows their form; absent where there are none. Whoever answers says so, at least in the log.
   */
  leftOut?: readonly string[];
  /** All fields of the body that this wire's reader did not read, as they came: sampling, metadata, what is not known. */
  extra: Readonly<Record<string, unknown>>;
  /** Fields of the body, as they came, that the wire's own writer needs for the answer. Nobody else reads them. */
  echo?: JsonRecord;
}
