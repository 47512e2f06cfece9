import { dialectNames, type ForeignMessage, parseAssistantMessage, renderHistory } from "@millrace/protocol";
import { describe, expect, it } from "vitest";

const tools = [
  {
    name: "read_file",
    description: "Reads a file.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
] as const;

const conversation: readonly ForeignMessage[] = [
  { role: "user", text: "What does a.ts hold?" },
  {
    role: "assistant",
    parts: [
      { type: "text", text: "I look." },
      { type: "call", name: "read_file", input: { path: "a.ts" } },
    ],
  },
  { role: "tool", results: [{ name: "read_file", target: "a.ts", status: "ok", text: "hi\n" }] },
  { role: "user", text: "And b.ts?" },
  { role: "assistant", parts: [] },
];

describe("a conversation that was held in another form", () => {
  it.each(dialectNames)("is written so that its calls read back, in %s", (dialect) => {
    const [, assistant] = renderHistory(conversation, tools, dialect);
    const { blocks } = parseAssistantMessage(assistant?.content ?? "", { tools, dialect, reason: "stop" });
    const call = blocks.find((block) => block.type === "tool-use");
    expect(call).toMatchObject({ name: "read_file", input: { path: "a.ts" }, closedBy: "close" });
  });

  it.each(dialectNames)("alternates user and assistant, with no empty message, in %s", (dialect) => {
    const roles = renderHistory(conversation, tools, dialect).map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "user", "assistant"]);
    expect(renderHistory(conversation, tools, dialect).every(({ content }) => content.trim() !== "")).toBe(true);
  });

  it("joins a result and the words behind it into one message of the user", () => {
    expect(renderHistory(conversation, tools)[2]?.content).toBe(
      "<tool_response>\n[read_file a.ts] ok\nhi\n</tool_response>\n\nAnd b.ts?",
    );
  });

  it("begins with the text it had before it grew, so a prefix cache holds", () => {
    const before = renderHistory(conversation.slice(0, 3), tools, "qwen3-coder");
    const after = renderHistory(conversation, tools, "qwen3-coder");
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]?.content.startsWith(before[2]?.content ?? "nothing")).toBe(true);
  });
});
