import { createHash } from "node:crypto";
import { chmod, link, lstat, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refusal, textOf, workbench } from "./support/workbench.js";

const WRITE = "write_to_file";

/** A workbench with one file that was read whole. */
async function withRead(path: string, content: string | Uint8Array) {
  const bench = await workbench();
  await bench.file(path, content);
  await bench.call("read_file", { path });
  return bench;
}

describe("write_to_file", () => {
  test("creates a file and its folders, and says so", async () => {
    const bench = await workbench();
    const result = await bench.call(WRITE, { path: "a/b/c.txt", content: "hi\n" });
    expect(await bench.text("a/b/c.txt")).toBe("hi\n");
    expect(textOf(result)).toBe("Created a/b/c.txt (3 bytes).");
    expect(result.meta?.hash).toBe(createHash("sha256").update("hi\n").digest("hex"));
    expect(await readdir(join(bench.root, "a/b"))).toEqual(["c.txt"]);
  });

  test("plans with a diff and the hashes before and after, and touches nothing", async () => {
    const bench = await withRead("a.txt", "one\ntwo\n");
    const plan = await bench.plan(WRITE, { path: "a.txt", content: "one\nTWO\n" });
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(plan?.title).toBe("Edit a.txt (+1 -1)");
    expect(plan?.changes).toEqual([
      {
        path: "a.txt",
        diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n",
        before: { hash: hash("one\ntwo\n") },
        after: { hash: hash("one\nTWO\n") },
      },
    ]);
    expect(await bench.text("a.txt")).toBe("one\ntwo\n");
    const creation = await bench.plan(WRITE, { path: "new/b.txt", content: "x\ny" });
    expect(creation?.changes[0]).toMatchObject({ diff: "--- /dev/null\n+++ b/new/b.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n" });
    expect(await readdir(bench.root)).toEqual(["a.txt"]);
  });

  test("takes empty content for a value", async () => {
    const bench = await withRead("a.txt", "one\n");
    await bench.call(WRITE, { path: "a.txt", content: "" });
    await bench.call(WRITE, { path: "b.txt", content: "" });
    expect(await bench.text("a.txt")).toBe("");
    expect(await bench.text("b.txt")).toBe("");
  });

  test("keeps the mode of the file", async () => {
    const bench = await withRead("run.sh", "#!/bin/sh\n");
    await chmod(join(bench.root, "run.sh"), 0o751);
    await bench.call(WRITE, { path: "run.sh", content: "#!/bin/sh\nexit 0\n" });
    expect((await stat(join(bench.root, "run.sh"))).mode & 0o7777).toBe(0o751);
  });

  test("gives a new file the mode that the user's mask gives", async () => {
    const bench = await workbench();
    await bench.call(WRITE, { path: "a.txt", content: "x" });
    expect((await stat(join(bench.root, "a.txt"))).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test("writes the file a link leads to and keeps the link", async () => {
    const bench = await withRead("real.txt", "one\n");
    await symlink("real.txt", join(bench.root, "link.txt"));
    await bench.call(WRITE, { path: "link.txt", content: "two\n" });
    expect(await bench.text("real.txt")).toBe("two\n");
    expect((await lstat(join(bench.root, "link.txt"))).isSymbolicLink()).toBe(true);
  });

  test("replaces the file whole: another name of it keeps the old content", async () => {
    const bench = await withRead("a.txt", "one\n");
    await link(join(bench.root, "a.txt"), join(bench.root, "other.txt"));
    await bench.call(WRITE, { path: "a.txt", content: "two\n" });
    expect(await bench.text("other.txt")).toBe("one\n");
  });

  test.each([
    ["CRLF line ends", Buffer.from("a\r\nb\r\n"), "a\nB\n", Buffer.from("a\r\nB\r\n")],
    ["LF line ends", Buffer.from("a\nb\n"), "a\r\nB\r\n", Buffer.from("a\nB\n")],
    ["a byte order mark", Buffer.from("\ufeffa\n"), "b\n", Buffer.from("\ufeffb\n")],
    ["UTF-16", Buffer.from("\ufeffa\r\n", "utf16le"), "→\n", Buffer.from("\ufeff→\r\n", "utf16le")],
    [
      "UTF-16 big endian",
      Buffer.from("\ufeffa\n", "utf16le").swap16(),
      "→\n",
      Buffer.from("\ufeff→\n", "utf16le").swap16(),
    ],
    ["Latin-1", Buffer.from("caf\xe9\n", "latin1"), "thé\n", Buffer.from("th\xe9\n", "latin1")],
  ])("keeps %s of the file", async (_name, before, content, after) => {
    const bench = await withRead("a.txt", before);
    await bench.call(WRITE, { path: "a.txt", content });
    expect(await bench.bytes("a.txt")).toEqual(after);
  });

  test("refuses a character that the encoding of the file has not, and leaves the file alone", async () => {
    const bench = await withRead("a.txt", Buffer.from("caf\xe9\n", "latin1"));
    expect(await refusal(bench.call(WRITE, { path: "a.txt", content: "→\n" }))).toMatchObject({
      code: "unsupported_encoding",
    });
    expect(await bench.bytes("a.txt")).toEqual(Buffer.from("caf\xe9\n", "latin1"));
  });

  test("takes off a fence around a whole source file, and only that", async () => {
    const bench = await workbench();
    const write = async (path: string, content: string) => {
      await bench.call(WRITE, { path, content });
      return bench.text(path);
    };
    expect(await write("a.ts", "```ts\nexport const a = 1;\n```\n")).toBe("export const a = 1;\n");
    expect(await write("b.ts", "```\nx\n```")).toBe("x\n");
    expect(await write("c.md", "```ts\nx\n```\n")).toBe("```ts\nx\n```\n");
    expect(await write("d.ts", "x\n```\ny\n```\n")).toBe("x\n```\ny\n```\n");
    expect(await write("e.ts", "```ts\nx\n```\ntail\n")).toBe("```ts\nx\n```\ntail\n");
  });

  test("says what to do where a file was not read, read in part, or changed since", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "1\n2\n3\n");
    const write = () => refusal(bench.call(WRITE, { path: "a.txt", content: "x\n" }));
    expect(await write()).toMatchObject({ code: "not_read", message: expect.stringContaining("read_file") });
    await bench.call("read_file", { path: "a.txt", start_line: 1, end_line: 2 });
    expect(await write()).toMatchObject({ code: "partial_read" });
    await bench.call("read_file", { path: "a.txt", start_line: 3 });
    await bench.call(WRITE, { path: "a.txt", content: "x\n" });
    await bench.file("a.txt", "user\n");
    expect(await write()).toMatchObject({ code: "stale" });
    expect(await bench.text("a.txt")).toBe("user\n");
  });

  test("counts a line that was cut as not read", async () => {
    const bench = await withRead("a.txt", `short\n${"x".repeat(5_000)}\nshort\n`);
    expect(await refusal(bench.call(WRITE, { path: "a.txt", content: "y\n" }))).toMatchObject({ code: "partial_read" });
  });

  test("knows what it wrote and what it edited after reading", async () => {
    const bench = await workbench();
    await bench.call(WRITE, { path: "a.txt", content: "one\n" });
    await bench.call("replace_in_file", { path: "a.txt", edits: [{ search: "one", replace: "two" }] });
    await bench.call(WRITE, { path: "a.txt", content: "three\n" });
    expect(await bench.text("a.txt")).toBe("three\n");
  });

  test("does not count an edit of an unread file as reading it", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "one\ntwo\n");
    await bench.call("replace_in_file", { path: "a.txt", edits: [{ search: "one", replace: "ONE" }] });
    expect(await refusal(bench.call(WRITE, { path: "a.txt", content: "x\n" }))).toMatchObject({ code: "not_read" });
  });

  test("refuses to write when the file changed between approval and writing", async () => {
    const bench = await withRead("a.txt", "one\n");
    const call = bench.call(
      WRITE,
      { path: "a.txt", content: "two\n" },
      { beforeRun: () => writeFile(join(bench.root, "a.txt"), "user\n") },
    );
    expect(await refusal(call)).toMatchObject({ code: "stale" });
    expect(await bench.text("a.txt")).toBe("user\n");
    const creation = bench.call(
      WRITE,
      { path: "b.txt", content: "x" },
      { beforeRun: () => writeFile(join(bench.root, "b.txt"), "user") },
    );
    expect(await refusal(creation)).toMatchObject({ code: "stale" });
  });

  test("leaves nothing behind where it cannot write", async () => {
    const bench = await workbench();
    await mkdir(join(bench.root, "folder"));
    await bench.file("file", "x");
    expect(await refusal(bench.call(WRITE, { path: "folder", content: "x" }))).toMatchObject({ code: "not_a_file" });
    expect(await refusal(bench.call(WRITE, { path: "file/below", content: "x" }))).toMatchObject({ code: "not_found" });
    expect(await refusal(bench.call(WRITE, { path: "x".repeat(300), content: "x" }))).toMatchObject({
      code: "invalid_path",
    });
    expect((await readdir(bench.root)).sort()).toEqual(["file", "folder"]);
  });

  test("says that a folder may not be written to", async () => {
    const bench = await workbench();
    await mkdir(join(bench.root, "locked"), { mode: 0o555 });
    // Root may write everywhere, so it becomes somebody else for a moment.
    await chmod(bench.root, 0o755);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await refusal(bench.call(WRITE, { path: "locked/a", content: "x" }))).toMatchObject({
        code: "permission_denied",
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  test("says that a place of the system cannot be written to", async () => {
    const bench = await workbench();
    const { code } = await refusal(bench.call(WRITE, { path: "/proc/millrace/a", content: "x" }));
    expect(["permission_denied", "not_found"]).toContain(code);
  });

  test("refuses binary files", async () => {
    const bench = await workbench();
    await bench.file("a.bin", Buffer.from([0, 1, 2]));
    expect(await refusal(bench.call(WRITE, { path: "a.bin", content: "x" }))).toMatchObject({ code: "binary_file" });
  });

  test("says that nothing changed where the file already holds the content", async () => {
    const bench = await withRead("a.txt", "same\n");
    const before = await stat(join(bench.root, "a.txt"));
    expect(textOf(await bench.call(WRITE, { path: "a.txt", content: "same\n" }))).toContain("nothing changed");
    expect((await stat(join(bench.root, "a.txt"))).ino).toBe(before.ino);
  });

  test("previews the content piece by piece, each once", async () => {
    const bench = await workbench();
    const tool = bench.tools.get(WRITE);
    const events = [
      { type: "tool-start", block: 0, id: "1", name: WRITE },
      { type: "param-start", block: 0, param: "path" },
      { type: "param-delta", block: 0, param: "path", text: "src/" },
      { type: "param-delta", block: 0, param: "path", text: "a.ts" },
      { type: "param-end", block: 0, param: "path" },
      { type: "param-start", block: 0, param: "content" },
      { type: "param-delta", block: 0, param: "content", text: "one\n" },
      { type: "param-delta", block: 0, param: "content", text: "two\n" },
      { type: "param-end", block: 0, param: "content" },
    ] as const;
    let preview: ReturnType<NonNullable<NonNullable<typeof tool>["preview"]>>;
    let shown = "";
    for (const event of events) {
      preview = tool?.preview?.(event, preview);
      shown += preview?.delta ?? "";
    }
    expect(preview?.title).toBe("Write src/a.ts");
    expect(shown).toBe("one\ntwo\n");
  });
});
