import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
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
