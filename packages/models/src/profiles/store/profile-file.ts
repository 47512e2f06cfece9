import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { MAX_PROFILE_BYTES } from "../../limits.js";
import { codeOf } from "./replace-file.js";

/** What is at the place of a profile: nothing, a text, or something that cannot be read, with a sentence's end that says why. */
export type FoundFile = { text: string; bytes: Uint8Array } | { unreadable: string } | undefined;

/** Looks at the place of a profile. Never throws. */
export async function findProfileFile(path: string): Promise<FoundFile> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { unreadable: "is a folder; a profile is a file" };
    if (!found.isFile()) return { unreadable: "is no file" };
    if (found.size > MAX_PROFILE_BYTES)
      return { unreadable: `has ${found.size} bytes; a profile has at most ${MAX_PROFILE_BYTES}` };
    const bytes = await readFile(path);
    return { text: bytes.toString("utf8"), bytes };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    return { unreadable: `cannot be read (${error instanceof Error ? error.message : error})` };
  }
}

/** Keeps a damaged file beside its place, as `….damaged`: a copy of what was read, so that the place is never empty. */
export async function keepCopy(path: string, bytes: Uint8Array): Promise<string> {
  for (let at = 1; ; at++) {
    const kept = damagedName(path, at);
    try {
      await writeFile(kept, bytes, { flag: "wx", mode: 0o600 });
      return kept;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const there = await readFile(kept).catch(() => undefined);
      if (there?.equals(bytes)) return kept;
    }
  }
}

/** Moves what cannot be read out of the place, to `….damaged`. */
export async function moveAside(path: string): Promise<string> {
  for (let at = 1; ; at++) {
    const kept = damagedName(path, at);
    if (await isThere(kept)) continue;
    await rename(path, kept);
    return kept;
  }
}

async function isThere(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined;
}

function damagedName(path: string, at: number): string {
  return at === 1 ? `${path}.damaged` : `${path}.damaged-${at}`;
}

/**
 * Makes a folder, for this user alone, and those above it. Not by the recursive mkdir of Node 20, which never returns below
 * /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isThere(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process was quicker.
    if (codeOf(error) !== "EEXIST") throw error;
  });
}
