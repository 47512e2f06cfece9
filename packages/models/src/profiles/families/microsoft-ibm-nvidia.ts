import type { ModelFamily } from "../model-family.js";

/** Microsoft, IBM and NVIDIA. */
export const MICROSOFT_IBM_NVIDIA: readonly ModelFamily[] = [
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
];
