import { lutimes, mkdir, readdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeAtomically } from "../src/files/atomic-write.js";
import { workbench } from "./support/workbench.js";

describe("an atomic write", () => {
  test("leaves no temporary file where it fails", async () => {
    const { root } = await workbench();
    await mkdir(join(root, "full"));
    await writeFile(join(root, "full/x"), "");
    await expect(writeAtomically(join(root, "full"), Buffer.from("x"), undefined)).rejects.toThrow();
    expect(await readdir(root)).toEqual(["full"]);
  });

  test("removes what a killed process left of an earlier write to the same file, and nothing else", async () => {
    const { root, file } = await workbench();
    const stale = ".a.txt.0123456789ab.tmp";
    const others = [
      ".a.txt.0123456789a.tmp",
      ".a.txt.0123456789abc.tmp",
      ".a.txt.0123456789AB.tmp",
      ".a.txt.0123456789ab.tmp2",
      ".a.txt.notes.tmp",
      ".b.txt.0123456789ab.tmp",
      "a.txt.0123456789ab.tmp",
    ];
    const longAgo = new Date(Date.now() - 2 * 60_000);
    for (const name of [stale, ...others]) await utimes(await file(name, "half"), longAgo, longAgo);
    const young = ".a.txt.ba9876543210.tmp";
    await file(young, "half");
    const folder = ".a.txt.aaaaaaaaaaaa.tmp";
    await mkdir(join(root, folder));
    await utimes(join(root, folder), longAgo, longAgo);
    const link = ".a.txt.bbbbbbbbbbbb.tmp";
    await symlink(join(root, ".b.txt.0123456789ab.tmp"), join(root, link));
    await lutimes(join(root, link), longAgo, longAgo);
    await writeAtomically(join(root, "a.txt"), Buffer.from("whole"), undefined);
    expect((await readdir(root)).sort()).toEqual([...others, young, folder, link, "a.txt"].sort());
  });

  test("is seen whole or not at all by a reader beside it", async () => {
    const { root, bytes } = await workbench();
    const path = join(root, "a.txt");
    const versions = ["a", "b"].map((letter) => Buffer.from(letter.repeat(1_000_000)));
    await writeFile(path, versions[0] ?? "");
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < 20; round += 1) {
        await writeAtomically(path, versions[round % 2] ?? Buffer.alloc(0), await stat(path));
      }
      writing = false;
    })();
    let reads = 0;
    while (writing) {
      const seen = await bytes("a.txt");
      expect(versions.some((version) => version.equals(seen))).toBe(true);
      reads += 1;
    }
    await writes;
    expect(reads).toBeGreaterThan(0);
    expect(await readdir(root)).toEqual(["a.txt"]);
  });
});
