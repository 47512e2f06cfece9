import type { Answer, Part } from "../scenario.js";
import { isContent, joined } from "../wires/answer-parts.js";

/** The answer with these parts in place of what it said. */
export function withParts(answer: Answer, parts: readonly Part[]): Answer {
  const { text: _text, reasoning: _reasoning, reasoningDetails: _details, calls: _calls, ...rest } = answer;
  return { ...rest, parts };
}

/** The parts with others amid them: between two of them, or inside the text where there is but one. */
export function amid(parts: readonly Part[], inserted: readonly Part[]): readonly Part[] {
  const [only, ...others] = parts.filter(isContent);
  if (only !== undefined && "text" in only && others.length === 0) {
    const text = joined(only.text);
    const half = Math.floor(text.length / 2);
    return [{ text: text.slice(0, half) }, ...inserted, { text: text.slice(half) }];
  }
  const half = Math.ceil(parts.length / 2);
  return [...parts.slice(0, half), ...inserted, ...parts.slice(half)];
}
