import { execFileSync, spawnSync } from "node:child_process";
import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ToolContext } from "@millrace/agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeMatches } from "../../src/search/file-matches.js";
import { searchWithoutRipgrep } from "../../src/search/own-search.js";
import { searchWithRipgrep } from "../../src/search/ripgrep.js";
import { fileFilter, type SearchRequest } from "../../src/search/search-request.js";
import { refusal, textOf, type Workbench, workbench } from "../support/workbench.js";
import { fixtureTree } from "./fixture.js";

const SEARCH = "search_files";
const RIPGREP = "rg";
const MAKE_PIPE = "mkfifo";
const hasRipgrep = spawnSync(RIPGREP, ["--version"]).status === 0;

async function requestFor(
  { workspace }: Workbench,
  path: string,
  regex: string,
  filePattern?: string,
): Promise<SearchRequest> {
  const start = await workspace.locate(path);
  return {
    start,
    isFolder: (await stat(start.absolute)).isDirectory(),
    regex,
    filePattern,
    takes: await fileFilter(filePattern),
    refuses: () => false,
    signal: new AbortController().signal,
  };
}

const QUERIES: [path: string, regex: string, pattern?: string][] = [
  [".", "needle"],
  [".", "(?i)needle"],
  [".", "^\\s*needle", "*.ts"],
  [".", "needle", "src/**/*.ts"],
  [".", "needle", "**/*.{ts,txt}"],
  [".", "needle", "*.log"],
  [".", "needle", ".wanted"],
  ["src", "needle"],
  ["src", "needle", "deep/**"],
  ["dist", "needle"],
  ["src/gen", "needle"],
  ["node_modules/p", "needle"],
  ["build", "needle"],
  ["sub", "needle"],
  [".config", "needle"],
  ["a.ts", "needle"],
  ["debug.log", "needle"],
  ["binary.bin", "needle"],
  [".", "needle$"],
  [".", "\\(b\\[c\\{d\\.e\\*f\\+g\\?"],
  [".", "foo\\-bar"],
  [".", "/x/y"],
  [".", "-needle"],
  [".", "(?P<word>needle) (one|two)"],
  [".", "é 日本"],
  [".", "nothing like this"],
];

