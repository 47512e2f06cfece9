import { lstatSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { compareNames } from "../search/walk.js";

/** A rule file that is there. */
export interface RuleFile {
  path: string;
  /** As tools name it: relative to the workspace, or absolute where it lies above it or is the user's. */
  source: string;
  /** The folder that it must lie in once its links are resolved: the top of the repository. Absent: the user's own. */
  within?: string;
}

/** In each folder the first of these that is there. Claude Code's name second: most repositories that have both say the same. */
const NAMES = ["AGENTS.md", "CLAUDE.md"];
const FOLDER = join(".millrace", "rules");

/**
 * The rule files of the user and of a workspace, in the order of the prompt: from what holds everywhere to what holds for
 * this folder. Only names are looked at. Synchronous: it takes some microseconds a folder.
 */
export function findRuleFiles(root: string, userFolder: string | undefined): readonly RuleFile[] {
  const own = userFolder === undefined ? undefined : join(userFolder, "rules.md");
  const folders = foldersFromTop(root);
  const [top = root] = folders;
  return [
    ...(own !== undefined && isThere(own) ? [{ path: own, source: own }] : []),
    ...folders.flatMap(pathsIn).map((path) => ({ path, source: nameOf(root, path), within: top })),
  ];
}

/** The folders from the top of the repository around the workspace down to it; outside a repository it alone. */
function foldersFromTop(root: string): readonly string[] {
  const above: string[] = [];
  for (let at = root; ; at = dirname(at)) {
    above.unshift(at);
    if (isThere(join(at, ".git"))) return above;
    if (dirname(at) === at) return [root];
  }
}

function pathsIn(folder: string): readonly string[] {
  const named = NAMES.map((name) => join(folder, name)).find(isThere);
  return [...(named === undefined ? [] : [named]), ...markdownIn(join(folder, FOLDER))];
}

function markdownIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
    return names.sort(compareNames).map((name) => join(folder, name));
  } catch {
    // Not there, which is how it mostly is, or closed to us.
    return [];
  }
}

/** A link that leads nowhere is there, too: it is told, not passed over. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function nameOf(root: string, path: string): string {
  const name = relative(root, path);
  const shown = name.startsWith(`..${sep}`) ? path : name.split(sep).join("/");
  return shown.replace(/\p{Cc}/gu, "?");
}
