import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createWorkspace, ruleFiles } from "../../src/index.js";
import { MAX_RULE_BYTES, MAX_RULE_FILE_BYTES, MAX_RULE_FILES } from "../../src/limits.js";
import { workbench } from "../support/workbench.js";

/** The sections of a folder's rule files, and what the user is told. */
async function rulesOf(folder: string, userFolder?: string) {
  const source = ruleFiles(await createWorkspace(folder), userFolder === undefined ? {} : { userFolder });
  const told: string[] = [];
  const sections =
    (await source.sections?.(new AbortController().signal, (message) => {
      told.push(message);
    })) ?? [];
  return { sections, told, sources: sections.map((section) => section.source) };
}

async function folderOutside(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "millrace-user-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe("the rule files that a model is given", () => {
  test("are none where there are none", async () => {
    const bench = await workbench();
    expect(await rulesOf(bench.root, join(bench.root, "no", "such"))).toEqual({ sections: [], told: [], sources: [] });
  });

  test("are the user's, then AGENTS.md, then those of .millrace/rules by name", async () => {
    const bench = await workbench();
    const user = await folderOutside();
    await writeFile(join(user, "rules.md"), "Answer in French.\n");
    await bench.file(".millrace/rules/b.md", "Rule b.\n");
    await bench.file(".millrace/rules/a.md", "Rule a.\n");
    await bench.file(".millrace/rules/notes.txt", "No rule.\n");
    await bench.file("AGENTS.md", "Use tabs.\n");
    const title = "Rules of this project";
    expect(await rulesOf(bench.root, user)).toMatchObject({
      sections: [
        { title: "Rules of the user", text: "Answer in French.\n", source: join(user, "rules.md") },
        { title, text: "Use tabs.\n", source: "AGENTS.md" },
        { title, text: "Rule a.\n", source: ".millrace/rules/a.md" },
        { title, text: "Rule b.\n", source: ".millrace/rules/b.md" },
      ],
      told: [],
    });
  });

  test("are CLAUDE.md only where no AGENTS.md is in its folder", async () => {
    const bench = await workbench();
    await bench.file("CLAUDE.md", "Claude's.\n");
    expect((await rulesOf(bench.root)).sources).toEqual(["CLAUDE.md"]);
    await bench.file("AGENTS.md", "All agents'.\n");
    expect((await rulesOf(bench.root)).sources).toEqual(["AGENTS.md"]);
  });

  test("are those of the folders from the top of the repository down to the one worked in, and no others", async () => {
    const bench = await workbench();
    for (const folder of ["", "repository/", "repository/packages/", "repository/packages/app/", "repository/other/"]) {
      await bench.file(`${folder}AGENTS.md`, `Of ${folder}.\n`);
    }
    await bench.file("repository/.git/HEAD", "ref: refs/heads/main\n");
    await bench.file("repository/packages/app/src/AGENTS.md", "Below.\n");
    const { sources, told } = await rulesOf(join(bench.root, "repository/packages/app"));
    expect(sources).toEqual([
      join(bench.root, "repository/AGENTS.md"),
      join(bench.root, "repository/packages/AGENTS.md"),
      "AGENTS.md",
    ]);
    expect(told).toEqual([]);
  });

  test("are without those that .millraceignore names, by their own name or that of what they lead to", async () => {
    const bench = await workbench();
    await bench.file(".millraceignore", "CLAUDE.md\n.millrace/rules/secret.md\ndocs/\n");
    await bench.file("CLAUDE.md", "Ignored.\n");
    await bench.file(".millrace/rules/secret.md", "Ignored.\n");
    await bench.file(".millrace/rules/open.md", "Read.\n");
    await bench.file("docs/rules.md", "Ignored.\n");
    await symlink("../../docs/rules.md", join(bench.root, ".millrace/rules/link.md"));
    expect(await rulesOf(bench.root)).toMatchObject({ sources: [".millrace/rules/open.md"], told: [] });
  });

  test("are read once where a link leads to another of them", async () => {
    const bench = await workbench();
    await bench.file("AGENTS.md", "Use tabs.\n");
    await bench.file(".millrace/rules/own.md", "Own.\n");
    await symlink("AGENTS.md", join(bench.root, "CLAUDE.md"));
    await symlink("../../AGENTS.md", join(bench.root, ".millrace/rules/all.md"));
    expect(await rulesOf(bench.root)).toMatchObject({ sources: ["AGENTS.md", ".millrace/rules/own.md"], told: [] });
  });

  test("may be links to Markdown inside the repository, not out of it and not to anything else", async () => {
    const bench = await workbench();
    const elsewhere = await folderOutside();
    await writeFile(join(elsewhere, "private.md"), "Private.\n");
    await bench.file("docs/agents.md", "Use tabs.\n");
    await bench.file(".env", "KEY=secret-value\n");
    await symlink("docs/agents.md", join(bench.root, "AGENTS.md"));
    await mkdir(join(bench.root, ".millrace/rules"), { recursive: true });
    await symlink(join(elsewhere, "private.md"), join(bench.root, ".millrace/rules/out.md"));
    await symlink("../../.env", join(bench.root, ".millrace/rules/key.md"));
    const { sections, told } = await rulesOf(bench.root);
    expect(sections).toMatchObject([{ source: "AGENTS.md", text: "Use tabs.\n" }]);
    expect(told).toEqual([
      expect.stringContaining(".millrace/rules/key.md leads to"),
      expect.stringContaining(".millrace/rules/out.md leads to"),
    ]);
  });

  test("may be a link anywhere where it is the user's own", async () => {
    const bench = await workbench();
    const user = await folderOutside();
    await writeFile(join(user, "dotfile"), "Answer in French.\n");
    await symlink("dotfile", join(user, "rules.md"));
    expect(await rulesOf(bench.root, user)).toMatchObject({ sections: [{ text: "Answer in French.\n" }], told: [] });
  });

  test("leave out, with a word to the user, what is empty, binary, in another encoding, a folder, a pipe or a dead link", async () => {
    const bench = await workbench();
    await bench.file(".millrace/rules/1-empty.md", " \n\n");
    await bench.file(".millrace/rules/2-binary.md", Buffer.from([0x23, 0x20, 0, 1, 2]));
    await bench.file(".millrace/rules/3-latin.md", Buffer.from("Schreibe auf f\xfcnf Zeilen.\n", "latin1"));
    await bench.file(".millrace/rules/4-utf16.md", Buffer.from("\ufeffRules\n", "utf16le"));
    await bench.file(".millrace/rules/5-folder.md/x", "");
    execFileSync("mkfifo", [join(bench.root, ".millrace/rules/6-pipe.md")]);
    await symlink("nowhere.md", join(bench.root, ".millrace/rules/7-dead.md"));
    await bench.file(".millrace/rules/8-mark.md", "\ufeffWith a mark.\n");
    const { sections, told } = await rulesOf(bench.root);
    expect(sections).toMatchObject([{ source: ".millrace/rules/8-mark.md", text: "With a mark.\n" }]);
    expect(told.map((message) => /rules\/\d-\w+\.md .*? The model is not given it\.$/.exec(message)?.[0])).toEqual([
      expect.stringContaining("1-empty.md is empty."),
      expect.stringContaining("2-binary.md is no text in UTF-8."),
      expect.stringContaining("3-latin.md is no text in UTF-8."),
      expect.stringContaining("4-utf16.md is no text in UTF-8."),
      expect.stringContaining("5-folder.md is a folder."),
      expect.stringContaining("6-pipe.md is a named pipe."),
      expect.stringContaining("7-dead.md does not exist"),
    ]);
    expect(sections.every(({ leftOut }) => leftOut === undefined)).toBe(true);
  });

  test.skipIf(process.getuid?.() === 0)("leave out one that may not be read (skipped for root, who may)", async () => {
    const bench = await workbench();
    await chmod(await bench.file("AGENTS.md", "Closed.\n"), 0);
    expect(await rulesOf(bench.root)).toMatchObject({
      sections: [],
      told: [expect.stringContaining("AGENTS.md may not be accessed: permission denied.")],
    });
  });

  test("are cut at a line's end where one is too long, and that is told", async () => {
    const bench = await workbench();
    const line = `${"ä".repeat(49)}\n`;
    const whole = line.repeat(1_000);
    await bench.file("AGENTS.md", whole);
    const { sections, told } = await rulesOf(bench.root);
    const [{ text = "", leftOut = 0 } = {}] = sections;
    expect(text).toBe(line.repeat(Math.floor(MAX_RULE_FILE_BYTES / 99)));
    expect(Buffer.byteLength(text) + leftOut).toBe(Buffer.byteLength(whole));
    expect(told).toEqual([expect.stringContaining(`first ${Buffer.byteLength(text)} of ${Buffer.byteLength(whole)}`)]);
  });

  test("take no more than their limits, whatever their sizes, and what is missing is counted", {
    timeout: 60_000,
  }, async () => {
    const size = fc.oneof(fc.nat(200), fc.integer({ min: MAX_RULE_FILE_BYTES - 6, max: MAX_RULE_FILE_BYTES + 6 }));
    const file = fc.tuple(size, fc.constantFrom("x", "ä\n", "€ ", "𝒳y\n"));
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
        const folder = await folderOutside();
        await mkdir(join(folder, ".millrace/rules"), { recursive: true });
        const texts = files.map(([length, unit]) => `# ${unit.repeat(Math.ceil(length / Buffer.byteLength(unit)))}`);
        for (const [at, text] of texts.entries()) await writeFile(join(folder, `.millrace/rules/${at}.md`), text);
        const { sections, told } = await rulesOf(folder);
        expect(sections).toHaveLength(files.length);
        const kept = sections.map(({ text }) => Buffer.byteLength(text));
        expect(Math.max(...kept)).toBeLessThanOrEqual(MAX_RULE_FILE_BYTES);
        expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_RULE_BYTES);
        for (const [at, { text, leftOut = 0 }] of sections.entries()) {
          expect(texts[at]?.startsWith(text)).toBe(true);
          expect(Buffer.byteLength(text) + leftOut).toBe(Buffer.byteLength(texts[at] ?? ""));
        }
        expect(told).toHaveLength(sections.filter(({ leftOut }) => leftOut !== undefined).length);
      }),
      { numRuns: 40 },
    );
  });

  test("are a bounded number", async () => {
    const bench = await workbench();
    for (let at = 0; at < MAX_RULE_FILES + 3; at += 1) await bench.file(`.millrace/rules/${at}.md`, "Rule.\n");
    const { sections, told } = await rulesOf(bench.root);
    expect(sections).toHaveLength(MAX_RULE_FILES);
    expect(told).toEqual([expect.stringContaining(`There are ${MAX_RULE_FILES + 3} rule files`)]);
  });
});
