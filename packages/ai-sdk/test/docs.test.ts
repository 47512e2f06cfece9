import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startModelServer } from "@millrace/testkit";
import { expect, it, onTestFinished } from "vitest";

const page = await readFile(new URL("../../../docs/AI-SDK.md", import.meta.url), "utf8");

/** The code blocks of the page with this word behind the fence. */
function blocks(word: string): string[] {
  return [...page.matchAll(new RegExp(`^(\`{3,4})${word}\\n([\\s\\S]*?)^\\1$`, "gm"))].map(([, , text = ""]) => text);
}

it("the program of docs/AI-SDK.md prints what the page says, and sends what it says", async () => {
  const [program = ""] = blocks("ts");
  const [answer = "", printed] = blocks("text");
  const [, last = ""] = /shown the result, `(.*?)`/.exec(page) ?? [];
  const server = await startModelServer({
    scenario: { answers: [{ text: answer.trimEnd(), chunk: 3 }, { text: last }] },
  });
  const file = new URL(`./docs-${crypto.randomUUID()}.tmp.mts`, import.meta.url);
  onTestFinished(() => server.close());
  onTestFinished(() => rm(file));
  await writeFile(file, program);

  const run = ["--conditions=@millrace/source", "--import", "tsx", fileURLToPath(file)];
  const { stdout } = await promisify(execFile)(process.execPath, run, {
    env: { ...process.env, MODEL_URL: `${server.url}/v1` },
  });
  expect(`${stdout}\n`).toBe(printed);

  const [first, second] = server.requests;
  const [behind = ""] = blocks("json");
  expect(second?.messages.slice(first?.messages.length)).toEqual(JSON.parse(behind));
  expect(server.violations).toEqual([]);
});
