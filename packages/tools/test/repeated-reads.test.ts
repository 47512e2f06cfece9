import { appendFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, type ModelClient } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import { afterEach, expect, test } from "vitest";
import { codingTools } from "../src/coding-tools.js";
import { createWorkspace } from "../src/workspace.js";

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** What an agent's model is given for these reads, one a turn; a text is appended to the file before the read behind it. */
async function read(...steps: readonly (Record<string, unknown> | string)[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "millrace-reads-"));
  folders.push(folder);
  await writeFile(join(folder, "a.txt"), "a line of this file\n".repeat(60));
  await symlink("a.txt", join(folder, "link.txt"));
  const left = [...steps];
  const model: ModelClient = {
    id: "test/model",
    async *stream(): AsyncIterable<StreamChunk> {
      const step = left.shift();
      if (typeof step === "string") await appendFile(join(folder, "a.txt"), step);
      const input = typeof step === "string" ? left.shift() : step;
      if (input === undefined) yield { type: "text-delta", text: "Done." };
      else {
        yield { type: "tool-input-start", index: 0, providerCallId: `call-${left.length}`, name: "read_file" };
        yield { type: "tool-input-delta", index: 0, json: JSON.stringify(input) };
        yield { type: "tool-input-end", index: 0 };
      }
      yield { type: "finish", reason: input === undefined ? "stop" : "tool-calls" };
    },
  };
  const task = createAgent({ model, tools: codingTools(), workspace: await createWorkspace(folder) }).startTask();
  const shown: string[] = [];
  task.subscribe((event) => {
    if (event.type !== "call-finished") return;
    const text = event.result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    shown.push(text.startsWith("[Unchanged") ? text : `${text.split("\n").length} lines`);
  });
  await task.run("Read.");
  return shown;
}

const A = { path: "a.txt" };
const UNCHANGED = expect.stringMatching(
  /^\[Unchanged: the result of the read of lines 1-60 of a\.txt above still holds\./,
);

test("a file that is read again unchanged is one line, and whole again when it is asked for once more", async () => {
  expect(await read(A, A, A, A)).toEqual(["62 lines", UNCHANGED, "62 lines", UNCHANGED]);
});

test("however the same file is named", async () => {
  expect(await read(A, { path: "./x/../a.txt" })).toEqual(["62 lines", UNCHANGED]);
  expect(await read(A, { path: "link.txt" })).toEqual(["62 lines", UNCHANGED]);
});

test("one that changed in between, or other lines of it, are shown", async () => {
  expect(await read(A, "more\n", A)).toEqual(["62 lines", "63 lines"]);
  expect(await read(A, { ...A, end_line: 59 }, { ...A, start_line: 2 })).toEqual(["62 lines", "61 lines", "61 lines"]);
});
