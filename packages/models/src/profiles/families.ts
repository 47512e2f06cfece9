import type { ModelFamily } from "./model-family.js";

/**
 * The catalogue of model families: where the model's own chat template stands between us and the model, what that
 * template takes. Most specific first; the first that fits a name is it. What is not listed is talked to natively, with a
 * system message. Source: 143 published templates, rendered (`npm run templates` renders our requests through them).
 */
export const MODEL_FAMILIES: readonly ModelFamily[] = [
  // Made from others: their names hold the name of what they were made from.
  {
    family: "DeepSeek-R1-Distill",
    // Ollama names the distilled ones by their size alone.
    name: /^deepseek-r1(?:.*(?:distill|qwen|llama)|:(?:1\.5|7|8|14|32|70)b)/,
    sample: "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B",
    templates: ["deepseek-r1-distill-qwen", "deepseek-r1-distill-llama"],
    nativeTools: "dropped",
  },
  {
    family: "Hermes 2 and 3",
    name: /^(?:nous-)?hermes-?[23]/,
    sample: "NousResearch/Hermes-3-Llama-3.1-8B",
    templates: ["hermes-2-pro-tool-use", "hermes-vllm"],
  },
  {
    family: "Llama Nemotron Super",
    name: /^llama-3[.-]3-nemotron-super/,
    sample: "nvidia/Llama-3_3-Nemotron-Super-49B-v1_5",
    templates: ["llama-nemotron-super-v1.5"],
  },
  {
    family: "Tulu 3",
    name: /^(?:llama-3\.1-)?tulu-?3/,
    sample: "allenai/Llama-3.1-Tulu-3-8B",
    templates: ["tulu-3"],
    nativeTools: "dropped",
  },
  {
    family: "FireFunction v2",
    name: /^(?:llama-3-)?firefunction-v2/,
    sample: "fireworks-ai/llama-3-firefunction-v2",
    templates: ["firefunction-v2"],
    nativeTools: "no-definitions",
  },
  {
    family: "xLAM 2",
    name: /^(?:llama-)?xlam-2/,
    sample: "Salesforce/Llama-xLAM-2-8b-fc-r",
    templates: ["xlam-llama-vllm", "xlam-qwen-vllm"],
  },
  {
    family: "Cogito v1",
    name: /^(?:deepcogito-)?cogito/,
    sample: "cogito:14b",
    templates: ["cogito-v1"],
  },
  {
    family: "MiroThinker",
    name: /^mirothinker/,
    sample: "miromind-ai/MiroThinker-v1.0-30B",
    templates: ["mirothinker"],
    // It breaks on the first assistant message, whatever is in it.
    nativeTools: "broken",
  },
  {
    family: "Dolphin, OpenHermes (ChatML)",
    name: /^(?:dolphin|openhermes)/,
    sample: "teknium/OpenHermes-2.5-Mistral-7B",
    templates: ["chatml-vllm"],
    nativeTools: "dropped",
  },

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

  // Llama.
  {
    family: "Llama 4",
    name: /^llama-?v?4/,
    sample: "meta-llama/Llama-4-Scout-17B-16E-Instruct",
    templates: ["llama-4", "llama-4-json-vllm", "llama-4-pythonic-vllm"],
  },
  {
    family: "Llama 3.1 to 3.3",
    name: /^llama-?v?3[.-][123](?![\db])/,
    sample: "llama3.1:8b",
    templates: ["llama-3.1", "llama-3.1-json-vllm", "llama-3.2", "llama-3.2-pythonic-vllm"],
    secondCall: "refused",
  },
  {
    family: "Llama 3",
    // One of its offspring was made for tools.
    name: /^llama-?v?3(?![.\d])(?!.*tool)/,
    sample: "meta-llama/Meta-Llama-3-8B-Instruct",
    templates: ["llama-3"],
    nativeTools: "dropped",
  },
  {
    family: "Llama 2",
    name: /^llama-?v?2/,
    sample: "llama2:7b",
    templates: ["llama-2"],
    nativeTools: "refused",
  },

  // Mistral.
  {
    family: "Mistral Nemo",
    name: /^mistral-?nemo(?!tron)/,
    sample: "mistralai/Mistral-Nemo-Instruct-2407",
    templates: ["mistral-nemo"],
    nativeTools: "moved",
    systemMessage: "moved",
  },
  {
    family: "Mistral Small 3.1 and 3.2",
    name: /^mistral-small(?:-?3\.[12]|.*-250[36])/,
    sample: "mistralai/Mistral-Small-3.2-24B-Instruct-2506",
    templates: ["mistral-small-3.1-vllm", "mistral-small-3.2"],
    nativeTools: "moved",
  },
  {
    family: "Mistral Small 3",
    // `-latest` is Mistral's own name for whatever it serves today; Ollama's tag has a colon.
    name: /^mistral-small(?!-?[4-9]|.*-latest)/,
    sample: "mistral-small:24b",
    templates: ["mistral-small-3"],
    nativeTools: "refused",
  },
  {
    family: "Mistral Large 2",
    name: /^mistral-large(?!-?3|.*-2512|.*-latest)/,
    sample: "mistral-large:123b",
    templates: ["mistral-large"],
    nativeTools: "refused",
  },
  {
    family: "Mixtral",
    name: /^mixtral/,
    sample: "mixtral:8x22b",
    templates: ["mixtral-8x22b"],
    nativeTools: "refused",
    systemMessage: "moved",
  },
  {
    family: "Mistral 7B v0.1 and v0.2",
    name: /^mistral.*v0\.[12]/,
    sample: "mistralai/Mistral-7B-Instruct-v0.2",
    templates: ["mistral-7b-v0.1"],
    nativeTools: "refused",
    systemMessage: "refused",
  },
  {
    family: "Mistral 7B",
    name: /^mistral(?:$|:|-7b)/,
    sample: "mistralai/Mistral-7B-Instruct-v0.3",
    templates: ["mistral-7b-v0.3", "mistral-vllm", "mistral-parallel-vllm"],
    nativeTools: "moved",
    systemMessage: "moved",
  },
  {
    family: "Devstral Small 2505",
    // Ollama's `devstral` is it.
    name: /^devstral(?:$|:|-small-2505)/,
    sample: "mistralai/Devstral-Small-2505",
    templates: ["devstral-small-2505"],
    nativeTools: "refused",
  },
  {
    family: "Devstral Small 2507",
    name: /^devstral-small-2507/,
    sample: "mistralai/Devstral-Small-2507",
    templates: ["devstral-small-2507"],
  },
  {
    family: "Ministral 3, Magistral",
    name: /^(?:ministral-3|magistral)/,
    sample: "mistralai/Ministral-3-14B-Reasoning-2512",
    templates: ["ministral-3-reasoning"],
  },

  // Cohere.
  {
    family: "Command A Reasoning",
    name: /^command-a-reasoning/,
    sample: "CohereLabs/command-a-reasoning-08-2025",
    templates: ["command-a-reasoning"],
    nativeTools: "broken",
  },
  {
    family: "Command A",
    name: /^command-a/,
    sample: "CohereLabs/c4ai-command-a-03-2025",
    templates: ["command-a"],
    nativeTools: "no-definitions",
  },
  {
    family: "Command R+, Command R7B",
    name: /^command-r(?:-plus|-?7b)/,
    sample: "CohereForAI/c4ai-command-r7b-12-2024",
    templates: ["command-r-plus-tool-use", "command-r7b-tool-use"],
    reasoning: "last-only",
  },
  {
    family: "Command R",
    name: /^command-r/,
    sample: "CohereForAI/c4ai-command-r-v01",
    templates: ["command-r"],
    nativeTools: "broken",
  },
  { family: "Cohere2 MoE", name: /^cohere2-?moe/, sample: "Cohere2MoE", templates: ["cohere2-moe"] },
  {
    family: "Aya Expanse",
    name: /^aya/,
    sample: "aya-expanse:8b",
    templates: ["aya-expanse"],
    nativeTools: "refused",
  },

  // Google.
  {
    family: "FunctionGemma",
    name: /^functiongemma/,
    sample: "google/functiongemma-270m-it",
    templates: ["functiongemma-vllm"],
  },
  {
    family: "Gemma 4",
    name: /^gemma-?4/,
    sample: "google/gemma-4-31B-it",
    templates: ["gemma-4", "gemma-4-interleaved"],
  },
  {
    family: "Gemma 3",
    name: /^gemma-?3/,
    sample: "gemma3:12b",
    templates: ["gemma-3", "gemma-3-pythonic-vllm"],
    nativeTools: "refused",
  },
  {
    family: "Gemma 2",
    name: /^gemma-?2/,
    sample: "gemma2:9b",
    templates: ["gemma-2"],
    nativeTools: "refused",
    systemMessage: "refused",
  },

  // Microsoft.
  {
    family: "Phi-4-reasoning",
    name: /^phi-?4-reasoning/,
    sample: "phi4-reasoning:14b",
    templates: ["phi-4-reasoning"],
    nativeTools: "dropped",
    systemMessage: "dropped",
  },
  {
    family: "Phi-3.5, Phi-4, Phi-4-mini",
    name: /^phi-?(?:3\.5|4)/,
    sample: "microsoft/Phi-4-mini-instruct",
    templates: ["phi-3.5-mini", "phi-4", "phi-4-mini", "phi-4-mini-tools-vllm"],
    nativeTools: "dropped",
  },

  // IBM.
  {
    family: "Granite 20B function calling",
    name: /^granite-20b-functioncalling/,
    sample: "ibm-granite/granite-20b-functioncalling",
    templates: ["granite-20b-fc-vllm"],
    nativeTools: "refused",
    systemMessage: "refused",
  },
  { family: "Granite 4", name: /^granite-?4/, sample: "granite4:3b", templates: ["granite-4.0", "granite-4.1"] },
  {
    family: "Granite 3, Granite Code",
    name: /^granite(?:-?3|-(?:\d+b-)?code)/,
    sample: "ibm-granite/granite-3.3-2b-instruct",
    templates: ["granite-3.2", "granite-3.3", "granite-code"],
    nativeTools: "dropped",
  },

  // NVIDIA.
  {
    family: "Nemotron Mini",
    name: /^nemotron-mini/,
    sample: "nemotron-mini:4b",
    templates: ["nemotron-mini"],
    nativeTools: "dropped",
  },
  {
    family: "Nemotron Nano v2, Nemotron 3",
    name: /^nemotron-(?:nano|3)/,
    sample: "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
    templates: ["nemotron-nano-v2", "nemotron-3-nano", "nemotron-3-super"],
  },

  // Zhipu, Moonshot, MiniMax, StepFun and others that came for agents.
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

  // AllenAI.
  {
    family: "Olmo 3 Think",
    name: /^olmo-?3.*think/,
    sample: "allenai/Olmo-3-32B-Think",
    templates: ["olmo-3-thinker"],
    nativeTools: "dropped",
  },
  { family: "Olmo 3", name: /^olmo-?3/, sample: "allenai/Olmo-3-7B-Instruct", templates: ["olmo-3-vllm"] },
  {
    family: "OLMo 2",
    name: /^olmo-?2/,
    sample: "olmo2:7b",
    templates: ["olmo-2", "olmo-2-functions"],
    nativeTools: "dropped",
  },

  // LG.
  { family: "EXAONE 4", name: /^exaone-?4/, sample: "LGAI-EXAONE/EXAONE-4.0-32B", templates: ["exaone-4.0"] },
  {
    family: "EXAONE 3.5, EXAONE Deep",
    name: /^exaone-?(?:3|deep)/,
    sample: "exaone3.5:7.8b",
    templates: ["exaone-3.5", "exaone-deep"],
    nativeTools: "dropped",
  },

  // Liquid.
  {
    family: "LFM2.5 8B",
    name: /^lfm2\.5-8b/,
    sample: "LiquidAI/LFM2.5-8B-A1B",
    templates: ["lfm2.5-8b"],
  },
  {
    family: "LFM2 and LFM2.5",
    name: /^lfm2/,
    sample: "LiquidAI/LFM2-8B-A1B",
    templates: ["lfm2", "lfm2.5"],
    nativeTools: "dropped",
  },

  // One family a maker.
  {
    family: "Apertus",
    name: /^apertus/,
    sample: "swiss-ai/Apertus-8B-Instruct-2509",
    templates: ["apertus", "apertus-vllm"],
  },
  {
    family: "Apriel",
    name: /^apriel/,
    sample: "ServiceNow-AI/Apriel-1.5-15b-Thinker",
    templates: ["apriel-1.5", "apriel-1.6"],
    nativeTools: "altered",
  },
  {
    family: "Bielik 3",
    name: /^bielik-.*v3/,
    sample: "speakleash/Bielik-11B-v3.0-Instruct",
    templates: ["bielik-3"],
    reasoning: "last-only",
  },
  { family: "DBRX", name: /^dbrx/, sample: "dbrx:132b", templates: ["dbrx"], nativeTools: "dropped" },
  { family: "Falcon 2", name: /^falcon-?2/, sample: "falcon2:11b", templates: ["falcon-2"], nativeTools: "dropped" },
  {
    family: "Functionary",
    name: /^functionary/,
    sample: "meetkai/functionary-medium-v3.1",
    templates: ["functionary-v2.2", "functionary-v3.1", "functionary-v3.2"],
    nativeTools: "broken",
  },
  {
    family: "GigaChat 3",
    name: /^gigachat-?3/,
    sample: "ai-sage/GigaChat3-10B-A1.8B",
    templates: ["gigachat-3", "gigachat-3.1"],
    secondCall: "dropped",
  },
  {
    family: "Hammer 2.1",
    name: /^hammer-?2/,
    sample: "MadeAgents/Hammer2.1-7b",
    templates: ["hammer-2.1"],
    nativeTools: "dropped",
  },
  {
    family: "InternLM2",
    name: /^internlm-?2/,
    sample: "internlm/internlm2_5-7b-chat",
    templates: ["internlm2-tools-vllm"],
  },
  {
    family: "Jamba 1.6",
    name: /^(?:ai21-)?jamba/,
    sample: "ai21labs/AI21-Jamba-Large-1.6",
    templates: ["jamba-large-1.6"],
  },
  {
    family: "MiniCPM 3 and 5",
    name: /^minicpm-?[35]/,
    sample: "openbmb/MiniCPM3-4B",
    templates: ["minicpm-3", "minicpm-5"],
  },
  {
    family: "OpenChat 3.5",
    name: /^openchat/,
    sample: "openchat:7b",
    templates: ["openchat-3.5"],
    nativeTools: "dropped",
  },
  { family: "OpenCoder", name: /^opencoder/, sample: "opencoder:8b", templates: ["opencoder"], nativeTools: "dropped" },
  { family: "Reka Edge", name: /^reka-edge/, sample: "RekaAI/reka-edge", templates: ["reka-edge"] },
  { family: "Rnj-1", name: /^rnj-?1/, sample: "rnj-1:latest", templates: ["rnj-1"] },
  {
    family: "RWKV World",
    name: /^rwkv/,
    sample: "RWKV/rwkv-6-world-7b",
    templates: ["rwkv-world"],
    nativeTools: "dropped",
  },
  {
    family: "SmolLM2 and SmolLM3",
    name: /^smollm-?[23]/,
    sample: "HuggingFaceTB/SmolLM3-3B",
    templates: ["smollm2", "smollm3"],
    nativeTools: "dropped",
  },
  { family: "Solar Open", name: /^solar-open/, sample: "upstage/Solar-Open-100B", templates: ["solar-open"] },
  { family: "ToolACE", name: /^toolace/, sample: "Team-ACE/ToolACE-8B", templates: ["toolace-vllm"] },
  { family: "Yi-Coder", name: /^yi-coder/, sample: "yi-coder:1.5b", templates: ["yi-coder"], nativeTools: "dropped" },
];
