const PIECE =
  /[\s,]{0,3}(?:and )?(\d{1,9}(?:\.\d{1,12})?)\s{0,2}(milliseconds?|ms|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])/iy;
const MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/**
 * The duration that stands at a place in a text, in milliseconds; undefined if there is none.
 *
 * @example
 * durationAt("in 1m30s", 3) // 90_000
 * durationAt("23 seconds", 0) // 23_000
 */
export function durationAt(text: string, at: number): number | undefined {
  let total: number | undefined;
  PIECE.lastIndex = at;
  for (let piece = PIECE.exec(text); piece; piece = PIECE.exec(text)) {
    total = (total ?? 0) + Number(piece[1]) * unitMs(piece[2] ?? "");
  }
  return total === undefined ? undefined : Math.round(total);
}

function unitMs(unit: string): number {
  const name = unit.toLowerCase();
  const isMilliseconds = name === "ms" || name.startsWith("milli");
  return isMilliseconds ? 1 : (MS[name.charAt(0)] ?? 1_000);
}

/** A duration for people, rounded up: `45 s`, `12 min`, `3 h 7 min`, `2 days`. */
export function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
  return `${Math.ceil(minutes / (24 * 60))} days`;
}
