/** Whether a JSON value is nested deeper than so many levels. With a stack of its own, as the nesting is a client's choice. O(value). */
export function isDeeper(root: unknown, levels: number): boolean {
  const waiting = [{ value: root, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > levels) return true;
    for (const inner of Object.values(value)) {
      if (typeof inner === "object" && inner !== null) waiting.push({ value: inner, depth: depth + 1 });
    }
  }
  return false;
}
