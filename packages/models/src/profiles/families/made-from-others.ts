import type { ModelFamily } from "../model-family.js";

/** Families that were made from others: their names hold the name of what they were made from, so they stand first. */
export const MADE_FROM_OTHERS: readonly ModelFamily[] = [
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
];
