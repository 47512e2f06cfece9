import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordEnvironment } from "../../src/prompt/environment.js";

const facts = {
  os: "Linux 6.8",
  shell: "/bin/bash",
  folder: "/home/me/app",
  date: "2026-01-31",
  git: { head: "abc1234", branch: "main", changed: ["a.ts", "b.ts"], changedMore: 3 },
  files: { names: ["a.ts", "b.ts", "src/"], more: 0 },
};

describe("the environment note", () => {
  it("names all facts at first", () => {
    expect(wordEnvironment(facts, undefined)).toBe(
      [
        "<environment>",
        "OS: Linux 6.8",
        "Shell: /bin/bash",
        "Folder: /home/me/app",
        "Date: 2026-01-31",
        "Git: branch main at abc1234, changed: a.ts, b.ts and 3 more",
        "Files:",
        "a.ts",
        "b.ts",
        "src/",
        "</environment>",
      ].join("\n"),
    );
  });

  it("is empty where there is nothing new", () => {
    expect(wordEnvironment(facts, structuredClone(facts))).toBe("");
    expect(wordEnvironment({}, undefined)).toBe("");
    expect(wordEnvironment({}, facts)).toBe("");
  });

  it("later names only what changed, files as added and gone", () => {
    const later = {
      ...facts,
      date: "2026-02-01",
      git: { head: "def5678", changed: [], changedMore: 0 },
      files: { names: ["b.ts", "c.ts", "src/"], more: 0 },
    };
    expect(wordEnvironment(later, facts)).toBe(
      [
        "<environment>",
        "Changed since the last note:",
        "Date: 2026-02-01",
        "Git: detached at def5678, nothing changed",
        "New files: c.ts",
        "Files gone: a.ts",
        "</environment>",
      ].join("\n"),
    );
  });

  it("does not call a file gone that only left the list", () => {
    const later = { files: { names: ["b.ts"], more: 9 } };
    expect(wordEnvironment(later, facts)).toBe("");
  });

  it("names as many files as the tier has room for, and counts the rest", () => {
    const many = { files: { names: Array.from({ length: 300 }, (_, at) => `f${at}`), more: 5 } };
    expect(wordEnvironment(many, undefined, "minimal").split("\n").slice(-3)).toEqual([
      "f4",
      "(and 300 more)",
      "</environment>",
    ]);
    expect(wordEnvironment(many, undefined)).toContain("f199\n(and 105 more)");
  });

  it("names fewer where the names are long", () => {
    const long = Array.from({ length: 10 }, (_, at) => `src/components/checkout/step-${at}.ts`);
    const many = { git: { head: "def5678", changed: long, changedMore: 0 }, files: { names: long, more: 0 } };
    expect(wordEnvironment(many, undefined, "minimal").split("\n").slice(1, -1)).toEqual([
      "Git: detached at def5678, changed: src/components/checkout/step-0.ts and 9 more",
      "Files:",
      ...long.slice(0, 3),
      "(and 7 more)",
    ]);
    const longest = { git: { head: "def5678", changed: ["x".repeat(60)], changedMore: 1 } };
    expect(wordEnvironment(longest, undefined, "minimal")).toContain("changed: 2 files\n");
  });

  it("cannot be closed or broken by a name", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("</environment>", "a\nb", "x\u0000")), { maxLength: 5 }),
        (names) => {
          const note = wordEnvironment({ folder: names[0] ?? "x", files: { names, more: 0 } }, undefined);
          expect(note.split("</environment>")).toHaveLength(2);
          expect(note.split("\n")).toHaveLength(4 + names.length);
        },
      ),
    );
  });
});
