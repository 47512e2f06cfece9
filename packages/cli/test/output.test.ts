import { describe, expect, test } from "vitest";
import { callTitle, oneLine } from "../src/output/call-title.js";
import { noColours } from "../src/output/colours.js";
import { LineBudget } from "../src/output/line-budget.js";
import { printable } from "../src/output/printable.js";
import { renderDiff } from "../src/output/render-diff.js";
import { shellWord } from "../src/output/shell-word.js";

describe("text from elsewhere on a terminal", () => {
  test("shows escape sequences instead of obeying them", () => {
    expect(printable("rm \u001b[2Kls\r\u009b1m")).toBe("rm \\u001b[2Kls\\u000d\\u009b1m");
  });
  test("shows marks that would reorder a command", () => {
    expect(printable("a\u202eb\u2066c")).toBe("a\\u202eb\\u2066c");
  });
  test("keeps line breaks, tabs and letters of any script", () => {
    const text = "ä\t漢字\n🙂";
    expect(printable(text)).toBe(text);
  });
});

describe("a word of a command line that may be copied", () => {
  test("is as it is where a shell reads it so", () => {
    expect(shellWord("ollama/hf.co/some/Model-GGUF:Q4_K_M")).toBe("ollama/hf.co/some/Model-GGUF:Q4_K_M");
  });
  test("is quoted where a shell would act on it, on one line", () => {
    expect(shellWord("ollama/$(id) `x`\n'y'\u001b[2K")).toBe("'ollama/$(id) `x` '\\''y'\\''\\u001b[2K'");
  });
});

describe("a call in a line", () => {
  test("is its name and its first argument with something in it", () => {
    const params = [
      ["task_progress", ""],
      ["path", "src/a.ts"],
    ] as const;
    expect(callTitle({ name: "read_file", params })).toBe("read_file src/a.ts");
  });
  test("is cut where it is long or has more lines", () => {
    expect(oneLine("a\nb", 100)).toBe("a…");
    expect(oneLine("abcdef", 4)).toBe("abc…");
    expect(oneLine("abcd", 4)).toBe("abcd");
  });
});

describe("a diff", () => {
  const mark = {
    ...noColours,
    added: (t: string) => `{${t}}`,
    removed: (t: string) => `[${t}]`,
    dim: (t: string) => `(${t})`,
  };
  test("is coloured line by line", () => {
    expect(renderDiff("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z\n", mark)).toBe(
      "(--- a)\n(+++ b)\n@@ -1 +1 @@\n[-x]\n{+y}\n z",
    );
  });
  test("is counted where it is longer than what is shown", () => {
    expect(renderDiff("+1\n+2\n+3\n", mark, 1)).toBe("{+1}\n(… 2 more lines of the diff)");
  });
});

describe("a diff of a file with carriage returns", () => {
  test("shows none of them where all changed lines end so", () => {
    expect(
      renderDiff("--- a\n+++ b\n@@ -1,2 +1,2 @@\n-x\r\n+y\r\n z\r\n-q\n\\ No newline at end of file\n", noColours),
    ).toBe("--- a\n+++ b\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n-q\n\\ No newline at end of file");
  });
  test("shows them where the change is in them", () => {
    expect(renderDiff("-x\r\n+x\n", noColours)).toBe("-x\\u000d\n+x");
  });
});

describe("the beginning of a growing text", () => {
  test("is so many lines, in whatever pieces it comes, and the rest is counted", () => {
    const text = "one\ntwo\nthree\nfour\n";
    for (const size of [1, 3, 100]) {
      const budget = new LineBudget(2);
      let shown = "";
      for (let at = 0; at < text.length; at += size) shown += budget.take(text.slice(at, at + size));
      expect(shown).toBe("one\ntwo\n");
      expect(budget.rest).toBe("… 2 more lines");
    }
  });
  test("is no megabyte in one line", () => {
    const budget = new LineBudget(12);
    expect(budget.take("x".repeat(1_000_000))).toHaveLength(4800);
    expect(budget.rest).toBe("… 995200 more characters");
  });
  test("is all of a short one", () => {
    const budget = new LineBudget(2);
    expect(budget.take("one\ntwo")).toBe("one\ntwo");
    expect(budget.rest).toBeUndefined();
  });
});
