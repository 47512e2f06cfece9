import { expect, test } from "vitest";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";

const PARAMETERS = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

/** A history that began with another server: its ids, two results of one call, one of none, one that is missing. */
const QUESTIONS: Readonly<Record<string, object>> = {
  "/v1/chat/completions": {
    tools: [{ type: "function", function: { name: "read_file", parameters: PARAMETERS } }],
    messages: [
      { role: "developer", content: "Be careful." },
      { role: "user", content: "Read all." },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "functions.read_file:0", type: "function", function: { name: "read_file", arguments: '{"path":"a"}' } },
          { id: "chatcmpl-tool-3f", type: "function", function: { name: "read_file", arguments: '{"path":"b"' } },
          { id: "x", type: "function", function: { name: "a_tool_of_then", arguments: "" } },
        ],
      },
      { role: "tool", tool_call_id: "chatcmpl-tool-3f", content: [{ type: "text", text: "content of b" }] },
      { role: "tool", tool_call_id: "functions.read_file:0", content: "content of a" },
      { role: "tool", tool_call_id: "functions.read_file:0", content: "content of a" },
      { role: "tool", tool_call_id: "nobody's", content: "content of nothing" },
      { role: "system", content: "The time is 12:00." },
      { role: "user", content: "Go on." },
    ],
  },
  "/v1/responses": {
    tools: [{ type: "function", name: "read_file", parameters: PARAMETERS }],
    input: [
      { role: "developer", content: "Be careful." },
      { role: "user", content: [{ type: "input_text", text: "Read all." }] },
      { type: "function_call", call_id: "functions.read_file:0", name: "read_file", arguments: '{"path":"a"}' },
      { type: "function_call", call_id: "chatcmpl-tool-3f", name: "read_file", arguments: '{"path":"b"' },
      { type: "function_call", call_id: "x", name: "a_tool_of_then", arguments: "" },
      { type: "function_call_output", call_id: "chatcmpl-tool-3f", output: "content of b" },
      { type: "function_call_output", call_id: "functions.read_file:0", output: "content of a" },
      { type: "function_call_output", call_id: "functions.read_file:0", output: "content of a" },
      { type: "function_call_output", call_id: "nobody's", output: "content of nothing" },
      { role: "user", content: "Go on." },
    ],
  },
  "/v1/messages": {
    max_tokens: 100,
    system: [{ type: "text", text: "Be careful.", cache_control: { type: "ephemeral" } }],
    tools: [{ name: "read_file", input_schema: PARAMETERS }],
    messages: [
      { role: "user", content: "Read all." },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Somebody else's.", signature: "foreign" },
          { type: "tool_use", id: "functions.read_file:0", name: "read_file", input: { path: "a" } },
          { type: "tool_use", id: "toolu_01-x", name: "read_file", input: { path: "b" } },
          { type: "tool_use", id: "x", name: "a_tool_of_then", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "Here they are." },
          { type: "tool_result", tool_use_id: "toolu_01-x", content: [{ type: "text", text: "content of b" }] },
          { type: "tool_result", tool_use_id: "functions.read_file:0", content: "content of a" },
          { type: "tool_result", tool_use_id: "functions.read_file:0", content: "content of a" },
          { type: "tool_result", tool_use_id: "nobody's", content: "content of nothing", is_error: true },
          { type: "text", text: "Go on." },
        ],
      },
    ],
  },
};

test.each(Object.entries(QUESTIONS))(
  "a history of another server's on %s is what the strictest server takes, the same each time",
  async (path, question) => {
    for (const wire of UPSTREAM_WIRES) {
      for (const mode of ["salvage", "text"] as const) {
        const answers = [{ text: "Yes.", repeat: 2 }];
        const { url, server } = await startBridgedModel(wire, { answers }, { mode });
        for (let times = 0; times < 2; times++) {
          const headers = { "content-type": "application/json" };
          const body = JSON.stringify({ model: "m", ...question });
          const answer = await fetch(`${url}${path}`, { method: "POST", headers, body });
          expect(answer.status).toBe(200);
          expect(await answer.text()).toContain("Yes.");
        }
        expect(server.violations, `${wire}, ${mode}`).toEqual([]);
        const [first, second] = server.requests;
        expect(second?.body).toBe(first?.body);
        expect(["content of a", "content of b"].filter((words) => !first?.body.includes(words))).toEqual([]);
      }
    }
  },
);
