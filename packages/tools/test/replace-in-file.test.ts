import { describe, expect, test } from "vitest";
import { refusal, textOf, workbench } from "./support/workbench.js";

const REPLACE = "replace_in_file";

describe("replace_in_file", () => {
  test("reads edits and SEARCH/REPLACE text, whichever of them is taught", async () => {
    for (const form of ["native", "text"] as const) {
      const bench = await workbench(form);
      await bench.file("a.txt", "one\ntwo\n");
      await bench.call(REPLACE, { path: "a.txt", edits: [{ search: "one", replace: "ONE" }] });
      await bench.call(REPLACE, { path: "a.txt", diff: "<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n" });
      expect(await bench.text("a.txt")).toBe("ONE\nTWO\n");
    }
  });

  test("needs exactly one of them", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "one\n");
    expect(await refusal(bench.call(REPLACE, { path: "a.txt" }))).toMatchObject({ code: "invalid_block" });
    expect(await refusal(bench.call(REPLACE, { path: "a.txt", edits: [], diff: "x" }))).toMatchObject({
      code: "invalid_block",
    });
    expect(await refusal(bench.call(REPLACE, { path: "a.txt", edits: [] }))).toMatchObject({ code: "invalid_block" });
  });

  test("answers with the changed lines and their numbers", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    const edits = [
      { search: "2", replace: "two\nand a half" },
      { search: "8\n", replace: "" },
    ];
    const result = await bench.call(REPLACE, { path: "a.txt", edits });
    expect(textOf(result)).toBe("Edited a.txt. It now reads:\n1 | 1\n2 | two\n3 | and a half\n4 | 3\n…\n8 | 7\n9 | 9");
    expect(result.meta?.path).toBe("a.txt");
  });

  test("does not answer a long change with all of it", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "1\n2\n");
    const result = await bench.call(REPLACE, { path: "a.txt", edits: [{ search: "1\n", replace: "x\n".repeat(500) }] });
    expect(textOf(result)).toBe("Edited a.txt. It now reads:\n(lines 1-500 as written)");
  });

  test("keeps mark, encoding and line ends", async () => {
    const bench = await workbench();
    await bench.file("bom.cs", "\ufeffusing System;\r\nclass A {}\r\n");
    await bench.call(REPLACE, { path: "bom.cs", edits: [{ search: "class A {}", replace: "class B {}\nclass C {}" }] });
    expect(await bench.text("bom.cs")).toBe("\ufeffusing System;\r\nclass B {}\r\nclass C {}\r\n");
    await bench.file("latin.txt", Buffer.from("caf\xe9\nx=1\n", "latin1"));
    await bench.call(REPLACE, { path: "latin.txt", edits: [{ search: "x=1", replace: "x=2" }] });
    expect(await bench.bytes("latin.txt")).toEqual(Buffer.from("caf\xe9\nx=2\n", "latin1"));
    await bench.file("wide.txt", Buffer.from("\ufeffa\r\nb\r\n", "utf16le"));
    await bench.call(REPLACE, { path: "wide.txt", edits: [{ search: "a\nb", replace: "a\nc" }] });
    expect(await bench.bytes("wide.txt")).toEqual(Buffer.from("\ufeffa\r\nc\r\n", "utf16le"));
  });

  test("refuses a file whose bytes would not come back as they are", async () => {
    const bench = await workbench();
    // A lone half of a character pair, in UTF-16.
    await bench.file("odd.txt", Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]));
    expect(
      await refusal(bench.call(REPLACE, { path: "odd.txt", edits: [{ search: "a", replace: "b" }] })),
    ).toMatchObject({ code: "unsupported_encoding" });
  });

  test("says how to create a file that is not there", async () => {
    const bench = await workbench();
    expect(await refusal(bench.call(REPLACE, { path: "a.txt", edits: [{ search: "a", replace: "b" }] }))).toMatchObject(
      {
        code: "not_found",
        message: expect.stringContaining("write_to_file"),
      },
    );
  });

  test("leaves the file alone when it is refused", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "a\nb\n");
    const edits = [
      { search: "a", replace: "A" },
      { search: "zzz", replace: "Z" },
    ];
    expect(await refusal(bench.call(REPLACE, { path: "a.txt", edits }))).toMatchObject({ code: "no_match" });
    expect(await bench.text("a.txt")).toBe("a\nb\n");
  });

  test("changes nothing without the plan that was approved", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "a\n");
    const tool = bench.tools.get(REPLACE);
    const plan = await bench.plan(REPLACE, { path: "a.txt", edits: [{ search: "a", replace: "b" }] });
    expect(plan).toMatchObject({ title: "Edit a.txt (+1 -1)", changes: [{ path: "a.txt" }] });
    expect(await bench.text("a.txt")).toBe("a\n");
    expect(tool?.effects).toBe("files");
  });

  test("finds its place among many thousand lines", async () => {
    const bench = await workbench();
    const lines = Array.from({ length: 50_000 }, (_, index) => `    const value${index} = compute(${index});`);
    await bench.file("big.ts", `${lines.join("\n")}\n`);
    await bench.call(REPLACE, {
      path: "big.ts",
      edits: [
        {
          search: "const value25000 = compute(25000);\nconst value25001 = compute(25001);\n",
          replace: "const value = 1;\n",
        },
      ],
    });
    expect(await bench.text("big.ts")).toContain("\n    const value = 1;\n    const value25002");
    expect(
      await refusal(
        bench.call(REPLACE, { path: "big.ts", edits: [{ search: "const value7 = computed(7);\n", replace: "x" }] }),
      ),
    ).toMatchObject({ code: "no_match" });
  });
});
