/** A mark that stands in the chat templates of models that were trained on a dialect. */
export interface TemplateMark {
  mark: string;
  dialect: string;
  /** A published template that has it, as the shared collection names it. */
  sample: string;
}

/**
 * What in a chat template tells the dialect that its model was trained on: the marks in which it shows calls, in Jinja and
 * in Ollama's Go templates alike. The first that is found counts, so those stand first that are part of several.
 * Source: 143 published templates.
 */
export const TEMPLATE_MARKS: readonly TemplateMark[] = [
  { mark: "<arg_key>", dialect: "glm", sample: "glm-4.6" },
  { mark: "<seed:tool_call>", dialect: "seed-oss", sample: "seed-oss" },
  { mark: "minimax:tool_call", dialect: "minimax-m2", sample: "minimax-m2" },
  { mark: "]<]minimax[>[", dialect: "minimax-m3", sample: "minimax-m3" },
  { mark: "｜DSML｜", dialect: "deepseek-dsml", sample: "deepseek-v3.2" },
  { mark: "<｜tool▁calls▁begin｜>", dialect: "deepseek-v3", sample: "deepseek-v3" },
  { mark: "<|tool_calls_section_begin|>", dialect: "kimi-k2", sample: "kimi-k2" },
  { mark: "<|START_ACTION|>", dialect: "command-a", sample: "command-a" },
  { mark: "<start_function_call>", dialect: "functiongemma", sample: "functiongemma-vllm" },
  { mark: "<|tool_call>", dialect: "gemma4", sample: "gemma-4" },
  { mark: "<|tool_call|>", dialect: "granite", sample: "granite-3.3" },
  { mark: "<|tools_prefix|>", dialect: "apertus", sample: "apertus" },
  { mark: "<|action_start|>", dialect: "internlm2", sample: "internlm2-tools-vllm" },
  { mark: "<|tool_call_start|>", dialect: "lfm2", sample: "lfm2.5-8b" },
  { mark: "<TOOLCALL>", dialect: "nemotron", sample: "nemotron-nano-v2" },
  { mark: "[TOOL_CALLS]", dialect: "mistral", sample: "mistral-small-3.2" },
  { mark: "<|channel|>", dialect: "harmony", sample: "gpt-oss" },
  { mark: "functools", dialect: "functools", sample: "phi-4-mini-tools-vllm" },
  { mark: "<|python_tag|>", dialect: "llama3-json", sample: "llama-3.1" },
  { mark: "<function=", dialect: "qwen3-coder", sample: "qwen3-coder" },
  { mark: "<tool_call>", dialect: "hermes", sample: "qwen3" },
];

/** The dialect that a model was trained on, by the chat template that its server shows; undefined where no mark is in it. */
export function templateDialect(template: string): string | undefined {
  return TEMPLATE_MARKS.find(({ mark }) => template.includes(mark))?.dialect;
}
