/** Every check, in the order in which they are made: each may use what those before it found. */
export const CHECK_NAMES = [
  "reachable",
  "reasoning",
  "native-call",
  "native-body",
  "native-edit",
  "text",
  "parallel",
  "streams",
  "tokens",
  "speed",
  "window",
] as const;

/** A check, by its name. */
export type CheckName = (typeof CHECK_NAMES)[number];
