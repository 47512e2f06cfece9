// What servers that speak OpenAI's responses wire send. Every field may be absent, null or of another type: the reader
// checks what it takes. Source: the recorded answers and quirks.md of the shared streams.

/** One event of a stream; or the whole response of an answer that is not streamed, which has no type. */
export interface ResponsesEvent extends ResponseBody {
  type?: unknown;
  /** Of the events that begin and end an answer. */
  response?: ResponseBody | null;
  /** Which item of the answer it is about. Ids of items may change from event to event: GitHub Copilot. */
  output_index?: number | null;
  item?: OutputItem | null;
  /** Which part of a message or of raw thoughts. */
  content_index?: number | null;
  /** Which part of a summary of thoughts. */
  summary_index?: number | null;
  /** A piece of text, thoughts or arguments. */
  delta?: string | null;
  /** Of `….done`: all of it. */
  text?: string | null;
  refusal?: string | null;
  arguments?: unknown;
  input?: string | null;
}

/** An answer as a whole, as it begins and as it ends. */
export interface ResponseBody {
  model?: unknown;
  status?: string | null;
  output?: readonly (OutputItem | null)[] | null;
  incomplete_details?: { reason?: string | null } | null;
  usage?: ResponsesUsage | null;
  error?: unknown;
}

/** `message`, `reasoning`, `function_call`, `custom_tool_call`; or what a server runs or keeps itself, of any other type. */
export interface OutputItem {
  type?: string;
  status?: string | null;
  /** Of a message: what it says. Of reasoning: the raw thoughts. */
  content?: readonly (ItemPart | null)[] | null;
  /** Of reasoning. */
  summary?: readonly (ItemPart | null)[] | null;
  encrypted_content?: string | null;
  /** Of calls. */
  call_id?: string | null;
  name?: string | null;
  arguments?: unknown;
  /** Of a custom tool's call: a text of any form. */
  input?: string | null;
}

/** `output_text`, `refusal`; of reasoning `summary_text`, `reasoning_text`. */
export interface ItemPart {
  type?: string;
  text?: string | null;
  refusal?: string | null;
}

/** `input_tokens` is the whole prompt. */
export interface ResponsesUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  total_tokens?: number | null;
  input_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null;
  output_tokens_details?: { reasoning_tokens?: number | null } | null;
}
