import { describe, expect, test } from "vitest";
import { understandRequest } from "../../src/server/understand-request.js";
import { CLIENT_WIRES } from "../../src/wires/client-wires.js";

const PATH = { $ref: "#/$defs/path" };
const SCHEMA = { type: "object", properties: { path: PATH }, $defs: { path: { type: "string" } } };

/** A request with one tool, and one that nobody here runs, in the form of each wire. */
const REQUESTS = {
  "openai-chat": (choice: object | string, tools = true) => ({
    messages: [{ role: "user", content: "Hi" }],
    ...(tools && {
      tools: [{ type: "function", function: { name: "read_file", parameters: SCHEMA } }, { type: "web_search" }],
    }),
    tool_choice: typeof choice === "string" ? choice : { type: "function", function: choice },
  }),
  "openai-responses": (choice: object | string, tools = true) => ({
    input: "Hi",
    ...(tools && { tools: [{ type: "function", name: "read_file", parameters: SCHEMA }, { type: "web_search" }] }),
    tool_choice: typeof choice === "string" ? choice : { type: "function", ...choice },
  }),
  "anthropic-messages": (choice: object | string, tools = true) => ({
    messages: [{ role: "user", content: "Hi" }],
    ...(tools && {
      tools: [
        { name: "read_file", input_schema: SCHEMA },
        { type: "web_search_20250305", name: "web_search" },
      ],
    }),
    tool_choice: typeof choice === "string" ? { type: choice } : { type: "tool", ...choice },
  }),
};

describe.each(CLIENT_WIRES)("a request of $name", (wire) => {
  const read = (choice: object | string, tools?: boolean) =>
    understandRequest(wire, REQUESTS[wire.name](choice, tools));

  test("keeps a tool choice that can be met, and no other", () => {
    expect(read({ name: "read_file" }).toolChoice).toEqual({ name: "read_file" });
    expect(read("auto").toolChoice).toBe("auto");
    for (const name of ["web_search", "no_such_tool"]) expect(read({ name })).not.toHaveProperty("toolChoice");
    expect(read("auto", false)).not.toHaveProperty("toolChoice");
  });

  test("has the tools in schemas without references, and says which it leaves out", () => {
    const { tools, leftOut } = read("auto");
    expect(tools).toMatchObject([{ name: "read_file", parameters: { properties: { path: { type: "string" } } } }]);
    expect(leftOut).toEqual(["web_search"]);
  });
});
