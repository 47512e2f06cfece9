import { execFileSync } from "node:child_process";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorkspace, projectContext } from "../../src/index.js";
import { MAX_NOTE_CHANGES, MAX_NOTE_FILES } from "../../src/limits.js";
import { workbench } from "../support/workbench.js";

function git(folder: string, ...args: string[]): string {
  const identity = [
    "-c",
    "user.name=T",
    "-c",
    "user.email=t@example.org",
    "-c",
    "init.defaultBranch=main",
    "-c",
    "commit.gpgsign=false",
  ];
  return execFileSync("git", [...identity, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

async function factsOf(folder: string) {
  const source = projectContext(await createWorkspace(folder), { now: () => new Date(2026, 0, 5, 23, 59) });
  return source.environment?.(new AbortController().signal);
}

describe("what a model is told of the project", () => {
  test("is system, shell, folder, date and files, without git too", async () => {
    const bench = await workbench();
    await bench.file("b.ts", "");
    await bench.file("a/x.ts", "");
    const facts = await factsOf(bench.root);
    expect(facts).toMatchObject({
      folder: bench.root,
      date: "2026-01-05",
      files: { names: ["a/x.ts", "b.ts"], more: 0 },
    });
    expect(facts?.shell).toMatch(/^(ba)?sh$/);
    expect(facts?.os).toMatch(/^(Linux|macOS|Windows) /);
    expect(facts?.git).toBeUndefined();
  });

  test("names head, branch and changed files as git does", async () => {
    const bench = await workbench();
    git(bench.root, "init");
    expect((await factsOf(bench.root))?.git).toEqual({
      head: "no commit yet",
      branch: "main",
      changed: [],
      changedMore: 0,
    });
    await bench.file("sub/a.txt", "1\n");
    await bench.file("b.txt", "1\n");
    git(bench.root, "add", ".");
    git(bench.root, "commit", "-m", "one");
    const head = git(bench.root, "rev-parse", "HEAD").slice(0, 10);
    expect((await factsOf(bench.root))?.git).toEqual({ head, branch: "main", changed: [], changedMore: 0 });
    await bench.file("sub/a.txt", "2\n");
    await bench.file("new file.txt", "");
    expect((await factsOf(bench.root))?.git?.changed).toEqual([" M sub/a.txt", "?? new file.txt"]);
    expect((await factsOf(join(bench.root, "sub")))?.git).toEqual({
      head,
      branch: "main",
      changed: [" M a.txt"],
      changedMore: 0,
    });
    git(bench.root, "pack-refs", "--all");
    expect((await factsOf(bench.root))?.git?.head).toBe(head);
    git(bench.root, "checkout", "--detach");
    expect((await factsOf(bench.root))?.git).toMatchObject({ head });
    expect((await factsOf(bench.root))?.git?.branch).toBeUndefined();
  });

  test("reads the head of a linked worktree", async () => {
    const bench = await workbench();
    await mkdir(join(bench.root, "main"));
    git(join(bench.root, "main"), "init");
    await bench.file("main/a.txt", "1\n");
    git(join(bench.root, "main"), "add", ".");
    git(join(bench.root, "main"), "commit", "-m", "one");
    git(join(bench.root, "main"), "worktree", "add", "-b", "side/branch", "../other");
    const head = git(join(bench.root, "main"), "rev-parse", "HEAD").slice(0, 10);
    expect((await factsOf(join(bench.root, "other")))?.git).toMatchObject({ head, branch: "side/branch" });
  });

  test("runs no program that the repository names", async () => {
    const bench = await workbench();
    git(bench.root, "init");
    const trap = await bench.file("trap.sh", `#!/bin/sh\ntouch ${join(bench.root, "sprung")}\n`);
    execFileSync("chmod", ["+x", trap]);
    git(bench.root, "config", "core.fsmonitor", trap);
    expect((await factsOf(bench.root))?.files?.names).toEqual(["trap.sh"]);
    expect((await factsOf(bench.root))?.files?.names).not.toContain("sprung");
  });

  test("gives no git facts rather than wrong ones where git fails", async () => {
    const bench = await workbench();
    git(bench.root, "init");
    await writeFile(join(bench.root, ".git/config"), "broken [");
    const facts = await factsOf(bench.root);
    expect(facts?.git).toBeUndefined();
    expect(facts?.date).toBe("2026-01-05");
    await rename(join(bench.root, ".git"), join(bench.root, "git"));
    expect((await factsOf(bench.root))?.git).toBeUndefined();
  });

  test("is bounded: the nearest files are named, the others counted", async () => {
    const bench = await workbench();
    git(bench.root, "init");
    for (let index = 0; index < MAX_NOTE_FILES + 5; index += 1) await bench.file(`deep/er/${index}.txt`, "");
    await bench.file("z.txt", "");
    await bench.file(".gitignore", "*.log\n");
    await bench.file("x.log", "");
    for (let index = 0; index < MAX_NOTE_CHANGES + 2; index += 1) await bench.file(`c${index}/f`, "");
    const facts = await factsOf(bench.root);
    expect(facts?.files?.names).toHaveLength(MAX_NOTE_FILES);
    expect(facts?.files?.names).toEqual(expect.arrayContaining([".gitignore", "z.txt", "c0/f"]));
    expect(facts?.files?.names).not.toContain("x.log");
    expect(facts?.files?.more).toBe(5 + 2 + MAX_NOTE_CHANGES + 2);
    expect(facts?.git?.changed).toHaveLength(MAX_NOTE_CHANGES);
    // The folders c0 to c51, deep and the two files of the top.
    expect(facts?.git?.changedMore).toBe(MAX_NOTE_CHANGES + 2 + 3 - MAX_NOTE_CHANGES);
  });
});
