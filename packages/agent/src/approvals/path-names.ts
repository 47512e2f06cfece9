/** `a/./b/../c` → `a/c`; what leaves the workspace keeps its `..`. */
export function normaliseName(target: string): string {
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(target)) return target;
  const kept: string[] = [];
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(segment);
  }
  const path = kept.join("/");
  if (target.startsWith("/")) return `/${path}`;
  return path === "" ? "." : path;
}

/** Whether a name as `Location.name` has it lies outside the workspace. */
export function isOutside(name: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:)/.test(name) || /^\.\.(?:\/|$)/.test(normaliseName(name));
}
