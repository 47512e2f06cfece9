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
 * The entries below a folder, the nearest first, each folder's in the order of their names. Symlinks are named and not followed. Folders that cannot be read
 * are passed over. Obeys nested `.gitignore` files and the gate. O(entries).
 *
 * @throws the reason of the signal when it aborts.
 */
export async function* walk(start: Location, options: WalkOptions): AsyncGenerator<Entry> {
  const { chain } = await chainAbove(start.absolute);
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

function isLeftOut(entry: Entry, baseName: string, inside: boolean, chain: IgnoreChain, options: WalkOptions): boolean {
  const isFolder = entry.kind === "folder";
  if (NEVER_WALKED.includes(baseName)) return true;
  if (options.refuses({ name: entry.name, inside }, isFolder)) return true;
  const verdict = chain.verdict(entry.absolute, isFolder);
  if (verdict === "ignored") return true;
  return !options.hidden && baseName.startsWith(".") && verdict !== "wanted";
}

function entryOf(start: Location, folder: string, dirent: Dirent): Entry {
  const absolute = join(folder, dirent.name);
  const below = relative(start.absolute, absolute).split(sep).join("/");
  const name = start.name === "." ? below : `${start.name}/${below}`;
  const kind = dirent.isFile() ? "file" : dirent.isDirectory() ? "folder" : dirent.isSymbolicLink() ? "link" : "other";
  return { absolute, name, kind };
}

/** By code units: the same on every machine. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const byName = (a: Dirent, b: Dirent) => compareNames(a.name, b.name);
