import { describe, expect, test } from "vitest";
import { nearestName } from "../src/nearest-name.js";
import { callTitle, oneLine } from "../src/output/call-title.js";
import { noColours } from "../src/output/colours.js";
import { printable } from "../src/output/printable.js";
import { renderDiff } from "../src/output/render-diff.js";

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

describe("the name that was meant", () => {
  test("is the nearest one, swapped letters being one slip", () => {
    expect(nearestName("modle", ["mode", "model", "protocol"])).toBe("model");
    expect(nearestName("MODEL", ["model"])).toBe("model");
  });
  test("is none where nothing is near", () => {
    expect(nearestName("colour", ["model", "mode"])).toBeUndefined();
    expect(nearestName("x", ["a"])).toBeUndefined();
  });
});
