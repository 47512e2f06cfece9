import { readlinkSync, realpathSync } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Location, Workspace } from "@millrace/agent";
import { FileError } from "./files/file-error.js";

/** Linux follows as many; source: path_resolution(7). */
const MAX_LINKS = 40;

/**
 * A workspace over the real disk.
 *
 * @param root An existing folder, absolute or relative to the working folder of the process.
 * @returns The workspace; its `root` is absolute with symlinks resolved. `locate` normalises first (`a/../b` is `b`, as
 *   in a shell), then resolves symlinks as far as the path exists, a dangling link too. `~` is not expanded: it is a
 *   name like any other.
 * @throws FileError `not_found` or `not_a_folder` for the root. `locate` throws FileError `invalid_path` for an empty
 *   path or one with a NUL character, and nothing else.
 *
 * @example
 * const workspace = await createWorkspace(".");
 * (await workspace.locate("src/a.ts")).inside; // true
 */
export async function createWorkspace(root: string): Promise<Workspace> {
  const absoluteRoot = await realpath(resolve(root)).catch((cause: unknown) => {
    throw new FileError("not_found", `There is no folder ${root}. Name an existing folder as the workspace.`, {
      cause,
    });
  });
  if (!(await lstat(absoluteRoot)).isDirectory()) {
    throw new FileError("not_a_folder", `${root} is a file. Name an existing folder as the workspace.`);
  }

  return {
    root: absoluteRoot,
    async locate(path) {
      if (path === "") throw new FileError("invalid_path", 'The path is empty. "." is the workspace itself.');
      if (path.includes("\0")) {
        throw new FileError(
          "invalid_path",
          `The path ${JSON.stringify(path)} holds a NUL character; no file can be named so.`,
        );
      }
      return locationOf(absoluteRoot, resolveLinks(resolve(absoluteRoot, path)));
    },
  };
}

/** How rules and people name an absolute path whose symlinks are resolved. */
function locationOf(root: string, absolute: string): Location {
  const fromRoot = relative(root, absolute);
  const inside = fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
  if (!inside) return { absolute, name: absolute, inside };
  return { absolute, name: fromRoot === "" ? "." : fromRoot.split(sep).join("/"), inside };
}

/**
 * Resolves symlinks as far as the path exists; what does not exist yet is appended as written. Synchronous: it takes
 * some microseconds, a way through the thread pool takes some hundred, and each call of a tool comes by here twice.
 */
function resolveLinks(path: string): string {
  let current = path;
  let missing = "";
  for (let links = 0; links <= MAX_LINKS; ) {
    const real = resultOf(realpathSync.native, current);
    if (real !== undefined) return join(real, missing);
    const target = resultOf(readlinkSync, current);
    if (target !== undefined) {
      current = resolve(resolveLinks(dirname(current)), target);
      links += 1;
      continue;
    }
    const parent = dirname(current);
    if (parent === current) break;
    missing = join(basename(current), missing);
    current = parent;
  }
  return path;
}

/** Undefined where the file system refuses. */
function resultOf(read: (path: string) => string, path: string): string | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
