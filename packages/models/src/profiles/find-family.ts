import { MODEL_FAMILIES } from "./families.js";
import type { ModelFamily } from "./model-family.js";
import { plainName } from "./plain-name.js";

/**
 * The family that a model's name tells, or undefined: the first row of the catalogue that fits. Never throws.
 *
 * @param model as users and servers write it, without the provider: a path, a tag, a publisher may stand in it
 * @example
 * findFamily("hf.co/unsloth/GLM-4.6-GGUF:Q4_K_M")?.family; // "GLM-4.5 to 5"
 * findFamily("gemma3:12b")?.nativeTools; // "refused"
 */
export function findFamily(model: string): ModelFamily | undefined {
  const name = plainName(model);
  return MODEL_FAMILIES.find((row) => row.name.test(name));
}
