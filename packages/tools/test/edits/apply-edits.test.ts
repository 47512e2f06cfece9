import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src/edits/apply-edits.js";
import { EditError } from "../../src/index.js";

function edit(text: string, ...blocks: [search: string, replace: string][]): string {
  return applyEdits(
    text,
    blocks.map(([search, replace]) => ({ search, replace })),
  ).text;
}

function refused(text: string, ...blocks: [search: string, replace: string][]): EditError {
  try {
    edit(text, ...blocks);
  } catch (error) {
    if (error instanceof EditError) return error;
    throw error;
  }
  throw new Error("the edit was not refused");
}

describe("an edit", () => {
  test("changes the one place its search text stands at", () => {
    expect(edit("one\ntwo\nthree\n", ["two\n", "TWO\n"])).toBe("one\nTWO\nthree\n");
    expect(edit("a = f(x);\n", ["f(x)", "$& $1 $$"])).toBe("a = $& $1 $$;\n");
    expect(edit("one\ntwo\n", ["two\n", ""])).toBe("one\n");
  });

  test("prefers a place on whole lines to one inside a line", () => {
    expect(edit("xend\nend\nendx\n", ["end", "END"])).toBe("xend\nEND\nendx\n");
    expect(edit("xend\nend\n", ["end\n", "END\n"])).toBe("xend\nEND\n");
  });

  test("prefers an exact place to one with other white space", () => {
    expect(edit("  a\na\n", ["a\n", "b\n"])).toBe("  a\nb\n");
  });

  test("may change a part of a line", () => {
    expect(edit("  // Build tree spheres with time\n", ["// Build tree spheres", "// Build them"])).toBe(
      "  // Build them with time\n",
    );
  });

  test("sets white space around lines aside where the exact text is nowhere, and indents as the file does", () => {
    expect(
      edit("class A {\n    run() {\n        go();\n    }\n}\n", [
        "run() {\n    go();\n}\n",
        "run() {\n    go();\n    stop();\n}\n",
      ]),
    ).toBe("class A {\n    run() {\n        go();\n        stop();\n    }\n}\n");
    expect(
      edit("\tif (a) {\n\t\tb();\n\t}\n", ["if (a) {\n  b();\n}", "if (a) {\n  b();\n  if (c) {\n    d();\n  }\n}"]),
    ).toBe("\tif (a) {\n\t\tb();\n\t\tif (c) {\n\t\t\td();\n\t\t}\n\t}\n");
    expect(edit("a = 1   \nb = 2\n", ["a = 1\nb = 2\n", "a = 1\nb = 3\n"])).toBe("a = 1\nb = 3\n");
    expect(edit("  a\n  b\n", ["    a\n    b\n", "    a\n  x\n    b\n"])).toBe("  a\nx\n  b\n");
  });

  test("does not guess an indentation that the search text contradicts", () => {
    expect(refused("if x:\n    a()\n    if y:\n        b()\n", ["if x:\na()\nif y:\nb()\n", "if x:\nc()\n"]).code).toBe(
      "no_match",
    );
  });

  test("reaches a last line without a line break", () => {
    expect(edit("a\nb", ["b\n", "c\n"])).toBe("a\nc");
    expect(edit("a\nb", ["a", "A"])).toBe("A\nb");
  });

  test("keeps the line ends of every line and gives new lines those of their place", () => {
    expect(edit("alpha\r\nbeta\r\ngamma\r\n", ["beta\n", "BETA\nextra\n"])).toBe("alpha\r\nBETA\r\nextra\r\ngamma\r\n");
    expect(edit("alpha\nbeta\r\ngamma\r\n", ["alpha", "ALPHA"])).toBe("ALPHA\nbeta\r\ngamma\r\n");
    expect(edit("alpha\nbeta\r\ngamma\r\n", ["beta", "x\ny"])).toBe("alpha\nx\r\ny\r\ngamma\r\n");
    expect(edit("a\r\nb", ["b", "x\ny"])).toBe("a\r\nx\r\ny");
    expect(edit("a\r\nb\r\n", ["a\r\nb", "c\r\nd"])).toBe("c\r\nd\r\n");
    expect(edit("  a\r\n  b\r\n", ["a\nb\n", "a\nx\nb\n"])).toBe("  a\r\n  x\r\n  b\r\n");
  });

  test("fills an empty file by an empty search text, and only that", () => {
    expect(edit("", ["", "new\n"])).toBe("new\n");
    expect(refused("a\n", ["", "new\n"]).code).toBe("empty_search");
  });
});

describe("several edits", () => {
  test("come in any order, each against the file as it was", () => {
    expect(edit("a\nb\nc\nd\n", ["d\n", "a\n"], ["a\n", "A\n"])).toBe("A\nb\nc\na\n");
  });

  test("are all applied or none", () => {
    const error = refused("a\nb\n", ["a\n", "A\n"], ["zzz\n", "Z\n"]);
    expect(error.code).toBe("no_match");
    expect(error.block).toBe(1);
    expect(error.message).toContain("block 2");
  });

  test("may lie side by side and not over each other", () => {
    expect(edit("a\nb\nc\n", ["a\n", "1\n"], ["b\n", "2\n"])).toBe("1\n2\nc\n");
    expect(refused("a\nb\nc\n", ["a\nb\n", "1\n"], ["b\nc\n", "2\n"])).toMatchObject({ code: "overlap", block: 1 });
    expect(refused("a\nb\n", ["a\n", "1\n"], ["a\n", "2\n"]).code).toBe("overlap");
  });

  test("pass over one that changes nothing", () => {
    expect(edit("a\nb\n", ["a\n", "a\n"], ["b\n", "B\n"])).toBe("a\nB\n");
    expect(refused("a\nb\n", ["a\n", "a\n"]).code).toBe("no_change");
  });

  test("name their regions by lines of the new text", () => {
    const blocks = [
      { search: "b\n", replace: "B1\nB2\n" },
      { search: "d\n", replace: "" },
      { search: "f", replace: "F" },
    ];
    expect(applyEdits("a\nb\nc\nd\ne\nf\n", blocks)).toEqual({
      text: "a\nB1\nB2\nc\ne\nF\n",
      regions: [
        [2, 3],
        [5, 4],
        [6, 6],
      ],
    });
  });
});

