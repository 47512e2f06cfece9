// Looks for faults: runs the properties of the test files named on the command line, or of all, from another seed each time and
// for a minute each. What fails says how to run it again. MILLRACE_SEED, MILLRACE_RUNS and MILLRACE_SECONDS choose otherwise.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesWithProperties() {
  const tests = ["test", ...readdirSync(join(root, "packages")).map((name) => join("packages", name, "test"))];
  return tests
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith(".test.ts") && /from "fast-check"/.test(readFileSync(join(root, path), "utf8")));
}

const asked = process.argv.slice(2);
const looking = { MILLRACE_SEED: "random", MILLRACE_RUNS: "20000", MILLRACE_SECONDS: "60" };
const { status } = spawnSync("npx", ["vitest", "run", ...(asked.length > 0 ? asked : filesWithProperties())], {
  cwd: root,
  env: { ...looking, ...process.env },
  stdio: "inherit",
});
process.exit(status ?? 1);
