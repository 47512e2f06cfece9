import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { runInChromium } from "./browser/in-chromium.js";
import { type Reading, readMessages } from "./browser/read-messages.js";

const isThere = spawnSync("chromium", ["--version"]).status === 0;

describe("in a browser", () => {
  it.skipIf(!isThere)(
    `reads as it does in Node${isThere ? "" : " (skipped: there is no chromium)"}`,
    async ({ signal }) => {
      const readings: readonly Reading[] = JSON.parse(await runInChromium(await bundle("./browser/page.ts"), signal));
      expect(readings.map(({ dialect }) => dialect)).toEqual(["cline", "hermes", "qwen3-coder", "mistral"]);
      for (const { dialect, blocks, events } of readings) {
        expect(blocks, dialect).toEqual([
          ["text", "Hi ☕.\n"],
          ["write_to_file", { path: "a.ts", content: "x < 1\n" }, "close"],
        ]);
        expect(events.filter((event) => event.endsWith("-end")).at(-1), dialect).toBe("tool-end");
      }
      expect(readings).toEqual(JSON.parse(JSON.stringify(await readMessages())));
    },
  );
});

/** As an application's bundler makes it. It fails on an import that no browser has. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["@millrace/source"],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