describe("a refusal", () => {
  test("names the lines where the search text is ambiguous", () => {
    expect(refused("if (a) {\n  x();\n}\nif (b) {\n  y();\n}\n", ["}\n", "} // end\n"])).toMatchObject({
      code: "ambiguous",
      message: expect.stringContaining("2 places, at lines 3, 6"),
    });
    expect(refused("x\n".repeat(50), ["x\n", "y\n"]).message).toContain("and 40 more");
    expect(refused("  a\n  b\n    a\n    b\n", ["a\nb\n", "c\n"]).message).toContain("lines 1, 3");
  });

  test("shows the nearest lines with their numbers", () => {
    const file = "import a;\n\nfunction loadUser(id) {\n  const r = db.get(id);\n  return r;\n}\n";
    const error = refused(file, ["function loadUser(id) {\n  const r = db.find(id);\n  return r;\n}\n", "x\n"]);
    expect(error.code).toBe("no_match");
    expect(error.message).toContain("3 | function loadUser(id) {\n4 |   const r = db.get(id);");
    expect(refused(file, ["const result = db.get(id)", "x"]).message).toContain("4 |   const r = db.get(id);");
    expect(refused(file, ["nothing like it", "x"]).message).toContain("read the file first");
  });

  test("never takes a similar place", () => {
    const file = 'function loadUser(id) {\n  return db.get("user", id);\n}\n';
    expect(refused(file, ['function loadGroup(id) {\n  return db.get("group", id);\n}\n', "x\n"]).code).toBe(
      "no_match",
    );
  });

  test("says that the change is there already", () => {
    expect(refused("a\nnew line\n", ["old line\n", "new line\n"])).toMatchObject({
      code: "already_applied",
      message: expect.stringContaining("line 2"),
    });
  });

  test("says that line numbers were copied, and that text seems left out", () => {
    expect(refused("a\nb\n", ["1 | a\n2 | b\n", "c\n"]).code).toBe("line_numbers");
    expect(refused("a\nb\n", ["a\n", "A\n// ... rest of the code unchanged\n"]).code).toBe("omission_suspected");
  });

  test("comes for no blocks at all", () => {
    expect(refused("a\n").code).toBe("invalid_block");
  });
});

describe("for any file and any block", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "{"), maxLength: 4 });
  const lineBreak = fc.constantFrom("\n", "\r\n");
  const fileText = fc
    .array(fc.tuple(line, lineBreak), { minLength: 1, maxLength: 8 })
    .map((lines) => lines.map(([content, end]) => content + end).join(""));

  test("a text that stands there exactly once is replaced there", () => {
    const plain = (text: string) => text.replaceAll("\r\n", "\n");
    let replaced = 0;
    fc.assert(
      fc.property(fileText, fc.nat(20), fc.nat(20), fileText, (text, from, length, replace) => {
        const before = plain(text);
        const search = before.slice(from, from + length + 1);
        const once = search !== "" && before.indexOf(search) === before.lastIndexOf(search);
        fc.pre(once && search !== plain(replace));
        replaced += 1;
        expect(plain(edit(text, [search, replace]))).toBe(
          before.slice(0, from) + plain(replace) + before.slice(from + search.length),
        );
      }),
      { numRuns: 2_000 },
    );
    expect(replaced).toBeGreaterThan(1_000);
  });

  test("a line that stands there once is replaced, whatever its line end, and all other bytes stay", () => {
    fc.assert(
      fc.property(fileText, fileText, lineBreak, fc.constantFrom("new", "n1\nn2"), (before, after, end, replace) => {
        const text = `${before}unique${end}${after}`;
        expect(edit(text, ["unique", replace])).toBe(`${before}${replace.replaceAll("\n", end)}${end}${after}`);
        expect(edit(text, ["unique\n", `${replace}\n`])).toBe(
          `${before}${replace.replaceAll("\n", end)}${end}${after}`,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("a re-indented search text finds its lines, and unchanged lines come out as they were", () => {
    const code = fc.array(fc.tuple(fc.nat(3), fc.constantFrom("a();", "b();", "c();")), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(code, (lines) => {
        const write = (unit: string, base: string, last: string) =>
          [...lines.map(([depth, text]) => base + unit.repeat(depth) + text), `${base}${last}`]
            .map((text) => `${text}\n`)
            .join("");
        const file = `head\n${write("\t", "\t", "end();")}tail\n`;
        const edited = edit(file, [write("  ", "", "end();"), write("  ", "", "changed();")]);
        expect(edited).toBe(`head\n${write("\t", "\t", "changed();")}tail\n`);
      }),
      { numRuns: 500 },
    );
  });
});