describe("search_files", () => {
  test("finds lines, grouped by file, without what ignore files leave out", async () => {
    const bench = await workbench();
    await fixtureTree(bench);
    expect(textOf(await bench.call(SEARCH, { path: ".", regex: "needle", file_pattern: "*.{ts,log}" }))).toBe(
      [
        "a.ts\n1 | needle one\n3 |   needle two",
        "keep.log\n1 | needle",
        "src/debug.log\n1 | needle",
        "src/deep/er/c.ts\n2 | needle é 日本",
        "sub/debug.log\n1 | needle",
        "sub/x.ts\n1 | needle",
        "(7 matching lines in 6 files)",
      ].join("\n\n"),
    );
  });

  test("searches what is ignored or hidden where it is named", async () => {
    const bench = await workbench();
    await fixtureTree(bench);
    const names = async (path: string) =>
      textOf(await bench.call(SEARCH, { path, regex: "needle" })).match(/^\S+\.\w+$/gm);
    expect(await names("dist")).toEqual(["dist/out.js"]);
    expect(await names(".config")).toEqual([".config/x.txt"]);
    expect(await names("node_modules/p")).toEqual(["node_modules/p/index.js"]);
    expect(await names("debug.log")).toEqual(["debug.log"]);
  });

  test("shows nothing of a file that may not be read without asking, and says so", async () => {
    const bench = await workbench();
    await bench.file("src/a.ts", "needle\n");
    await bench.file("keys/id_rsa", "needle SECRET\n");
    const allows: ToolContext["allows"] = ({ effect, target }) => effect === "read" && !target.startsWith("keys/");
    const found = textOf(await bench.call(SEARCH, { path: ".", regex: "needle" }, { allows }));
    expect(found).toContain("src/a.ts");
    expect(found).not.toContain("SECRET");
    expect(found).not.toContain("id_rsa");
    expect(found).toContain("One more file with matches is left out");
    const none = textOf(await bench.call(SEARCH, { path: ".", regex: "SECRET" }, { allows }));
    expect(none).toMatch(/^No matches\. .* left out/);
    // Named on purpose, the file itself was judged.
    expect(textOf(await bench.call(SEARCH, { path: "keys/id_rsa", regex: "SECRET" }, { allows }))).toContain("SECRET");
  });

  test.skipIf(!hasRipgrep).each(QUERIES)(
    "finds the same without ripgrep: in %s for %s, files %s",
    async (path, regex, pattern) => {
      const bench = await workbench();
      await fixtureTree(bench);
      await symlink("a.ts", join(bench.root, "link.ts"));
      await symlink("src", join(bench.root, "link"));
      const request = await requestFor(bench, path, regex, pattern);
      const withRipgrep = await searchWithRipgrep(request);
      expect(withRipgrep && describeMatches(withRipgrep)).toBe(describeMatches(await searchWithoutRipgrep(request)));
    },
  );

  test("finds something for most of these, so that their equality says something", async () => {
    const bench = await workbench();
    await fixtureTree(bench);
    const found: boolean[] = [];
    for (const [path, regex, pattern] of QUERIES) {
      const { files } = await searchWithoutRipgrep(await requestFor(bench, path, regex, pattern));
      found.push(files.length > 0);
    }
    expect(found.filter((some) => !some).length).toBeLessThanOrEqual(4);
  });

  test("applies the ignore files above the folder it starts in, with their exceptions", async () => {
    const bench = await workbench();
    await bench.file(".gitignore", "*.log\n/sub/no.txt\n!.wanted\n");
    for (const name of ["a.log", "no.txt", "yes.txt", ".wanted", ".hidden"])
      await bench.file(`sub/${name}`, "needle\n");
    const text = textOf(await bench.call(SEARCH, { path: "sub", regex: "needle" }));
    expect(text.match(/^sub.*$/gm)).toEqual(["sub/.wanted", "sub/yes.txt"]);
    const request = await requestFor(bench, "sub", "needle");
    expect(describeMatches(await searchWithoutRipgrep(request))).toBe(text);
  });

  test.skipIf(!hasRipgrep)("finds the same without ripgrep in any tree with any ignore files", async () => {
    const name = fc.constantFrom("a", "b", ".h", "a.b");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const pattern = fc
      .tuple(
        fc.constantFrom("", "!", "/"),
        fc.constantFrom("a", "b", "*.b", "a/b", "a/*", "**/b", ".h", "?"),
        fc.constantFrom("", "/"),
      )
      .map((parts) => parts.join(""));
    const rules = fc.array(pattern, { maxLength: 3 }).map((lines) => lines.join("\n"));
    const tree = fc.record({
      files: fc.array(path, { maxLength: 8 }),
      ignored: fc.array(fc.tuple(fc.constantFrom("", "a/", "b/"), rules), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(".", "a", "b"), async ({ files, ignored }, start) => {
        const bench = await workbench();
        await bench.file("a/start.txt", "needle\n");
        await bench.file("b/start.txt", "needle\n");
        // A name that is a file for one path and a folder for another is made for the first only.
        for (const each of files) await bench.file(`${each}/end`, "needle\n").catch(() => undefined);
        for (const [folder, text] of ignored) await bench.file(`${folder}.gitignore`, text);
        const request = await requestFor(bench, start, "needle");
        const withRipgrep = await searchWithRipgrep(request);
        expect(withRipgrep && describeMatches(withRipgrep)).toBe(describeMatches(await searchWithoutRipgrep(request)));
      }),
      { numRuns: 60 },
    );
  });

  test("searches by its own walk where ripgrep is not installed", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "needle\n");
    expect(await searchWithRipgrep(await requestFor(bench, ".", "needle"), "no-such-ripgrep")).toBeUndefined();
  });

  test("shows what stands around a match in a long line", async () => {
    const bench = await workbench();
    await fixtureTree(bench);
    const text = textOf(await bench.call(SEARCH, { path: "long.min.js", regex: "needle" }));
    expect(text).toMatch(/1 \| …x{100}needley{194}…/);
  });

  test("stops at its limits and says how much there is", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "needle\n".repeat(150));
    await bench.file("b.txt", "needle\n".repeat(150));
    await bench.file("c.txt", "needle\n");
    const text = textOf(await bench.call(SEARCH, { path: ".", regex: "needle" }));
    expect(text).toContain("(the first 200 of 301 matching lines in 3 files.");
    expect(text.match(/needle/g)).toHaveLength(200);
    await bench.file("d.txt", `${"needle".padEnd(290, "x")}\n`.repeat(200));
    const wide = textOf(await bench.call(SEARCH, { path: "d.txt", regex: "needle" }));
    expect(Buffer.byteLength(wide)).toBeLessThan(31_000);
    expect(wide).toContain("of 200 matching lines");
  });

  test("stops looking after very many matches", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "needle\n".repeat(25_000));
    const request = await requestFor(bench, ".", "needle");
    for (const outcome of [await searchWithRipgrep(request), await searchWithoutRipgrep(request)]) {
      if (outcome !== undefined) expect(describeMatches(outcome)).toContain("stopped after 20000");
    }
  });

  test("says what is wrong with an expression", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "f(x)\n");
    expect(await refusal(bench.call(SEARCH, { path: ".", regex: "f(" }))).toMatchObject({
      code: "invalid_regex",
      message: expect.stringContaining("\\("),
    });
    expect(await refusal(bench.call(SEARCH, { path: "nope", regex: "f" }))).toMatchObject({ code: "not_found" });
  });

  test("reads expressions that look around, which ripgrep does not", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "foobar\nfoobaz\n");
    expect(textOf(await bench.call(SEARCH, { path: ".", regex: "foo(?!bar)" }))).toContain("2 | foobaz");
  });

  test("gives up on an expression that backtracks without end", async () => {
    const bench = await workbench();
    await bench.file("a.txt", `${"a".repeat(60)}b\n`);
    const request = await requestFor(bench, ".", "^(a+)+$");
    expect(await refusal(searchWithoutRipgrep(request))).toMatchObject({
      code: "invalid_regex",
      message: expect.stringContaining("too long"),
    });
  });

  test("stops when the turn does", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "needle\n");
    await expect(
      bench.call(SEARCH, { path: ".", regex: "needle" }, { signal: AbortSignal.abort(new Error("stopped")) }),
    ).rejects.toThrow("stopped");
  });

  test("stops with the turn's reason where ripgrep is ended in the middle of a line", async () => {
    const bench = await workbench();
    const pipe = join(bench.root, "pipe");
    execFileSync(MAKE_PIPE, [pipe]);
    const half = `#!/bin/sh\nprintf '{"type":"beg'\necho printed > '${pipe}'\nexec sleep 30\n`;
    const program = await bench.file("half-a-line", half);
    await chmod(program, 0o755);
    const stopping = new AbortController();
    const request = { ...(await requestFor(bench, ".", "needle")), signal: stopping.signal };
    const search = searchWithRipgrep(request, program);
    const stopped = expect(search).rejects.toThrow("stopped");
    // Comes when the half line is in the pipe.
    await readFile(pipe);
    stopping.abort(new Error("stopped"));
    await stopped;
  });

  test("searches outside the workspace where it is told to, by absolute names", async () => {
    const bench = await workbench();
    const other = await workbench();
    await other.file("x/a.txt", "needle\n");
    const request = await requestFor(bench, other.root, "needle", "x/*.txt");
    for (const outcome of [await searchWithRipgrep(request), await searchWithoutRipgrep(request)]) {
      expect(outcome?.files.map(({ name }) => name) ?? [join(other.root, "x/a.txt")]).toEqual([
        join(other.root, "x/a.txt"),
      ]);
    }
  });
});
