import type { ModelFamily } from "../model-family.js";

/** Cohere and Google. */
export const COHERE_GOOGLE: readonly ModelFamily[] = [
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
];
