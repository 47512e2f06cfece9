import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDiffText } from "../../src/edits/parse-diff-text.js";
import { EditError } from "../../src/index.js";

function refused(text: string): EditError {
  try {
    parseDiffText(text);
  } catch (error) {
    if (error instanceof EditError) return error;
    throw error;
  }
  throw new Error("the text was not refused");
}

const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;

describe("SEARCH/REPLACE text", () => {
  test("is read as blocks, each line with its line break", () => {
    expect(parseDiffText(block("a\nb\n", "c\n") + block("d\n", ""))).toEqual([
      { search: "a\nb\n", replace: "c\n" },
      { search: "d\n", replace: "" },
    ]);
  });

  test.each([
    ["dashes and pluses", "------- SEARCH\na\n=======\nb\n+++++++ REPLACE"],
    ["three signs", "<<< SEARCH\na\n===\nb\n>>> REPLACE"],
    ["a closing bracket", "<<<<<<< SEARCH>\na\n=======\nb\n>>>>>>> REPLACE>"],
    ["blanks behind", "<<<<<<< SEARCH \na\n======= \nb\n>>>>>>> REPLACE  "],
    ["CRLF", "<<<<<<< SEARCH\r\na\r\n=======\r\nb\r\n>>>>>>> REPLACE\r\n"],
    ["a fence around it", "```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n"],
    ["blank lines around it", "\n\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n"],
  ])("may have markers with %s", (_name, text) => {
    expect(parseDiffText(text)).toEqual([{ search: "a\n", replace: "b\n" }]);
  });

  test("takes a backslash off a line that looks like a marker, and off no other", () => {
    const text = block(
      "\\<<<<<<< HEAD\n\\=======\n\\>>>>>>> x\n",
      "\\\\=======\n\\n\n\\section\n\\------- SEARCH\n\\+++ REPLACE\n",
    );
    expect(parseDiffText(text)).toEqual([
      {
        search: "<<<<<<< HEAD\n=======\n>>>>>>> x\n",
        replace: "\\=======\n\\n\n\\section\n------- SEARCH\n+++ REPLACE\n",
      },
    ]);
  });

  test("takes a conflict marker without a backslash as it is, where it is none of its own", () => {
    expect(parseDiffText(block("<<<<<<< HEAD\n", ">>>>>>> x\n"))).toEqual([
      { search: "<<<<<<< HEAD\n", replace: ">>>>>>> x\n" },
    ]);
    expect(parseDiffText(block("== a\n", "a ===\n  =======\n"))).toEqual([
      { search: "== a\n", replace: "a ===\n  =======\n" },
    ]);
  });

  test.each([
    ["no block", "a\n", "Line 1"],
    ["an empty text", "", "no block"],
    ["an end without a beginning", ">>>>>>> REPLACE\n", "Line 1"],
    ["an end without a divider", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", "Line 3"],
    ["a block that was cut off", "<<<<<<< SEARCH\na\n=======\nA", "cut off"],
    ["a block within a block", "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\n", "Line 3"],
    ["two dividers", block("a\n", "b\n=======\nc\n"), "backslash"],
    ["text between blocks", `${block("a\n", "b\n")}and then\n${block("c\n", "d\n")}`, "and then"],
  ])("is refused for %s, naming the line", (_name, text, says) => {
    const error = refused(text);
    expect(error.code).toBe("invalid_block");
    expect(error.message).toContain(says);
  });

  test("gives back any lines that were escaped as it teaches", () => {
    const marker = /^\\*(?:[<-]{3,} SEARCH>?|={3,}|[>+]{3,} REPLACE>?|[<>]{3,}.*|={3,}\s*)\s*$/;
    const line = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", " ", "=", "<", ">", "+", "-", "\\"), maxLength: 5 }),
      fc.constantFrom(
        "<<<<<<< SEARCH",
        "=======",
        ">>>>>>> REPLACE",
        "------- SEARCH",
        "+++++++ REPLACE",
        "<<<<<<< HEAD",
        "\\=====",
        "===  ",
      ),
    );
    const lines = fc.array(line, { maxLength: 6 });
    const write = (all: readonly string[]) => all.map((one) => `${marker.test(one) ? "\\" : ""}${one}\n`).join("");
    fc.assert(
      fc.property(lines, lines, (search, replace) => {
        const plain = (all: readonly string[]) => all.map((one) => `${one}\n`).join("");
        expect(parseDiffText(block(write(search), write(replace)))).toEqual([
          { search: plain(search), replace: plain(replace) },
        ]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is never applied when it was cut anywhere inside a block", () => {
    const text = block("a\nb\n", "c\nd\n");
    for (let cut = 1; cut < text.indexOf(">>>>>>> REPLACE") + ">>>>>>> REPLACE".length; cut += 1) {
      expect(refused(text.slice(0, cut)).code).toBe("invalid_block");
    }
  });
});
