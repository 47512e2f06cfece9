import type { ModelFamily } from "../model-family.js";

/** Llama and Mistral. */
export const LLAMA_MISTRAL: readonly ModelFamily[] = [
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
];
