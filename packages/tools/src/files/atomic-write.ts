import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { STALE_TEMPORARY_MS } from "../limits.js";
import { FileError } from "./file-error.js";

/** Of the random part of a temporary file's name. */
const RANDOM_BYTES = 6;
const SUFFIX = ".tmp";
/** Permission bits, with set-user-id and the like. */
const MODE_BITS = 0o7777;

/**
 * Replaces the content of a file, so that it is there whole or not at all, also after a power cut: a temporary file in
 * the same folder, fsync, rename, fsync of the folder. Keeps mode and, where the system permits, owner. Creates folders
 * that are missing. A second name of the file (hard link) keeps the old content.
 *
 * @param path Absolute, symlinks resolved; if a folder of it was replaced by a symlink since, it is refused.
 * @param before What the file is now; undefined if it is new.
 * @throws FileError `path_changed`, or what the file system throws. No temporary file is left behind; what a process that
 *   was killed left of an earlier write to this file is removed. O(bytes, names in the folder).
 */
export async function writeAtomically(path: string, bytes: Uint8Array, before: Stats | undefined): Promise<void> {
  const folder = dirname(path);
  await ensureFolder(folder);
  const prefix = `.${basename(path).slice(0, 100)}.`;
  await removeStale(folder, prefix);
  const temporary = join(folder, `${prefix}${randomBytes(RANDOM_BYTES).toString("hex")}${SUFFIX}`);
  const handle = await open(temporary, "wx", before === undefined ? 0o666 : 0o600);
  try {
    try {
      await handle.writeFile(bytes);
      if (before !== undefined) await keepOwnerAndMode(handle, before);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** Removes temporary files that begin so, have a name just like ours, and are too old to be in use. */
async function removeStale(folder: string, prefix: string): Promise<void> {
  // What cannot be listed or removed does not matter to the write itself: it will say what is wrong, or go well.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
    const random = name.slice(prefix.length, -SUFFIX.length);
    if (random.length !== 2 * RANDOM_BYTES || !/^[0-9a-f]+$/.test(random)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > STALE_TEMPORARY_MS) await unlink(path).catch(() => undefined);
  }
}

/**
 * Makes the folder and those above it, as long as each one is still where it was when its symlinks were resolved. Not
 * by the recursive mkdir of Node 20, which never returns below /proc.
 */
async function ensureFolder(folder: string): Promise<void> {
  if ((await statIfThere(folder)) === undefined) {
    await ensureFolder(dirname(folder));
    await mkdir(folder).catch((error: unknown) => {
      // Another process was quicker.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
  }
  if ((await realpath(folder)) === folder) return;
  throw new FileError("path_changed", `${folder} was replaced by a symlink. Nothing was written. Call again.`);
}

async function keepOwnerAndMode(handle: FileHandle, before: Stats): Promise<void> {
  const now = await handle.stat();
  if (now.uid !== before.uid || now.gid !== before.gid) {
    // Only root may give a file away; for anyone else the new file is their own, as with every editor.
    await handle.chown(before.uid, before.gid).catch(() => undefined);
  }
  await handle.chmod(before.mode & MODE_BITS);
}

/** Some file systems and Windows have no fsync for folders; the rename is then as durable as it gets there. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}

/** What is at the path, or undefined if nothing is. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}
