import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findOmission, hasLineNumbers } from "../../src/edits/copied-text.js";

describe("text that stands for what was left out", () => {
  test.each([
    "// ... rest of code unchanged",
    "// ...rest of the file...",
    "  // ... existing code ...",
    "# ... rest of the code remains the same ...",
    "/* ... existing imports ... */",
    "<!-- ... remaining content ... -->",
    "{/* ... rest of the component ... */}",
    "-- … previous lines unchanged …",
    "... (rest of the file)",
    "[... rest of file unchanged ...]",
    "// rest of the code remains the same",
    "// Rest of the function stays unchanged",
    "# The rest of the file is unchanged",
    "/* existing code unchanged */",
    "[Showing lines 1-20 of 60. Use offset 21 to continue]",
    "(lines 1-20 of 60. To go on: start_line 21)",
    "(lines 1-2; the file goes on, 4294967296 bytes in all. To go on: start_line 3)",
    "(all 3 lines)",
    "... 40 lines omitted ...",
    "[File truncated: 40 more lines]",
  ])("is found: %s", (line) => {
    expect(findOmission(`a\n${line}\nb\n`, "a\nx\ny\nb\n")).toBe(line.trim());
  });

  test.each([
    "function sum(...rest) {",
    "const { a, ...rest } = props;",
    "  ...existing,",
    "  ...rest",
    "// Keep the rest of the options for later.",
    "// The remaining budget is shared by all tasks.",
    "# Loading... please wait for the rest",
    "console.log('... rest of code unchanged');",
    "// Existing users keep their plan.",
    'print("Processing remaining files...")',
    "return previous;",
    "// lines 1-20 hold the header",
    "## The rest of the code",
    "The remaining lines of the poem are lost.",
    "...",
    "def f(*args): ...",
  ])("is not taken for it: %s", (line) => {
    expect(findOmission(`a\n${line}\nb\n`, "a\nb\n")).toBeUndefined();
  });

  test("that the file itself holds is none", () => {
    expect(findOmission("A\n  // ... rest of code unchanged\n", "a\n// ... rest of code unchanged\n")).toBeUndefined();
  });

  test("is a bare ellipsis comment only where the text becomes much shorter", () => {
    expect(findOmission("a\n// ...\n", "a\nb\nc\nd\ne\nf\ng\nh\n")).toBe("// ...");
    expect(findOmission("a\n// ...\n", "a\nb\n")).toBeUndefined();
  });
});

describe("line numbers of a reading tool", () => {
  test.each(["1 | a\n2 | b\n", "  9 | a\n 10 | \n 11 | c", "1\ta\n2\tb\n3\tc\n", "1→a\n2→b\n3→c\n"])(
    "are found in %j",
    (text) => {
      expect(hasLineNumbers(text, "a\nb\n")).toBe(true);
    },
  );

  test.each(["1 | a\nb\n", "1. one\n2. two\n3. three\n", "3 | a\n2 | b\n", "1\ta\n", "", "10 20\n20 30\n30 40\n"])(
    "are not seen in %j",
    (text) => {
      expect(hasLineNumbers(text, "a\nb\n")).toBe(false);
    },
  );

  test("are part of a file that is itself numbered", () => {
    expect(hasLineNumbers("1 | a\n2 | B\n", "1 | a\n2 | b\n")).toBe(false);
  });

  test("are found in whatever read_file shows", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", " ", "|", "1") }), { minLength: 2 }),
        fc.integer({ min: 1, max: 999 }),
        (lines, first) => {
          const shown = lines.map((line, index) => `${first + index} | ${line}`).join("\n");
          expect(hasLineNumbers(shown, "x\n")).toBe(true);
        },
      ),
    );
  });
});
