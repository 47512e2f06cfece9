import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { EnvironmentFacts } from "@millrace/agent";
import { GIT_STATUS_MS, MAX_NOTE_CHANGES } from "../limits.js";

/** Characters of a commit id that are shown. */
const SHORT_ID = 10;

/**
 * Head, branch and changed files of the repository that a folder belongs to. Head and branch are read from its files;
 * one `git status`, at most {@link GIT_STATUS_MS}, tells what changed. No setting of the repository may start a program
 * by it (`core.fsmonitor`), and no lock is taken.
 *
 * @returns Undefined outside a repository, without git, and where `git status` takes too long: a list that may be wrong
 *   is not given.
 */
export async function gitFacts(folder: string, signal: AbortSignal): Promise<EnvironmentFacts["git"] | undefined> {
  const repository = await findRepository(folder);
  if (repository === undefined) return undefined;
  const [head, changed] = await Promise.all([readHead(repository.git), changedFiles(folder, repository.top, signal)]);
  if (changed === undefined || head === undefined) return undefined;
  return {
    ...head,
    changed: changed.slice(0, MAX_NOTE_CHANGES),
    changedMore: Math.max(0, changed.length - MAX_NOTE_CHANGES),
  };
}

/**
 * The top folder of the repository, and where its `.git` is: a folder, or, in a worktree, the folder that the file
 * names.
 */
async function findRepository(folder: string): Promise<{ top: string; git: string } | undefined> {
  const path = join(folder, ".git");
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return { top: folder, git: path };
  if (stats?.isFile()) {
    const named = /^gitdir: (.+)$/m.exec(await readText(path))?.[1];
    if (named !== undefined) return { top: folder, git: resolve(folder, named) };
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

/**
 * Source: gitrepository-layout(5): HEAD is a commit id or `ref: NAME`; a ref is a file, or a line of packed-refs;
 * worktrees share them through `commondir`.
 */
async function readHead(git: string): Promise<{ head: string; branch?: string } | undefined> {
  const head = (await readText(join(git, "HEAD"))).trim();
  if (head === "") return undefined;
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return { head: head.slice(0, SHORT_ID) };
  const common = (await readText(join(git, "commondir"))).trim();
  const shared = common === "" ? git : resolve(git, common);
  const loose = (await readText(join(shared, ref))).trim();
  const id =
    loose || ((await readText(join(shared, "packed-refs"))).split("\n").find((line) => line.endsWith(` ${ref}`)) ?? "");
  return { head: id === "" ? "no commit yet" : id.slice(0, SHORT_ID), branch: ref.replace(/^refs\/heads\//, "") };
}

async function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

/**
 * `XY name` of each changed file below the folder, as `git status` has it. Undefined if git is not there or takes too
 * long.
 */
async function changedFiles(folder: string, top: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const args = [
    "--no-optional-locks",
    "-c",
    "core.fsmonitor=false",
    "status",
    "--porcelain=v1",
    "-z",
    "--no-renames",
    "--",
    ".",
  ];
  const output = await new Promise<string | undefined>((done) => {
    const options = {
      cwd: folder,
      timeout: GIT_STATUS_MS,
      maxBuffer: 4 * 1024 * 1024,
      signal,
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
    };
    execFile("git", args, options, (error, stdout) => done(error === null ? stdout : undefined));
  });
  return output
    ?.split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => `${entry.slice(0, 3)}${nameBelow(folder, top, entry.slice(3))}`);
}

/** Git names files from the top of the repository, a workspace from its own root. */
function nameBelow(folder: string, top: string, name: string): string {
  if (folder === top) return name;
  return relative(folder, join(top, name)).split(sep).join("/") + (name.endsWith("/") ? "/" : "");
}
