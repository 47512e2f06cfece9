/** Names further away than this are no help. */
const MAX_DISTANCE = 3;

/**
 * The name that was probably meant: fewest single-character edits, at most 3 and fewer than half of what was written.
 * O(names · length²), length of the names.
 *
 * @example nearestName("modle", ["model", "mode"]) === "model"
 */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(MAX_DISTANCE, Math.floor(written.length / 2)) + 1;
  for (const name of names) {
    // So many edits at least: what is much longer is not looked at.
    if (Math.abs(written.length - name.length) >= least) continue;
    // At equal distance a name of the same length is the likelier one.
    const distance =
      editDistance(written.toLowerCase(), name.toLowerCase()) + Math.abs(written.length - name.length) / 1000;
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last?.[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast?.[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
}
