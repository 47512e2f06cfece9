import type { ToolDefinition } from "@millrace/protocol";
import { sampleInput } from "./sample-input.js";
import type { Pick, TextKind } from "./text-kind.js";

/** JSON documents that speak of tools: definitions, chat logs, requests of other programs. Compact, and over lines. */
export const JSON_DOCUMENTS: TextKind = {
  name: "JSON documents",
  part(pick, tools) {
    const document = pick(DOCUMENTS)(pick, tools);
    return `${JSON.stringify(document, undefined, pick([0, 2]))}\n${pick(["", "\n"])}`;
  },
};

const DOCUMENTS: readonly ((pick: Pick, tools: readonly ToolDefinition[]) => unknown)[] = [
  // Definitions, in the shapes of several wires.
  (pick, tools) => definition(pick(tools)),
  (pick, tools) => ({ type: "function", function: definition(pick(tools)) }),
  (pick, tools) => ({ type: "function", ...definition(pick(tools)), strict: true }),
  (_pick, tools) => tools.map((tool) => definition(tool)),
  (_pick, tools) => ({ tools: tools.map((tool) => ({ type: "function", function: definition(tool) })) }),
  (pick, tools) => {
    const { name, description, parameters } = pick(tools);
    return { name, description, input_schema: parameters };
  },
  // Logs of chats, with calls as the wires have them.
  (pick, tools) => {
    const tool = pick(tools);
    const call = { name: tool.name, arguments: JSON.stringify(sampleInput(tool, pick)) };
    return {
      messages: [
        { role: "user", content: "Read it." },
        { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: call }] },
        { role: "tool", tool_call_id: "call_1", content: "1 | const a = 1;" },
      ],
    };
  },
  (pick, tools) => {
    const tool = pick(tools);
    const content = [{ type: "tool_use", id: "toolu_1", name: tool.name, input: sampleInput(tool, pick) }];
    return { role: "assistant", content, stop_reason: "tool_use" };
  },
  (pick, tools) => {
    const tool = pick(tools);
    const params = { name: tool.name, arguments: sampleInput(tool, pick) };
    return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  },
  // Data that has the same keys.
  (pick) => ({ name: pick(["prod", "Alice", "get"]), arguments: ["--watch"], parameters: { replicas: pick([1, 3]) } }),
  (pick) => [{ name: "Alice" }, { name: "Bob", parameters: { age: pick([3, 4]) } }],
  (pick, tools) => ({ name: pick(tools).name, version: "1.0.0", bin: { a: "a.js" } }),
  (pick, tools) => ({ name: `${pick(tools).name}_v2`, arguments: { path: "a" } }),
  (pick, tools) => ({ event: "call", tool: pick(tools).name, ms: pick([1, 20]), ok: true }),
  () => ({ $schema: "urn:x", type: "object", properties: { name: { type: "string" }, arguments: { type: "object" } } }),
];

function definition({ name, description, parameters }: ToolDefinition): ToolDefinition {
  return { name, description, parameters };
}
