/** Per dialect the templates of its families, of those that can be judged in JavaScript, without `.jinja`. */
export const DIALECT_TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  // Of any family, as it is taught to all of them.
  cline: ["chatml-vllm", "gemma-3", "llama-3.1", "mistral-small-3.2", "qwen3", "phi-4", "deepseek-v3.1", "gpt-oss"],
  "yaml-xml": ["chatml-vllm"],
  "markdown-json": ["phi-4"],
  "continue-codeblock": ["phi-4"],
  react: ["openchat-3.5"],
  hermes: [
    "hermes-2-pro-tool-use",
    "hermes-vllm",
    "qwen2.5-instruct",
    "qwq-32b",
    "qwen3",
    "qwen3-instruct-2507",
    "qwen3-next",
    "qwen3-vl",
    "granite-4.0",
    "granite-4.1",
    "mimo-vl",
    "cogito-v1",
    "bielik-3",
    "reka-edge",
    "rnj-1",
    "smollm3",
  ],
  granite: ["granite-3.2", "granite-3.3"],
  nemotron: ["nemotron-nano-v2", "llama-nemotron-super-v1.5"],
  jamba: ["jamba-large-1.6"],
  "minimax-m1": ["minimax-m1-vllm"],
  internlm2: ["internlm2-tools-vllm"],
  "command-a": ["command-a", "command-a-reasoning", "command-r7b-tool-use", "cohere2-moe"],
  apertus: ["apertus", "apertus-vllm"],
  functools: ["firefunction-v2", "phi-4-mini"],
  mistral: [
    "mistral-7b-v0.3",
    "mistral-nemo",
    "mistral-large",
    "mistral-small-3",
    "mistral-small-3.2",
    "devstral-small-2507",
    "ministral-3-reasoning",
  ],
  xlam: ["xlam-llama-vllm", "xlam-qwen-vllm"],
  "llama3-json": ["llama-3.1", "llama-3.2", "llama-3.1-json-vllm"],
  functionary: ["functionary-v3.2"],
  "deepseek-v3": ["deepseek-r1-distill-qwen", "deepseek-v3-tools-vllm", "deepseek-r1-tools-vllm"],
  "deepseek-v31": ["deepseek-v3.1"],
  "kimi-k2": ["kimi-k2", "kimi-k2-instruct", "kimi-k2-thinking", "kimi-k2-thinking-hf"],
  harmony: ["gpt-oss"],
  "qwen3-coder": [
    "qwen3-coder",
    "qwen3-coder-vllm",
    "qwen3.5",
    "qwen3.6",
    "nemotron-3-nano",
    "nemotron-3-super",
    "step-3.5-flash",
  ],
  "minimax-m2": ["minimax-m2"],
  "deepseek-dsml": ["deepseek-v3.2", "deepseek-v4", "deepseek-v4-flash"],
  glm: ["glm-4.5", "glm-4.6", "glm-4.7-flash", "glm-5.1", "glm-5.2", "laguna-s-2.1", "laguna-xs-2"],
  "minimax-m3": ["minimax-m3"],
  functiongemma: ["functiongemma-vllm"],
  gemma4: ["gemma-4", "gemma-4-interleaved"],
  "tool-code": ["gemma-3"],
  "llama4-pythonic": ["llama-4"],
  lfm2: ["lfm2", "lfm2.5", "lfm2.5-8b"],
  olmo3: ["olmo-3-thinker"],
};

/** Templates that say something of tools even where there are none: an empty list, or that they are off. */
export const OWN_TOOLS_SECTION: ReadonlySet<string> = new Set([
  "hermes-2-pro-tool-use", // servers take it only where tools are sent
  "hermes-vllm",
  "firefunction-v2",
  "functionary-v3.2",
  "command-a-reasoning", // "You can ONLY use the tools listed here", and none
  "cohere2-moe",
  "apertus", // "Tool Capabilities: disabled"
  "apertus-vllm",
  "olmo-3-thinker", // "You do not currently have access to any functions."
  "minimax-m3", // only mentions tool results in its words on thinking
]);

/** Templates that drop a system message, or move it to the last user message: its words belong into the first one there. */
export const SYSTEM_ELSEWHERE: ReadonlySet<string> = new Set(["mistral-7b-v0.3", "mistral-nemo"]);
