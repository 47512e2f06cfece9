import type { ModelFamily } from "../model-family.js";

/** Zhipu, Moonshot, MiniMax, StepFun and others whose models came for agents. */
export const FOR_AGENTS: readonly ModelFamily[] = [
  {
    family: "GLM-4.5 to 5",
    name: /^glm-?(?:4[.-][5-9](?![\db])|5)/,
    sample: "hf.co/unsloth/GLM-4.6-GGUF:Q4_K_M",
    templates: ["glm-4.5", "glm-4.6", "glm-4.7-flash", "glm-5.1", "glm-5.2"],
  },
  {
    family: "GLM-4",
    name: /^glm-?4(?!\.)/,
    sample: "THUDM/glm-4-9b-chat",
    templates: ["glm-4-9b", "glm-4-tools-vllm"],
    nativeTools: "dropped",
    systemMessage: "dropped",
  },
  {
    family: "Kimi K2",
    name: /^kimi-k2/,
    sample: "moonshotai/Kimi-K2-Instruct",
    templates: ["kimi-k2", "kimi-k2-instruct", "kimi-k2-thinking", "kimi-k2-thinking-hf"],
  },
  {
    family: "MiniMax M1 to M3",
    name: /^minimax-m[1-3]/,
    sample: "MiniMaxAI/MiniMax-M2",
    templates: ["minimax-m1-vllm", "minimax-m2", "minimax-m3"],
  },
  {
    family: "gpt-oss",
    name: /^gpt-oss/,
    sample: "gpt-oss:20b",
    templates: ["gpt-oss"],
    secondCall: "dropped",
  },
  {
    family: "Seed-OSS",
    name: /^seed-oss/,
    sample: "ByteDance-Seed/Seed-OSS-36B-Instruct",
    templates: ["seed-oss"],
  },
  {
    family: "Hunyuan",
    name: /^(?:hunyuan|hy-?3)/,
    sample: "tencent/Hunyuan-A13B-Instruct",
    templates: ["hunyuan-a13b-vllm", "hunyuan-3"],
  },
  { family: "Step 3.5", name: /^step-3\.5/, sample: "stepfun-ai/Step-3.5-Flash", templates: ["step-3.5-flash"] },
  {
    family: "Laguna",
    name: /^laguna/,
    sample: "poolside/Laguna-XS.2",
    templates: ["laguna-s-2.1", "laguna-xs-2"],
  },
  { family: "MiMo-VL", name: /^mimo-vl/, sample: "XiaomiMiMo/MiMo-VL-7B-RL", templates: ["mimo-vl"] },
];
