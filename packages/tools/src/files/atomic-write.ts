import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError } from "./file-error.js";

/** Permission bits, with set-user-id and the like. */
const MODE_BITS = 0o7777;

/**
 * Replaces the content of a file, so that it is there whole or not at all, also after a power cut: a temporary file in
 * the same folder, fsync, rename, fsync of the folder. Keeps mode and, where the system permits, owner. Creates folders
 * that are missing. A second name of the file (hard link) keeps the old content.
 *
 * @param path Absolute, symlinks resolved; if a folder of it was replaced by a symlink since, it is refused.
 * @param before What the file is now; undefined if it is new.
 * @throws FileError `path_changed`, or what the file system throws. No temporary file is left behind.
 */
export async function writeAtomically(path: string, bytes: Uint8Array, before: Stats | undefined): Promise<void> {
  const folder = dirname(path);
  await ensureFolder(folder);
  const temporary = join(folder, `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
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
