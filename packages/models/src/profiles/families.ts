import { COHERE_GOOGLE } from "./families/cohere-google.js";
import { FOR_AGENTS } from "./families/for-agents.js";
import { LLAMA_MISTRAL } from "./families/llama-mistral.js";
import { MADE_FROM_OTHERS } from "./families/made-from-others.js";
import { MICROSOFT_IBM_NVIDIA } from "./families/microsoft-ibm-nvidia.js";
import { OTHER_MAKERS } from "./families/other-makers.js";
import { QWEN_DEEPSEEK } from "./families/qwen-deepseek.js";
import type { ModelFamily } from "./model-family.js";

/**
 * The catalogue of model families: where the model's own chat template stands between us and the model, what that
 * template takes. The first that fits a name is it, so in each file the most specific stands first. What is not listed is
 * talked to natively, with a system message. Source: 143 published templates, rendered (`npm run templates` renders our requests through them).
 */
export const MODEL_FAMILIES: readonly ModelFamily[] = [
  ...MADE_FROM_OTHERS,
  ...QWEN_DEEPSEEK,
  ...LLAMA_MISTRAL,
  ...COHERE_GOOGLE,
  ...MICROSOFT_IBM_NVIDIA,
  ...FOR_AGENTS,
  ...OTHER_MAKERS,
];
