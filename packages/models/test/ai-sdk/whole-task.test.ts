import { createAgent, type SessionEvent, type Tool, textResult } from "@millrace/agent";
import { type Answer, startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { packagePairs } from "./packages.js";

const read: Tool<{ path: string }> = {
  name: "read_file",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  effects: "none",
  accesses: async () => [],
  run: async ({ path }) => textResult(`${path} says hello`),
};

const calls = (path: string) => [{ name: "read_file", arguments: { path } }];
const written = (path: string) => `<read_file>\n<path>${path}</path>\n</read_file>`;

describe.each(packagePairs)("an agent on $name", ({ door, reasons }) => {
  test.each(["native", "text"] as const)("does a whole task, calls %s", async (protocol) => {
    const thinking = reasons ? { reasoning: "I must look." } : {};
    const answer = (path: string): Answer =>
      protocol === "native"
        ? { ...thinking, text: "I look.", calls: calls(path), chunk: 3 }
        : { ...thinking, text: `I look.\n${written(path)}\n`, chunk: 3 };
    const server = await startModelServer({
      scenario: {
        answers: [answer("a.txt"), answer("b.txt"), { text: "Both say hello." }],
        allow: ["tool-shape"],
      },
    });
    onTestFinished(() => server.close());
    const agent = createAgent({
      model: door(server.url),
      tools: [read],
      profile: { reasoning: { form: "field", back: "sign" } },
      protocol,
      mode: "auto",
    });
    const task = agent.startTask();
    const events: SessionEvent[] = [];
    task.subscribe((event) => void events.push(event));
    expect(await task.run("what do a.txt and b.txt say?")).toMatchObject({
      end: "answered",
      text: "Both say hello.",
    });
    expect(events.filter(({ type }) => type === "call-finished")).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
    expect(server.violations).toEqual([]);
  });
});
