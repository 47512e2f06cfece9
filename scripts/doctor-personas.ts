import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withPersonaSection } from "./doctor-personas/section.js";

// npm run docs:doctor: makes the table and the transcript of docs/DOCTOR.md by examining every persona of the testkit.
const page = new URL("../docs/DOCTOR.md", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "millrace-docs-"));
try {
  execFileSync(process.execPath, [fileURLToPath(new URL("../packages/cli/build.mjs", import.meta.url)), folder]);
  writeFileSync(page, await withPersonaSection(readFileSync(page, "utf8"), join(folder, "millrace.js")));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
