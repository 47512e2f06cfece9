import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MAX_LISTED } from "../src/limits.js";
import { fixtureTree } from "./search/fixture.js";
import { refusal, textOf, workbench } from "./support/workbench.js";

const LIST = "list_files";

describe("list_files", () => {
  test("names files and folders of one folder, hidden ones too, and what is left out", async () => {
    const bench = await workbench();
    await bench.file(".gitignore", "*.log\n");
    for (const path of ["b.ts", "a/x.ts", "debug.log", ".github/x.yml", ".git/HEAD", "node_modules/p/i.js"])
      await bench.file(path, "");
    await symlink("b.ts", join(bench.root, "link.ts"));
    expect(textOf(await bench.call(LIST, { path: "." }))).toBe(
      ".github/\n.gitignore\na/\nb.ts\nlink.ts (symlink)\n\n(left out by ignore rules: .git/, debug.log, node_modules/)",
    );
    expect(textOf(await bench.call(LIST, { path: "a" }))).toBe("a/x.ts");
  });

  test("obeys nested ignore files with their exceptions", async () => {
    const bench = await workbench();
    await fixtureTree(bench);
    const names = textOf(await bench.call(LIST, { path: ".", recursive: true })).split("\n");
    for (const wanted of [
      "keep.log",
      "build/wanted.txt",
      "src/debug.log",
      "sub/debug.log",
      ".config/x.txt",
      "src/dist/in.js",
    ]) {
      expect(names).toContain(wanted);
    }
    for (const ignored of ["debug.log", "dist/", "dist/out.js", "build/no.txt", "src/gen/", "node_modules/"])
      expect(names).not.toContain(ignored);
  });

  test("obeys the ignore files above the workspace up to the top of its repository", async () => {
    const bench = await workbench();
    await bench.file(".git/HEAD", "");
    await bench.file(".gitignore", "*.tmp\n/inner/no.txt\n");
    await bench.file("inner/no.txt", "");
    await bench.file("inner/x.tmp", "");
    await bench.file("inner/yes.txt", "");
    expect(textOf(await bench.call(LIST, { path: "inner" }))).toBe(
      "inner/yes.txt\n\n(left out by ignore rules: inner/no.txt, inner/x.tmp)",
    );
  });

  test("names the nearest entries first where there are too many", async () => {
    const bench = await workbench();
    for (let index = 0; index < MAX_LISTED + 1; index += 1) await bench.file(`a/${index}`, "");
    await bench.file("z.txt", "");
    const text = textOf(await bench.call(LIST, { path: ".", recursive: true }));
    expect(text).toContain("z.txt");
    expect(text).toContain(`(the first ${MAX_LISTED} entries; list a folder below for the rest)`);
    expect(text.split("\n")).toHaveLength(MAX_LISTED + 2);
  });

  test("says that a folder is empty, or is none", async () => {
    const bench = await workbench();
    await bench.file("a", "");
    expect(await refusal(bench.call(LIST, { path: "a" }))).toMatchObject({ code: "not_a_folder" });
    expect(textOf(await (await workbench()).call(LIST, { path: "." }))).toBe("(the folder is empty)");
  });
});
