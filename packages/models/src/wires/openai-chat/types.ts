// What servers that speak OpenAI's chat completions send. Every field may be absent, null or of another type: the
// reader checks what it takes. Source: the recorded answers and quirks.md of the shared streams.

export interface ChatCompletionChunk {
  choices?: readonly (Choice | null)[] | null;
  usage?: ChatUsage | null;
  x_groq?: { usage?: ChatUsage | null } | null;
  model?: unknown;
  timings?: LlamaCppTimings | null;
  error?: unknown;
}

/** How fast llama.cpp's server was, with the last chunk. Source: its README, and the recorded answers. */
export interface LlamaCppTimings {
  /** Tokens of the prompt that were not cached. */
  prompt_n?: unknown;
  prompt_ms?: unknown;
  predicted_n?: unknown;
  predicted_ms?: unknown;
}

export interface Choice {
  index?: number | null;
  delta?: ChatDelta | null;
  /** Of an answer that is not streamed; some servers send it in a stream too. */
  message?: ChatDelta | null;
  finish_reason?: string | null;
  usage?: ChatUsage | null;
}

export interface ChatDelta {
  content?: string | readonly (ContentPiece | null)[] | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  reasoning_text?: string | null;
  reasoning_details?: readonly (ReasoningDetail | null)[] | null;
  refusal?: string | null;
  tool_calls?: readonly (ToolCallPiece | null)[] | null;
  /** The form before tool calls: one call without an id. */
  function_call?: FunctionPiece | null;
}

/** Mistral sends content as parts where the model thinks. */
export interface ContentPiece {
  type?: string;
  text?: string;
  thinking?: string | readonly ({ text?: string } | null)[];
}

/** OpenRouter's form of reasoning. It goes back whole. */
export interface ReasoningDetail {
  type?: string;
  index?: number;
  text?: string | null;
  summary?: string | null;
  signature?: string | null;
  data?: string | null;
}

export interface ToolCallPiece {
  index?: number | null;
  id?: string | null;
  function?: FunctionPiece | null;
  /** Gemini's thought signature stands here. */
  extra_content?: unknown;
}

interface FunctionPiece {
  name?: string | null;
  arguments?: unknown;
}

export interface ChatUsage {
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  total_tokens?: number | null;
  prompt_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
  /** DeepSeek's name. */
  prompt_cache_hit_tokens?: number | null;
  /** Moonshot's name. */
  cached_tokens?: number | null;
  reasoning_tokens?: number | null;
}
