import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelServer, startModelServer } from "@millrace/testkit";
import { afterEach, expect, test } from "vitest";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A provider as a package may be: its one model says three words, and asks for a file before. */
const PROVIDER = `
  export const acme = { languageModel: (modelId) => ({
    specificationVersion: "v3", provider: "acme.chat", modelId,
    async doStream({ prompt }) {
      const read = prompt.some(({ role }) => role === "tool");
      const parts = read
        ? [{ type: "text-delta", id: "0", delta: modelId + " has read it." }, end("stop")]
        : [{ type: "tool-call", toolCallId: "c", toolName: "read_file", input: '{"path":"a.txt"}' }, end("tool-calls")];
      return { stream: new ReadableStream({ start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      } }) };
    },
  }) };
  const end = (unified) => ({ type: "finish", finishReason: { unified, raw: unified }, usage: {
    inputTokens: { total: 10 }, outputTokens: { total: 2 },
  } });
`;

function projectWith(name: string, source: string): string {
  const folder = program.folder(name);
  const place = join(folder, "node_modules", "@acme", "ai-provider");
  mkdirSync(place, { recursive: true });
  const manifest = { name: "@acme/ai-provider", version: "1.2.3", type: "module", exports: { import: "./index.js" } };
  writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(place, "index.js"), source);
  writeFileSync(join(folder, "a.txt"), "hello\n");
  return folder;
}

test("a model of a package that the project has does a task", async () => {
  const folder = projectWith("with-provider", PROVIDER);
  const args = ["run", "--model", "ai-sdk/@acme/ai-provider/big/one", "--protocol", "native", "--cwd", folder];
  const { code, stdout, stderr } = await program.run([...args, "read a.txt"]);
  expect(code, stderr).toBe(0);
  expect(stdout).toBe("big/one has read it.\n");
  expect(stderr).toContain("→ read_file a.txt");
  expect(stderr).toMatch(/^2 turns · 20 tokens in, 4 out · /m);
});

test("a package that is not installed ends with exit code 2 and the line that installs it", async () => {
  const { code, stdout, stderr } = await program.run(["run", "--model", "@ai-sdk/google/gemini-3-pro", "go"]);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(
    /^millrace: --model "@ai-sdk\/google\/gemini-3-pro" cannot be used: the package @ai-sdk\/google is not installed\. Run `npm install @ai-sdk\/google(@3)?` in your project, or with -g for all of them\.\n$/,
  );
});

test("a package without a provider ends with exit code 2", async () => {
  const folder = projectWith("without-provider", "export const VERSION = '1.2.3';");
  const args = ["run", "--model", "ai-sdk/@acme/ai-provider/m", "--cwd", folder, "go"];
  const { code, stderr } = await program.run(args);
  expect(code).toBe(2);
  expect(stderr).toContain("@acme/ai-provider 1.2.3");
  expect(stderr).toContain("has no provider of the AI SDK");
});

test("a repository's file names no package that the user's does not", async () => {
  const folder = projectWith("hostile", "process.stdout.write('loaded')");
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, ".millrace"));
  const config = join(folder, ".millrace", "config.json");
  writeFileSync(config, JSON.stringify({ model: "ai-sdk/@acme/ai-provider/m" }));
  const home = program.folder(join(".config", "millrace"));
  writeFileSync(join(home, "config.json"), JSON.stringify({ model: "@ai-sdk/google/gemini-3-pro" }));
  const { stdout, stderr } = await program.run(["run", "--cwd", folder, "go"]);
  expect(stdout).toBe("");
  expect(stderr).toContain("`model` is ignored");
  server = await startModelServer({ scenario: { answers: [{ text: "Yes." }] } });
  const args = ["run", "--cwd", folder, "--model", "m", "--base-url", `${server.url}/v1`, "go"];
  expect((await program.run(args)).stdout).toBe("Yes.\n");
});
