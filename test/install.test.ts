import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
const { version } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8")) as { version: string };

describe("the published program", () => {
  let work: string;

  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), "millrace-install-"));
  });

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("installs from its tarball into an empty prefix and says its version", { timeout: 120_000 }, () => {
    const run = (command: string, args: string[], cwd: string): string =>
      execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

    run("npm", ["run", "build", "--silent"], cli);
    const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", work], cli)) as {
      filename: string;
    }[];
    const tarball = join(work, packed[0]?.filename ?? "nothing-was-packed");
    const prefix = join(work, "prefix");
    run("npm", ["install", "--global", "--prefix", prefix, "--offline", "--no-audit", "--no-fund", tarball], work);

    expect(run(join(prefix, "bin", "millrace"), ["--version"], work).trim()).toBe(version);
  });
});
