import { execFile } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** A small project with one fault, which its test shows. Plain Node: nothing is installed. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "page-numbers",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "README.md": `# page-numbers

How many pages a list needs, and which items stand on a page.
`,
  "src/pages.js": `/** How many pages hold \`count\` items, \`size\` on each. */
export function pageCount(count, size) {
  return Math.floor(count / size);
}

/** The items of a page, counted from 1. */
export function itemsOf(items, page, size) {
  return items.slice((page - 1) * size, page * size);
}
`,
  "test/pages.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsOf, pageCount } from "../src/pages.js";

test("the last page may be half full", () => {
  assert.equal(pageCount(7, 3), 3);
  assert.deepEqual(itemsOf([1, 2, 3, 4, 5, 6, 7], 3, 3), [7]);
});

test("full pages are counted once", () => {
  assert.equal(pageCount(6, 3), 2);
});

test("nothing needs no page", () => {
  assert.equal(pageCount(0, 3), 0);
});
`,
};

/** The file that must not change. */
export const TEST_FILE = "test/pages.test.js";
/** What the model is asked to do. */
export const TASK =
  "A test of this project fails. Find out why, fix the code in src/ (leave the tests as they are), and run `node --test` to see that everything passes.";

const execute = promisify(execFile);

/** Makes the project in a new folder below the system's temporary one, as a git repository where git is there. */
export async function makeRepository(): Promise<{ folder: string; hasGit: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), "millrace-demo-"));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const git = (...args: string[]) =>
    execute("git", ["-c", "user.name=millrace", "-c", "user.email=demo@localhost", ...args], { cwd: folder });
  try {
    await git("init", "--quiet", "--initial-branch=main");
    await git("add", ".");
    await git("commit", "--quiet", "--no-verify", "--no-gpg-sign", "--message", "A project with a fault");
    return { folder, hasGit: true };
  } catch {
    // No git, or one that refuses: the demo is about the test, and says that there is no diff from git.
    return { folder, hasGit: false };
  }
}

/** The text a file of the project began with. */
export function originalText(name: string): string {
  return FILES[name] ?? "";
}
