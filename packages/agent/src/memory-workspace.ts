import type { Workspace } from "./workspace.js";

/**
 * A workspace without a disk: every relative path lies inside, names are worked out from their text alone. The default
 * of an agent whose tools touch no files.
 *
 * @example
 * (await memoryWorkspace().locate("src/../a.ts")).name // "a.ts"
 */
export function memoryWorkspace(root = "/workspace"): Workspace {
  return {
    root,
    async locate(path) {
      const slashed = path.replaceAll("\\", "/");
      // A drive, a network share or a home sign is never silently a folder of that name.
      if (/^(?:[A-Za-z]:|\/\/|~)/.test(slashed)) return { absolute: slashed, name: slashed, inside: false };
      const absolute = resolve(slashed.startsWith("/") ? slashed : `${root}/${slashed}`);
      if (absolute === root) return { absolute, name: ".", inside: true };
      const inside = absolute.startsWith(`${root}/`);
      return { absolute, name: inside ? absolute.slice(root.length + 1) : absolute, inside };
    },
  };
}

function resolve(absolute: string): string {
  const kept: string[] = [];
  for (const segment of absolute.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}`;
}
