// What servers that speak Anthropic's messages wire send. Every field may be absent, null or of another type: the reader
// checks what it takes. Source: the recorded answers and quirks.md of the shared streams.

/** One event of a stream; or the whole message of an answer that is not streamed, which is of type `message`. */
export interface MessagesEvent extends MessageBody {
  type?: unknown;
  /** Of `message_start`. */
  message?: MessageBody | null;
  /** Of the events of a block. */
  index?: number | null;
  content_block?: ContentBlock | null;
  delta?: BlockDelta | null;
  error?: unknown;
}

/** An answer as a whole, and as it begins. */
export interface MessageBody {
  model?: unknown;
  /** Whole blocks; in a stream they come in events of their own, but a relay may send them here. */
  content?: readonly (ContentBlock | null)[] | null;
  stop_reason?: string | null;
  usage?: MessagesUsage | null;
}

/** `text`, `thinking`, `redacted_thinking`, `tool_use`; or what a server runs itself, of any other type. */
export interface ContentBlock {
  type?: string;
  text?: string | null;
  thinking?: string | null;
  signature?: string | null;
  /** Of `redacted_thinking`. */
  data?: string | null;
  id?: string | null;
  name?: string | null;
  /** Of a stream `{}`, with the arguments in deltas; whole only where no delta comes. */
  input?: unknown;
}

/** `text_delta`, `thinking_delta`, `signature_delta`, `input_json_delta`; of `message_delta` the end. */
export interface BlockDelta {
  type?: string;
  text?: string | null;
  thinking?: string | null;
  signature?: string | null;
  partial_json?: string | null;
  stop_reason?: string | null;
}

/** `input_tokens` is without what was read from the cache and written to it. */
export interface MessagesUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  output_tokens_details?: { thinking_tokens?: number | null } | null;
}
