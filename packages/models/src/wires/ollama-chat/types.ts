// One line of an answer of Ollama's `/api/chat`. Every field may be absent. Source: the recorded answers and quirks.md
// of the shared streams.

export interface OllamaLine {
  model?: unknown;
  message?: OllamaMessage | null;
  done?: boolean;
  done_reason?: string | null;
  prompt_eval_count?: number | null;
  prompt_eval_cached_count?: number | null;
  eval_count?: number | null;
  /** Nanoseconds. */
  prompt_eval_duration?: number | null;
  eval_duration?: number | null;
  error?: unknown;
}

export interface OllamaMessage {
  content?: string | null;
  thinking?: string | null;
  tool_calls?: readonly (OllamaToolCall | null)[] | null;
}

export interface OllamaToolCall {
  /** Only since autumn 2025, and with some models only on the first call. */
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
}
