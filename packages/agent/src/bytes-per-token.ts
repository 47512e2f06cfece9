import { DEFAULT_BYTES_PER_TOKEN } from "./limits.js";
import type { ModelProfile } from "./model-profile.js";

/** UTF-8 bytes of a request per token, as the profile knows it, else the usual. */
export function bytesPerTokenOf({ bytesPerToken }: Pick<ModelProfile, "bytesPerToken">): number {
  return bytesPerToken?.value ?? DEFAULT_BYTES_PER_TOKEN;
}
