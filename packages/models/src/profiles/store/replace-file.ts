import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, link, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { DEAD_CLAIM_MS, OLD_LEFTOVER_MS } from "../../limits.js";

/**
 * Puts a file in place of another, if that one still holds what it held: whole or not at all (a temporary file, fsync,
 * rename), and so that of several processes that read the same one only one goes through.
 *
 * Who may replace a content is who makes the claim to it first: a second name of the finished temporary file, made of the
 * hash of what it replaces. While the claim is there nobody else replaces that content, so what its owner then finds in
 * the place stays until the rename, which ends the claim. One that stands for long is a dead process's, and is finished for it.
 *
 * @param held reads what is in the file now; undefined for none
 * @param before what it held when `after` was made
 * @returns whether `after` is there; else somebody else was first, and the caller reads again
 * @throws what the file system refuses
 */
export async function replaceFile(
  path: string,
  held: () => Promise<string | undefined>,
  before: string | undefined,
  after: string,
): Promise<boolean> {
  const claim = `${path}.after-${before === undefined ? "nothing" : hashOf(before)}`;
  const other = await stat(claim).catch(() => undefined);
  if (other !== undefined) {
    const isDead = Date.now() - other.ctimeMs > DEAD_CLAIM_MS;
    if (isDead) await ((await held()) === before ? rename(claim, path) : unlink(claim)).catch(unlessGone);
    return false;
  }
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await writeSynced(file, after);
    if (!(await claimed(temporary, claim))) return false;
    if ((await held()) !== before) {
      await unlink(claim).catch(unlessGone);
      return false;
    }
    await rename(claim, path).catch(unlessGone);
    return true;
  } finally {
    await unlink(temporary).catch(unlessGone);
  }
}

/** Names that {@link replaceFile} makes beside a file: temporary ones and claims. */
const LEFTOVER = /\.(?:[0-9a-f]{12}\.tmp|after-(?:nothing|[0-9a-f]{16}))$/;

/** Takes away what processes that died in the middle of {@link replaceFile} left in a folder. Throws what the file system refuses. */
export async function sweepLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!LEFTOVER.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(unlessGone);
    if (found && Date.now() - found.mtimeMs > OLD_LEFTOVER_MS) await unlink(path).catch(unlessGone);
  }
}

async function writeSynced(file: FileHandle, text: string): Promise<void> {
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function claimed(temporary: string, claim: string): Promise<boolean> {
  try {
    await link(temporary, claim);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!NO_LINKS.has(codeOf(error))) throw error;
    // Without second names there is no first one: the last to come wins.
    await rename(temporary, claim);
    return true;
  }
}

/** Of file systems that know no hard links: FAT, some of networks, Android. */
const NO_LINKS: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"]);

function unlessGone(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
