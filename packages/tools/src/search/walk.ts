import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Location } from "@millrace/agent";
import type { Refuses } from "../files/path-gate.js";
import { MAX_WALKED_FOLDERS } from "../limits.js";
import { chainAbove, enterFolder, type IgnoreChain } from "./ignore-chain.js";

/** Never walked into, whatever the ignore files say; a start below them was named on purpose. */
export const NEVER_WALKED: readonly string[] = [".git", "node_modules"];

/** Something in a folder. */
export interface Entry {
  absolute: string;
  /** As a tool names it: relative to the workspace, or absolute where the start lies outside. */
  name: string;
  kind: "file" | "folder" | "link" | "other";
}

export interface WalkOptions {
  /** Goes into folders. */
  recursive: boolean;
  /** `hidden: false` passes over names that begin with a dot, unless an ignore file takes them back in. */
  hidden: boolean;
  signal: AbortSignal;
  /** The gate's word on an entry. */
  refuses: Refuses;
  /** Told of each entry that ignore files or the gate leave out. */
  onLeftOut?(entry: Entry): void;
}

/**
 * The entries below a folder, the nearest first, each folder's in the order of their names. Symlinks are named and not
 * followed. Folders that cannot be read are passed over. Obeys nested `.gitignore` files and the gate. O(entries).
 *
 * @throws the reason of the signal when it aborts.
 */
export async function* walk(start: Location, options: WalkOptions): AsyncGenerator<Entry> {
  const chain = await chainAbove(start.absolute);
  const folders: { absolute: string; chain: IgnoreChain }[] = [{ absolute: start.absolute, chain }];
  // A queue read by index: taking the first of an array out is O(length).
  for (let next = 0; next < Math.min(folders.length, MAX_WALKED_FOLDERS); next += 1) {
    const folder = folders[next];
    if (folder === undefined) return;
    options.signal.throwIfAborted();
    const dirents = await readdir(folder.absolute, { withFileTypes: true }).catch((): Dirent[] => []);
    const inner = await enterFolder(
      folder.chain,
      folder.absolute,
      dirents.map(({ name }) => name),
    );
    for (const dirent of dirents.toSorted(byName)) {
      const entry = entryOf(start, folder.absolute, dirent);
      if (isLeftOut(entry, dirent.name, start.inside, inner, options)) {
        options.onLeftOut?.(entry);
        continue;
      }
      yield entry;
      if (options.recursive && entry.kind === "folder") folders.push({ absolute: entry.absolute, chain: inner });
    }
  }
}

/** True for what a walk passes over: refused by the gate, ignored, or hidden and not taken back in. */
function isLeftOut(
  entry: Entry,
  baseName: string,
  inside: boolean,
  chain: IgnoreChain,
  options: Pick<WalkOptions, "hidden" | "refuses">,
): boolean {
  const isFolder = entry.kind === "folder";
  if (NEVER_WALKED.includes(baseName)) return true;
  if (options.refuses({ name: entry.name, inside }, isFolder)) return true;
  const verdict = chain.verdict(entry.absolute, isFolder);
  if (verdict === "ignored") return true;
  return !options.hidden && baseName.startsWith(".") && verdict !== "wanted";
}

/**
 * Tells whether a walk from `start` that passes over hidden names would come to a file, by its name below the start.
 * The rules of each folder are read once.
 *
 * @param above The rules that count above the start.
 */
export function walksTo(
  { start, refuses }: { start: Location; refuses: Refuses },
  above: IgnoreChain,
): (below: string) => Promise<boolean> {
  const chains = new Map<string, Promise<IgnoreChain>>();
  const chainIn = (folder: string, outer: IgnoreChain) => {
    const chain = chains.get(folder) ?? readdir(folder).then((names) => enterFolder(outer, folder, names));
    chains.set(folder, chain);
    return chain;
  };
  return async (below) => {
    const parts = below.split("/");
    let chain = await chainIn(start.absolute, above);
    for (const [index, part] of parts.entries()) {
      const name = parts.slice(0, index + 1).join("/");
      const kind = index === parts.length - 1 ? "file" : "folder";
      const entry: Entry = { absolute: join(start.absolute, name), name: nameBelow(start, name), kind };
      if (isLeftOut(entry, part, start.inside, chain, { hidden: false, refuses })) return false;
      if (kind === "folder") chain = await chainIn(entry.absolute, chain);
    }
    return true;
  };
}

/** How a tool names what lies below a start. */
export function nameBelow(start: Location, below: string): string {
  return start.name === "." ? below : `${start.name}/${below}`;
}

function entryOf(start: Location, folder: string, dirent: Dirent): Entry {
  const absolute = join(folder, dirent.name);
  const below = relative(start.absolute, absolute).split(sep).join("/");
  const name = nameBelow(start, below);
  const kind = dirent.isFile() ? "file" : dirent.isDirectory() ? "folder" : dirent.isSymbolicLink() ? "link" : "other";
  return { absolute, name, kind };
}

/** By code units: the same on every machine. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const byName = (a: Dirent, b: Dirent) => compareNames(a.name, b.name);
