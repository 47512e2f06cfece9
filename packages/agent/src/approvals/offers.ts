import type { Access } from "./access.js";
import { isOutside } from "./path-names.js";
import { escapePattern } from "./path-pattern.js";
import { findProtection } from "./protected-paths.js";
import type { Rule } from "./rules.js";

/**
 * The rules that an answer `always` may choose from for one access, narrowest first: each of them allows that access
 * from now on. None for a command: which commands a rule would cover cannot be told yet.
 */
export function offersFor(access: Access): Rule[] {
  if (access.opaque || access.effect === "command") return [];
  return patternsFor(access).map((pattern) => ({
    decision: "allow",
    effect: access.effect,
    ...(pattern === undefined ? {} : { pattern }),
    from: "session",
  }));
}

function patternsFor({ effect, target }: Access): (string | undefined)[] {
  if (effect === "task") return [undefined];
  const exact = escapePattern(target);
  if (effect === "network") return [exact.toLowerCase()];
  const slash = target.lastIndexOf("/");
  const folder = slash > 0 ? [`${escapePattern(target.slice(0, slash))}/**`] : [];
  if (effect === "mcp") return [exact, ...folder];
  if (findProtection(target, effect === "read" ? "read" : "files")) return [exact];
  return isOutside(target) ? [exact, ...folder] : [exact, ...folder, undefined];
}
