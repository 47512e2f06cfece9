import { getCallForm, type ToolDefinition } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { MAX_GRAMMAR_TOOLS, MAX_KNOWN_GRAMMARS } from "../../src/limits.js";
import { CallGrammars } from "../../src/upstream/call-grammars.js";

const profile = { reasoning: { form: "field", back: "echo" } } as const;

function tools(name: string, description = ""): readonly ToolDefinition[] {
  return [
    { name, description: "", parameters: { type: "object", properties: { path: { type: "string", description } } } },
  ];
}

describe("grammars of calls", () => {
  test("are made once for a set of tools, whichever request they come with", () => {
    const grammars = new CallGrammars(getCallForm("hermes"));
    const first = grammars.for({ tools: tools("read") }, profile, {});
    expect(grammars.for({ tools: structuredClone(tools("read")), toolChoice: "auto" }, profile, { seed: 1 })).toBe(
      first,
    );
    expect(grammars.for({ tools: tools("write") }, profile, {})).not.toEqual(first);
    expect(grammars.for({ tools: tools("read"), toolChoice: "required" }, profile, {})).not.toEqual(first);
  });

  test("are kept for the last sets of tools only", () => {
    const grammars = new CallGrammars(getCallForm("hermes"));
    const first = grammars.for({ tools: tools("read") }, profile, {});
    for (let count = 1; count < MAX_KNOWN_GRAMMARS; count++) grammars.for({ tools: tools(`t${count}`) }, profile, {});
    expect(grammars.for({ tools: tools("read") }, profile, {})).toBe(first);
    for (let count = 1; count <= MAX_KNOWN_GRAMMARS; count++) grammars.for({ tools: tools(`u${count}`) }, profile, {});
    const again = grammars.for({ tools: tools("read") }, profile, {});
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  test("are not made of more than agents send", () => {
    const grammars = new CallGrammars(getCallForm("hermes"));
    expect(grammars.for({ tools: tools("read", "x".repeat(MAX_GRAMMAR_TOOLS)) }, profile, {})).toBeUndefined();
  });

  test.each([
    [{ response_format: { type: "json_schema", json_schema: {} } }, false],
    [{ text: { format: { type: "json_schema" } } }, false],
    [{ structured_outputs: { regex: "a" } }, false],
    [{ guided_json: {} }, false],
    [{ response_format: { type: "text" } }, true],
    [{ response_format: null, grammar: null }, true],
    [{ text: { verbosity: "low" } }, true],
  ])("leave the form of the answer to a client that sends %j: %s", (extra, isMade) => {
    const grammar = new CallGrammars(getCallForm("hermes")).for({ tools: tools("read") }, profile, extra);
    expect(grammar !== undefined).toBe(isMade);
  });
});
