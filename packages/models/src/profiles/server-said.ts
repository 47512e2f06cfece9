/**
 * What a server said of a model when it was measured: little enough to be compared, and enough to see that it serves
 * something else now. What it does not say is absent, and tells of no change.
 */
export interface ServerSaid {
  /** The window it names, tokens. */
  window?: number;
  /** A hash of the chat template it shows. */
  template?: string;
  /** As it calls it, e.g. `Q4_K_M`. */
  quantization?: string;
  /** Which weights: Ollama's digest, llama.cpp's file, vLLM's root. */
  weights?: string;
}

/** A part of what a server said that is different now. */
export type SaidPart = keyof ServerSaid;

/** The parts, as people are told of them. */
export const SAID_PARTS: Readonly<Record<SaidPart, string>> = {
  window: "window",
  template: "chat template",
  quantization: "quantization",
  weights: "weights",
};

/** The parts that both say, and say differently. */
export function changedParts(before: ServerSaid, now: ServerSaid): readonly SaidPart[] {
  const parts: readonly SaidPart[] = ["window", "template", "quantization", "weights"];
  return parts.filter((part) => {
    const [then, today] = [before[part], now[part]];
    return then !== undefined && today !== undefined && then !== today;
  });
}
