import type { ModelFamily } from "../model-family.js";

/** Qwen and DeepSeek. */
export const QWEN_DEEPSEEK: readonly ModelFamily[] = [
  // Qwen.
  { family: "QwQ", name: /^qwq/, sample: "Qwen/QwQ-32B", templates: ["qwq-32b"] },
  {
    family: "Qwen3-Coder",
    name: /^qwen-?3-coder/,
    sample: "Qwen/Qwen3-Coder-30B-A3B-Instruct",
    templates: ["qwen3-coder", "qwen3-coder-vllm"],
  },
  {
    family: "Qwen3.5 and 3.6",
    name: /^qwen-?3\.[56]/,
    sample: "qwen3.5:4b",
    templates: ["qwen3.5", "qwen3.6"],
  },
  {
    family: "Qwen3",
    name: /^qwen-?3/,
    sample: "qwen3:8b",
    templates: ["qwen3", "qwen3-instruct-2507", "qwen3-next", "qwen3-vl"],
  },
  {
    family: "Qwen2.5",
    name: /^qwen-?2\.5/,
    sample: "qwen2.5-coder:7b",
    templates: ["qwen2.5-instruct"],
  },

  // DeepSeek.
  {
    family: "DeepSeek-R1",
    name: /^deepseek-r1/,
    sample: "deepseek-ai/DeepSeek-R1-0528",
    templates: ["deepseek-r1", "deepseek-r1-tools-vllm", "deepseek-r1-llamacpp"],
    nativeTools: "broken",
  },
  {
    family: "DeepSeek-V3.2 and V4",
    name: /^deepseek-v(?:3[.-]2(?!\d)|4)/,
    sample: "deepseek-ai/DeepSeek-V3.2",
    templates: ["deepseek-v3.2", "deepseek-v4", "deepseek-v4-flash"],
  },
  {
    family: "DeepSeek-V3.1",
    name: /^deepseek-v3[.-]1(?!\d)/,
    sample: "deepseek-ai/DeepSeek-V3.1",
    templates: ["deepseek-v3.1"],
    nativeTools: "no-definitions",
  },
  {
    family: "DeepSeek-V3",
    name: /^deepseek-v3(?!\.)/,
    sample: "deepseek-ai/DeepSeek-V3-0324",
    templates: ["deepseek-v3", "deepseek-v3-tools-vllm"],
    nativeTools: "broken",
  },
  {
    family: "DeepSeek-V2.5, DeepSeek-Coder",
    name: /^deepseek-(?:v2|coder)/,
    sample: "deepseek-coder-v2:16b",
    templates: ["deepseek-v2.5", "deepseek-coder-v2", "deepseek-coder-v1"],
    nativeTools: "dropped",
  },
];
