import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withPersonaSection } from "../../scripts/doctor-personas/section.js";

const page = readFileSync(new URL("../../docs/DOCTOR.md", import.meta.url), "utf8");
let folder = "";
const program = () => join(folder, "millrace.js");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "millrace-docs-"));
  execFileSync(process.execPath, [fileURLToPath(new URL("../../packages/cli/build.mjs", import.meta.url)), folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("docs/DOCTOR.md", () => {
  test("says what doctor finds of every persona: if this fails, run `npm run docs:doctor`", async () => {
    expect(await withPersonaSection(page, program())).toBe(page);
  });

  test("has every flag of the command", () => {
    const source = readFileSync(new URL("../../packages/cli/src/program.ts", import.meta.url), "utf8");
    const options = source.slice(
      source.indexOf('program.command("doctor")'),
      source.indexOf('program.command("demo")'),
    );
    const flags = [...options.matchAll(/"(--[a-z-]+)/g)].map(([, flag]) => flag);
    expect(flags).toHaveLength(5);
    for (const flag of flags) expect(page).toMatch(new RegExp(`^\\| \`${flag}\``, "m"));
  });

  test("is not made without its marks", async () => {
    await expect(withPersonaSection("# doctor\n", program())).rejects.toThrow("no lines");
  });
});
