import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/BRIDGE.md");

describe("docs/BRIDGE.md", () => {
  test("shows the configuration of nginx that a test of packages/cli runs", () => {
    expect(page).toContain(`\`\`\`nginx\n${read("docs/examples/bridge/nginx.conf")}\`\`\``);
  });

  test("has every flag of the command", () => {
    const program = read("packages/cli/src/program.ts");
    const options = program.slice(
      program.indexOf("function addBridgeOptions"),
      program.indexOf("function addModelOptions"),
    );
    const flags = [...options.matchAll(/"(--[a-z-]+)/g)].map(([, flag]) => flag);
    expect(flags.length).toBeGreaterThan(10);
    for (const flag of flags) expect(page).toMatch(new RegExp(`^\\| \`${flag}[ \`]`, "m"));
  });

  test("has every metric", () => {
    const metrics = read("packages/bridge/src/operations/metrics.ts");
    const names = new Set([...metrics.matchAll(/"(millrace_bridge_[a-z_]+)"/g)].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) expect(page).toContain(`| \`${name}\``);
  });
});
