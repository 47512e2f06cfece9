import type { ModelFamily } from "../model-family.js";

/** All others, most makers with one family. */
export const OTHER_MAKERS: readonly ModelFamily[] = [
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
