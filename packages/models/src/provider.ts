/** How requests and answers are written. `anthropic-messages` is known, and spoken from a later version on. */
export type WireName = SpokenWire | "anthropic-messages";
export type SpokenWire = "openai-chat" | "ollama-chat";

/** One row of the provider table: what is known of a provider before a word was exchanged. */
export interface Provider {
  /** As written in `PROVIDER/NAME`. */
  name: string;
  /** As shown. */
  title: string;
  wire: WireName;
  /** Where the wire's paths begin, without a slash at the end. Absent: the user has to say. */
  baseUrl?: string;
  /** The environment variable that holds the key. Absent: none is needed. */
  keyVariable?: string;
  /** Runs on the user's machine or network. */
  local?: true;
  /** Of a local server: a sentence that says how to start it. */
  start?: string;
  /** Of the chat wire: the field for the limit of the answer. Default `max_tokens`. */
  maxTokensField?: "max_completion_tokens";
  /** Of the chat wire: `stream_options` is refused; usage comes unasked. */
  noStreamOptions?: true;
  /** Of the chat wire: the field in which the reasoning of earlier messages goes back. Default `reasoning_content`. */
  reasoningField?: "reasoning";
  /** Reasoning goes back inside a running tool loop. Absent: the server does not want it. */
  reasoningBack?: "echo";
  /** What came as `reasoning_details` goes back whole. */
  reasoningDetails?: true;
  /** What came as a call's `extra_content` goes back with it. */
  extraContent?: true;
  /** The field for a GBNF grammar, where the server takes one. */
  grammarField?: "grammar";
}
