import type { Usage } from "@millrace/protocol";

/** Fewer tokens than this say more about a clock's steps than about a speed. */
const MIN_TOKENS = 8;

/**
 * Takes over how fast the server read or wrote: so many tokens in so many milliseconds. Without both, or where they are
 * too few to tell, the field stays as it is.
 */
export function takeSpeed(
  into: Usage,
  field: keyof NonNullable<Usage["speed"]>,
  { tokens, ms }: { tokens: unknown; ms: unknown },
): void {
  if (typeof tokens !== "number" || typeof ms !== "number" || !(tokens >= MIN_TOKENS) || !(ms > 0)) return;
  into.speed = { ...into.speed, [field]: (tokens / ms) * 1_000 };
}
