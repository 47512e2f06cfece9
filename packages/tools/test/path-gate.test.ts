import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openForReading } from "../src/files/path-gate.js";
import { refusal, textOf, workbench } from "./support/workbench.js";

const MAKE_PIPE = "mkfifo";
const PATH_TOOLS = [
  ["read_file", {}],
  ["write_to_file", { content: "x" }],
  ["replace_in_file", { edits: [{ search: "secret", replace: "x" }] }],
  ["list_files", {}],
  ["search_files", { regex: "secret" }],
] as const;

describe("the path gate", () => {
  test.each(PATH_TOOLS)(
    "%s refuses what .millraceignore keeps, by its name, by a detour and through a link",
    async (name, input) => {
      const bench = await workbench();
      await bench.file(".millraceignore", "secret.env\nvault/\n/alias2.txt\n");
      await bench.file("secret.env", "secret");
      await bench.file("vault/deep/key", "secret");
      await bench.file("open.txt", "secret");
      await symlink("secret.env", join(bench.root, "alias.txt"));
      await symlink("open.txt", join(bench.root, "alias2.txt"));
      for (const path of ["secret.env", "./src/../secret.env", "alias.txt", "alias2.txt", "vault/deep/key", "vault"]) {
        const { code, message } = await refusal(bench.call(name, { path, ...input }));
        expect(code, path).toBe("ignored_path");
        expect(message).toContain(path);
      }
      expect(await bench.text("secret.env")).toBe("secret");
    },
  );

  test("names a refused or outside path to the judge all the same", async () => {
    const bench = await workbench();
    await bench.file(".millraceignore", "secret.env\n");
    const accesses = (name: string, path: string) => bench.tools.get(name)?.accesses({ path }, bench.workspace);
    expect(await accesses("read_file", "secret.env")).toEqual([{ effect: "read", target: "secret.env" }]);
    for (const name of ["write_to_file", "replace_in_file"]) {
      expect(await accesses(name, "/etc/hosts")).toEqual([
        { effect: "read", target: "/etc/hosts" },
        { effect: "files", target: "/etc/hosts" },
      ]);
    }
    expect(await accesses("read_file", "src/../a")).toEqual([{ effect: "read", target: "a" }]);
  });

  test("lists and searches without what .millraceignore keeps", async () => {
    const bench = await workbench();
    await bench.file(".millraceignore", "secret.env\nvault/\n");
    await bench.file("secret.env", "needle");
    await bench.file("vault/key", "needle");
    await bench.file("a.txt", "needle");
    expect(textOf(await bench.call("list_files", { path: ".", recursive: true }))).toBe(
      ".millraceignore\na.txt\n\n(left out by ignore rules: secret.env, vault/)",
    );
    expect(textOf(await bench.call("search_files", { path: ".", regex: "needle" }))).toBe(
      "a.txt\n1 | needle\n\n(1 matching line in 1 file)",
    );
  });

  test("refuses a named pipe, a device, a socket or a folder with a sentence, and does not wait for it", async () => {
    const bench = await workbench();
    execFileSync(MAKE_PIPE, [join(bench.root, "pipe")]);
    await mkdir(join(bench.root, "folder"));
    const server = createServer().listen(join(bench.root, "socket"));
    await once(server, "listening");
    onTestFinished(() => void server.close());
    expect(await refusal(bench.call("read_file", { path: "socket" }))).toMatchObject({
      code: "not_a_file",
      message: expect.stringContaining("a socket"),
    });
    expect(await refusal(bench.call("read_file", { path: "pipe" }))).toMatchObject({
      code: "not_a_file",
      message: expect.stringContaining("named pipe"),
    });
    expect(await refusal(bench.call("write_to_file", { path: "pipe", content: "x" }))).toMatchObject({
      code: "not_a_file",
    });
    expect(await refusal(bench.call("read_file", { path: "/dev/zero" }))).toMatchObject({
      code: "not_a_file",
      message: expect.stringContaining("device"),
    });
    expect(await refusal(bench.call("search_files", { path: "pipe", regex: "x" }))).toMatchObject({
      code: "not_a_file",
    });
    expect(await refusal(bench.call("read_file", { path: "folder" }))).toMatchObject({
      code: "not_a_file",
      message: expect.stringContaining("list_files"),
    });
    expect(await refusal(bench.call("list_files", { path: "nope" }))).toMatchObject({ code: "not_found" });
  });

  test("does not open a place that a link of its path leads away from", async () => {
    const bench = await workbench();
    const other = await workbench();
    await other.file("key", "private");
    await symlink(other.root, join(bench.root, "sub"));
    const swapped = { absolute: join(bench.root, "sub/key"), name: "sub/key", inside: true };
    expect(await refusal((async () => openForReading(swapped))())).toMatchObject({ code: "path_changed" });
  });

  test("does not read through a link that was put in place of the file after approval", async () => {
    const bench = await workbench();
    const other = await workbench();
    await other.file("key", "private");
    const path = await bench.file("a.txt", "public");
    const swap = async () => {
      await rm(path);
      await symlink(join(other.root, "key"), path);
    };
    expect(await refusal(bench.call("read_file", { path: "a.txt" }, { beforeRun: swap }))).toMatchObject({
      code: "path_changed",
    });
  });

  test("does not write through a folder that became a link after approval", async () => {
    const bench = await workbench();
    const other = await workbench();
    await mkdir(join(bench.root, "sub"));
    const swap = async () => {
      await rename(join(bench.root, "sub"), join(bench.root, "sub-old"));
      await symlink(other.root, join(bench.root, "sub"));
    };
    const call = bench.call("write_to_file", { path: "sub/new/a.txt", content: "x" }, { beforeRun: swap });
    expect(await refusal(call)).toMatchObject({ code: "path_changed" });
    expect(textOf(await other.call("list_files", { path: "." }))).toBe("(the folder is empty)");
  });

  test("does not edit what a link put in place after approval leads to", async () => {
    const bench = await workbench();
    const other = await workbench();
    await other.file("key", "one\n");
    const path = await bench.file("a.txt", "one\n");
    const swap = async () => {
      await rm(path);
      await symlink(join(other.root, "key"), path);
    };
    const call = bench.call(
      "replace_in_file",
      { path: "a.txt", edits: [{ search: "one", replace: "two" }] },
      { beforeRun: swap },
    );
    await expect(call).rejects.toThrow();
    expect(await other.text("key")).toBe("one\n");
  });

  test("reads the ignore file anew for each call", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "x");
    await bench.call("read_file", { path: "a.txt" });
    await writeFile(join(bench.root, ".millraceignore"), "a.txt\n");
    expect(await refusal(bench.call("read_file", { path: "a.txt" }))).toMatchObject({ code: "ignored_path" });
  });
});
