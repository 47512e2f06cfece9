import { expect, it } from "vitest";
import type { AskUser } from "../../src/approvals/ask.js";
import { parseRule } from "../../src/approvals/rules.js";
import { type Tool, textResult } from "../../src/tool.js";
import { ScriptedModel, says } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { recordingTool } from "./test-tools.js";

it("a running tool can ask what it may touch without anybody being asked, by rules and mode", async () => {
  const asked: Record<string, boolean> = {};
  const look = recordingTool("look", "none", (path, { allows }) => {
    for (const target of ["src/a.ts", "secrets/key.txt", ".env", "/etc/passwd"]) {
      asked[target] = allows({ effect: "read", target });
    }
    return textResult(path);
  });
  const model = new ScriptedModel(says("<look><path>.</path></look>"), says("Done."));
  const rules = [parseRule("read(secrets/**)", "deny", "flag")];
  const { task } = startTask({ model, tools: [look], rules });
  await task.run("Look.");
  expect(asked).toEqual({ "src/a.ts": true, "secrets/key.txt": false, ".env": false, "/etc/passwd": false });
});

const edit: Tool<{ path: string }> = {
  name: "edit",
  description: "Edits.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  effects: "files",
  accesses: async ({ path }) => [
    { effect: "read", target: path },
    { effect: "files", target: path },
  ],
  plan: async ({ path }) => {
    throw new Error(`no such text; ${path} holds: hunter2`);
  },
  run: async () => textResult("edited"),
};

it("why a plan failed is not told to the model while the file may not be read without asking", async () => {
  const model = new ScriptedModel(says("<edit><path>/etc/passwd</path></edit>"), says("Done."));
  const { task, of } = startTask({ model, tools: [edit] });
  await task.run("Edit.");
  expect(JSON.stringify(of("call-finished"))).not.toContain("hunter2");
  expect(of("call-finished")[0]?.result.status).toBe("rejected");
});

it("with a yes of the user it is told, and the question says that nothing can be shown", async () => {
  const asked: string[] = [];
  const model = new ScriptedModel(says("<edit><path>/etc/passwd</path></edit>"), says("Done."));
  const askUser: AskUser = async ({ message }) => {
    asked.push(message);
    return { answer: "yes" };
  };
  const { task, of } = startTask({ model, tools: [edit], askUser });
  await task.run("Edit.");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("It cannot be shown what would change: no such text");
  expect(JSON.stringify(of("call-finished")[0]?.result)).toContain("hunter2");
});

it("why a plan failed is told at once of a file that may be read", async () => {
  const model = new ScriptedModel(says("<edit><path>src/a.ts</path></edit>"), says("Done."));
  const { task, of } = startTask({ model, tools: [edit] });
  await task.run("Edit.");
  expect(of("ask-opened")).toEqual([]);
  expect(of("call-finished")[0]?.result).toMatchObject({ status: "error" });
});

it("a secret value in a result reaches neither the model nor the events", async () => {
  const look = recordingTool("look", "none", () => textResult("TOKEN=a-very-secret-value and more"));
  const model = new ScriptedModel(says("<look><path>.</path></look>"), says("Done."));
  const { task, events } = startTask({ model, tools: [look], secrets: ["a-very-secret-value"] });
  await task.run("Look.");
  expect(JSON.stringify(events)).not.toContain("a-very-secret-value");
  expect(JSON.stringify(model.requests)).not.toContain("a-very-secret-value");
  expect(JSON.stringify(model.requests)).toContain("TOKEN=[redacted] and more");
});
