import { readFile, rm, writeFile } from "node:fs/promises";
import { startModelServer } from "@millrace/testkit";
import { afterEach, expect, test, vi } from "vitest";

const README = new URL("../../README.md", import.meta.url);
const written: URL[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(written.splice(0).map((file) => rm(file)));
});

/** Runs a code block of the README as a module beside this test; gives what it printed. */
async function runBlock(block: string): Promise<unknown[][]> {
  const file = new URL(`./readme-${crypto.randomUUID()}.tmp.ts`, import.meta.url);
  written.push(file);
  await writeFile(file, block);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await import(/* @vite-ignore */ file.href);
  return log.mock.calls;
}

async function codeBlocks(): Promise<string[]> {
  const text = await readFile(README, "utf8");
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

test("the agent that the README begins with is some twenty lines and works as it stands", async () => {
  const [agent = ""] = await codeBlocks();
  expect(agent.trim().split("\n").length).toBeLessThanOrEqual(20);
  const server = await startModelServer({
    scenario: {
      server: { kind: "ollama", models: [{ name: "qwen3:8b" }] },
      answers: [
        { text: "I write.", calls: [{ name: "save", arguments: { name: "haiku.txt" } }] },
        { match: { lastContains: "poem.txt, haiku.txt" }, text: "The haiku is on the shelf." },
      ],
    },
  });
  vi.stubEnv("OLLAMA_HOST", server.url);
  const printed = await runBlock(agent);
  await server.close();
  expect(printed).toEqual([["The haiku is on the shelf."]]);
  expect(server.violations).toEqual([]);
});

test("the reader that the README shows reads a call from any stream", async () => {
  const reader = (await codeBlocks()).find((code) => code.includes("anyStream"));
  const printed = await runBlock(reader ?? "");
  expect(printed[0]).toEqual(["read_file", { path: "src/a.ts" }]);
  expect(printed[1]?.[0]).toMatchObject([{ type: "text" }, { type: "tool-use", closedBy: "close" }]);
});
