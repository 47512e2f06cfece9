import type { ModelFacts } from "@millrace/models";
import type { MachineMemory } from "./machine-memory.js";
import { showBytes, showTokens } from "./show-sizes.js";

/** Whether a model can run on this machine, and why. */
export interface MemoryFit {
  fits: "yes" | "tight" | "no" | "not known";
  /** A sentence without its full stop. */
  why: string;
  /** Weights, cache and the rest, bytes; absent where a part is not known. */
  needsBytes?: number;
}

/**
 * What a loaded model takes besides its weights and its cache: buffers for a batch of the prompt, and the program itself.
 * Source: llama.cpp prints them when it loads (`compute buffer size`): 300 to 600 MB for models of 1 to 14 thousand million
 * parameters at its own batch of 512.
 */
const OVERHEAD_BYTES = 512 * 1024 * 1024;
/**
 * A Mac's graphics may use this share of the memory. Source: Metal's recommendedMaxWorkingSetSize, two thirds on smaller and
 * three quarters on larger machines.
 */
const APPLE_SHARE = 2 / 3;
/** An agent's session is comfortable with this window, tokens: what is judged where the model is not loaded with another. */
export const SESSION_WINDOW = 32_768;

/**
 * Judges by size of the weights, cache for each token of the window, and what is free. A part that the server does not say
 * makes it `not known`, unless the weights alone are too large.
 *
 * @param window tokens
 */
export function memoryFit(
  { loaded, sizeBytes, cacheBytesPerToken }: Pick<ModelFacts, "loaded" | "sizeBytes" | "cacheBytesPerToken">,
  window: number,
  memory: MachineMemory,
  platform: NodeJS.Platform = process.platform,
): MemoryFit {
  if (loaded) return { fits: "yes", why: "it is loaded" };
  if (sizeBytes === undefined) return { fits: "not known", why: "its server does not say how large it is" };
  const usable = platform === "darwin" ? memory.total * APPLE_SHARE : memory.total;
  const largest = Math.max(usable, memory.gpu?.total ?? 0);
  const weights = sizeBytes + OVERHEAD_BYTES;
  if (weights > largest) {
    return { fits: "no", why: `its weights alone need ${showBytes(weights)} of ${showBytes(largest)}` };
  }
  if (cacheBytesPerToken === undefined) {
    return { fits: "not known", why: `its weights need ${showBytes(weights)}; what its cache needs is not known` };
  }
  const needsBytes = weights + cacheBytesPerToken * window;
  const needs = `needs ${showBytes(needsBytes)} with a window of ${showTokens(window)}`;
  const { gpu, free } = memory;
  if (gpu && needsBytes <= gpu.free)
    return { fits: "yes", why: `${needs}; the GPU has ${showBytes(gpu.free)} free`, needsBytes };
  if (needsBytes > largest) return { fits: "no", why: `${needs}; there are ${showBytes(largest)}`, needsBytes };
  if (gpu) {
    return { fits: "tight", why: `${needs}; the GPU has ${showBytes(gpu.free)} free, the rest is slow`, needsBytes };
  }
  // What is free is not told on a Mac: there is room as far as anybody knows.
  if (free === undefined)
    return { fits: "yes", why: `${needs}; the machine gives models ${showBytes(usable)}`, needsBytes };
  return {
    fits: needsBytes <= free ? "yes" : "tight",
    why: `${needs}; ${showBytes(free)} of ${showBytes(memory.total)} are free`,
    needsBytes,
  };
}
