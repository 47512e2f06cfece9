import { describe, expect, test } from "vitest";
import { CLIENT_TOOLS } from "../../../src/wires/anthropic-messages/client-tools.js";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";

const USER = { role: "user", content: "Hi" };
const read = (tools: unknown, messages: unknown = [USER], more = {}) =>
  anthropicMessagesWire.read({ messages, tools, ...more });
const names = (tools: unknown, messages?: unknown) => read(tools, messages).tools.map(({ name }) => name);
const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

describe("tools", () => {
  test.each([undefined, null, "custom"])("of the client are taken as they are (type %j)", (type) => {
    const tool = { name: "read", description: "Reads.", input_schema: schema, ...(type !== undefined && { type }) };
    expect(read([{ ...tool, cache_control: { type: "ephemeral" }, strict: true }])).toMatchObject({
      tools: [{ name: "read", description: "Reads.", parameters: schema }],
    });
  });

  test("without a description or a schema have empty ones", () => {
    expect(read([{ name: "now" }]).tools).toEqual([{ name: "now", description: "", parameters: { type: "object" } }]);
  });

  test("tell their examples", () => {
    const [tool] = read([
      { name: "f", description: "F.", input_schema: schema, input_examples: [{ path: "a" }] },
    ]).tools;
    expect(tool?.description).toBe('F.\nExample: {"path":"a"}');
  });

  test("that the provider's server would run are left out, and said", () => {
    const request = read([
      { type: "web_search_20250305", name: "web_search", max_uses: 5 },
      { name: "read", input_schema: schema },
      { type: "mcp_toolset", mcp_server_name: "docs" },
      { type: "computer_toolset_20260801" },
    ]);
    expect(request.tools.map(({ name }) => name)).toEqual(["read"]);
    expect(request.leftOut).toEqual(["web_search", "docs", "computer_toolset_20260801"]);
  });
});

describe("tools that the provider defines and the client executes", () => {
  test.each(CLIENT_TOOLS.map((row) => [row.sample, row] as const))("are known: %s", (type, row) => {
    const { tools, leftOut } = read([{ type, ...(row.needs !== undefined && { [row.needs]: true }) }]);
    expect(tools).toEqual([{ name: row.name, description: row.description, parameters: row.parameters }]);
    expect(leftOut).toBeUndefined();
  });

  test.each([
    ["bash_20241022", ["command", "restart"]],
    [
      "text_editor_20241022",
      ["command", "path", "view_range", "file_text", "old_str", "new_str", "insert_line", "insert_text"],
    ],
    [
      "computer_20251124",
      ["action", "coordinate", "text", "start_coordinate", "scroll_direction", "scroll_amount", "duration"],
    ],
  ])("have their parameters in every version: %s", (type, parameters) => {
    expect(Object.keys(read([{ type, name: "x" }]).tools[0]?.parameters.properties ?? {})).toEqual(parameters);
  });

  test("are called what the request calls them, and say how large the screen is", () => {
    const tool = { type: "computer_20250124", name: "screen", display_width_px: 1024, display_height_px: 768 };
    expect(read([tool]).tools[0]).toMatchObject({
      name: "screen",
      description: expect.stringMatching(/ The screen is 1024 x 768 pixels\.$/),
    });
  });
});

describe("deferred tools", () => {
  const deferred = (name: string) => ({ name, input_schema: schema, defer_loading: true });
  const tools = [deferred("fetch"), { name: "search", input_schema: schema }, deferred("grep")];
  const found = (name: string) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "tool_reference", tool_name: name }] }],
  });

  test("are not offered before they are found, and then stand behind the others", () => {
    expect(names(tools)).toEqual(["search"]);
    expect(names(tools, [USER, found("grep")])).toEqual(["search", "grep"]);
    expect(names(tools, [USER, found("grep"), found("fetch"), found("grep")])).toEqual(["search", "grep", "fetch"]);
  });

  test("are offered where the history calls them", () => {
    const called = { role: "assistant", content: [{ type: "tool_use", id: "a", name: "fetch", input: {} }] };
    expect(names(tools, [USER, called])).toEqual(["search", "fetch"]);
  });

  test("are offered at once where only the provider's server could search them", () => {
    const search = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
    expect(names([...tools, search])).toEqual(["fetch", "search", "grep"]);
  });
});
