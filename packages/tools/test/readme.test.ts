import { readFile, rm, writeFile } from "node:fs/promises";
import { startModelServer } from "@millrace/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import * as tools from "../src/index.js";
import { workbench } from "./support/workbench.js";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

test("the example of the README works as it stands", async () => {
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const { root, text } = await workbench();
  const server = await startModelServer({
    scenario: {
      server: { kind: "ollama", models: [{ name: "qwen3:8b" }] },
      answers: [
        { calls: [{ name: "write_to_file", arguments: { path: "haiku.txt", content: "Old pond\n" } }] },
        { text: "It is written." },
      ],
    },
  });
  onTestFinished(() => server.close());
  vi.stubEnv("OLLAMA_HOST", server.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = new URL(`./readme-${crypto.randomUUID()}.tmp.ts`, import.meta.url);
  onTestFinished(() => rm(file));
  await writeFile(file, example);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(root);
  await import(/* @vite-ignore */ file.href);
  expect(log.mock.calls).toEqual([["It is written."]]);
  expect(await text("haiku.txt")).toBe("Old pond\n");
  expect(server.violations).toEqual([]);
});

test("the README names every export", () => {
  for (const name of Object.keys(tools)) expect(readme).toContain(`\`${name}`);
});
