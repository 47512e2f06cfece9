import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Location, Workspace } from "@millrace/agent";
import type { Ignore } from "ignore";
import { explainFileSystemError, FileError } from "./file-error.js";

/** The file that keeps files of the workspace from the tools, in gitignore syntax, at the root. */
const IGNORE_FILE = ".millraceignore";

/** Decides on every path of every path tool, after symlinks are resolved. */
export interface PathGate {
  /**
   * Where the path leads, if a tool may use it. Remembers the place for `call` (the call's input object): a later
   * `admit` for the same call that leads elsewhere, because a symlink was swapped after approval, is refused.
   *
   * @throws FileError `invalid_path`, `ignored_path`, `path_changed`.
   */
  admit(path: string, call: object, workspace: Workspace): Promise<Location>;
  /**
   * Remembers where the path leads, as it is judged, and refuses nothing: a refused path is still named to the judge.
   */
  locate(path: string, call: object, workspace: Workspace): Promise<Location>;
}

/** The gate's word on a place: true if `.millraceignore` keeps it, or a folder above it, from the tools. */
export type Refuses = (place: Place, isFolder: boolean) => boolean;

/** Of a location, what the ignore file is matched against. */
type Place = Pick<Location, "name" | "inside">;

/**
 * One gate for all tools of a set. Keeps no more than the place each call was judged for, as long as the call lives.
 */
export function createPathGate(): PathGate {
  const judged = new WeakMap<object, string>();
  return {
    async locate(path, call, workspace) {
      const location = await workspace.locate(path);
      judged.set(call, location.absolute);
      return location;
    },

    async admit(path, call, workspace) {
      const location = await workspace.locate(path);
      const judgedPlace = judged.get(call) ?? location.absolute;
      if (judgedPlace !== location.absolute) {
        throw new FileError(
          "path_changed",
          `${path} led to ${judgedPlace} when the call was judged and leads to ${location.absolute} now. Nothing was touched. Call again.`,
        );
      }
      const refuses = await readRefusals(workspace.root);
      const folder = isFolder(location.absolute);
      if (refuses(location, folder) || refuses(asWritten(workspace.root, path), folder)) {
        throw new FileError(
          "ignored_path",
          `${path} is kept from you by ${IGNORE_FILE}: it may not be read or changed. Go on without it, or ask the user.`,
        );
      }
      return location;
    },
  };
}

/**
 * What `.millraceignore` of a workspace refuses, as it is now. An ignore file that cannot be read is an error: nothing
 * is let through by accident.
 */
export async function readRefusals(root: string): Promise<Refuses> {
  const rules = await readIgnoreFile(root);
  if (rules === undefined) return () => false;
  return ({ name, inside }, isFolder) => inside && name !== "." && rules.ignores(isFolder ? `${name}/` : name);
}

/** The path normalised but with its symlinks as they are: a link may be named in the ignore file itself. */
function asWritten(root: string, path: string): Place {
  const name = relative(root, resolve(root, path)).split(sep).join("/");
  return { name: name === "" ? "." : name, inside: name !== ".." && !name.startsWith("../") && !name.startsWith("/") };
}

async function readIgnoreFile(root: string): Promise<Ignore | undefined> {
  const path = join(root, IGNORE_FILE);
  let text: string;
  try {
    // Mostly there is none, and this tells so without a way through the thread pool.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    text = await readFile(path, "utf8");
  } catch (error) {
    const explained = explainFileSystemError(error, IGNORE_FILE);
    if (explained.code === "not_found") return undefined;
    throw explained;
  }
  const { default: ignore } = await import("ignore");
  return ignore().add(text);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Opens a regular file for reading, never waiting: a FIFO, socket, device or folder is refused with a sentence that
 * says what it is. The place must still be the one that was admitted: if a folder of the path was replaced by a
 * symlink, it is refused. Synchronous: all of it together takes less than one way through the thread pool.
 *
 * @throws FileError. The file descriptor is the caller's to close.
 */
export function openForReading(location: Location): { fd: number; stats: Stats } {
  const { absolute, name } = location;
  let fd: number | undefined;
  try {
    assertRegularFile(lstatSync(absolute), name);
    fd = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    assertRegularFile(stats, name);
    assertSamePlace(location, stats);
    return { fd, stats };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw explainFileSystemError(error, name);
  }
}

/** @throws FileError `not_a_file` naming what it is. */
export function assertRegularFile(stats: Stats, name: string): void {
  if (stats.isFile()) return;
  throw new FileError(
    "not_a_file",
    `${name} is ${kindOf(stats)}. ${stats.isDirectory() ? "list_files shows what is in it" : "Only regular files can be read or written"}.`,
  );
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "a device";
  return "a symlink";
}

function assertSamePlace({ absolute, name }: Location, opened: Stats): void {
  const now = lstatSync(absolute);
  if (realpathSync.native(absolute) === absolute && now.ino === opened.ino && now.dev === opened.dev) return;
  throw new FileError("path_changed", `${name} was replaced while it was being opened. Nothing was read. Call again.`);
}
