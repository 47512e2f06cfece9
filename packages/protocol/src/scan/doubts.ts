/** Why a call may be talk, not action. */
export const DOUBTS = {
  fenced: "It stood in a code fence.",
  behindText: "It stood in other text and had no mark of its own.",
  inReasoning: "It stood in the model's reasoning, which was not closed.",
} as const;

/** Both reasons, as far as they are there. */
export function joinDoubts(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : `${one} ${other}`;
}
