import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallJson, createParser, dialectNames, type ToolDefinition, type ToolUseBlock } from "../src/index.js";
import { cutEvery } from "./cuts.js";
import { dialectMessages } from "./dialects/dialect-messages.js";
import { dialectTools } from "./dialects/dialect-tools.js";

/** A call as a client gets it: the pieces of its JSON, and what the reader made of it. */
interface Written {
  pieces: string[];
  block: ToolUseBlock;
}

/** Reads a message in these pieces and writes each call of it as JSON. */
function write(pieces: readonly string[], tools: readonly ToolDefinition[], dialect: string): Written[] {
  const open = new Map<number, { json: CallJson; pieces: string[] }>();
  const written: Written[] = [];
  const reader = createParser({
    tools,
    dialect,
    onEvent(event) {
      if (event.type === "tool-start") {
        open.set(event.block, { json: new CallJson(tools.find(({ name }) => name === event.name)), pieces: [] });
      } else if (
        event.type === "param-start" ||
        event.type === "param-delta" ||
        event.type === "param-end" ||
        event.type === "tool-end"
      ) {
        const call = open.get(event.block);
        call?.pieces.push(call.json.push(event));
        if (call && event.type === "tool-end") written.push({ pieces: call.pieces, block: event.value });
      }
    },
  });
  for (const text of pieces) reader.push({ type: "text-delta", text });
  reader.end("stop");
  return written;
}

const tools: readonly ToolDefinition[] = [
  {
    name: "write_file",
    description: "Writes.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        mode: { type: "integer" },
        content: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        when: { type: ["string", "null"] },
      },
    },
  },
];

const CALL =
  '<write_file>\n<path>a "b".ts</path>\n<mode>7</mode>\n<content>\nline 1\n\tüñ😀 \\ end\n</content>\n<tags>["x"]</tags>\n</write_file>';

describe("the arguments of a call as JSON", () => {
  it("has texts at once, in pieces, and everything else typed when the call has closed", () => {
    const [call] = write([CALL], tools, "cline");
    expect(JSON.parse(call?.pieces.join("") ?? "")).toEqual({
      path: 'a "b".ts',
      content: "line 1\n\tüñ😀 \\ end\n",
      mode: 7,
      tags: ["x"],
    });
  });

  it("sends a text while the model still writes it", () => {
    const [call] = write(cutEvery(CALL, 1), tools, "cline");
    const before = call?.pieces.slice(0, -1).join("");
    expect(before).toBe(String.raw`{"path":"a \"b\".ts","content":"line 1\n\tüñ😀 \\ end\n"`);
    expect(JSON.parse(call?.pieces.join("") ?? "")).toEqual(call?.block.input);
  });

  it("stops in the middle where the call was cut off", () => {
    const [call] = write([CALL.slice(0, CALL.indexOf("end"))], tools, "cline");
    expect(call?.block.closedBy).toBe("end");
    expect(call?.pieces.join("")).toMatch(/^\{"path":"a \\"b\\".ts","content":"line 1/);
    expect(() => JSON.parse(call?.pieces.join("") ?? "")).toThrow();
  });

  it("gives an object that was written for a text as its JSON text, and null as null", () => {
    const text =
      '<tool_call>\n{"name": "write_file", "arguments": {"path": null, "content": {"a": [1]}}}\n</tool_call>';
    const [call] = write(cutEvery(text, 1), tools, "hermes");
    expect(JSON.parse(call?.pieces.join("") ?? "")).toEqual({ path: null, content: '{"a": [1]}' });
  });

  it.each(["null", "nul", "n", "", "nullable"])("keeps the text %j a text where it was written as one", (path) => {
    const text = `<tool_call>\n{"name": "write_file", "arguments": {"path": ${JSON.stringify(path)}}}\n</tool_call>`;
    const [call] = write(cutEvery(text, 1), tools, "hermes");
    expect(JSON.parse(call?.pieces.join("") ?? "")).toEqual({ path });
  });

  it("gives all of a call of a tool that is not there when it has closed", () => {
    const text = '<tool_call>\n{"name": "other", "arguments": {"a": "x", "b": 1}}\n</tool_call>';
    const [call] = write(cutEvery(text, 1), tools, "hermes");
    expect(call?.pieces.filter((piece) => piece !== "")).toEqual(['{"a":"x","b":1}']);
  });

  it("is {} for a call without arguments", () => {
    const [call] = write(['<tool_call>\n{"name": "write_file"}\n</tool_call>'], tools, "hermes");
    expect(call?.pieces.join("")).toBe("{}");
  });
});

/** What the reader read, with texts in place of what is no text where only text is wanted. */
function asSent({ name, input, params }: ToolUseBlock): unknown {
  const schema = dialectTools.find((tool) => tool.name === name)?.parameters;
  if (schema === undefined || typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const written = new Map([...params].reverse());
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const isText = schema.properties?.[key]?.type === "string" && value !== null && typeof value !== "string";
      return [key, isText ? written.get(key) : value];
    }),
  );
}

describe.each(dialectNames)("%s", (dialect) => {
  it("gives the same arguments as the reader, however the message is cut", () => {
    fc.assert(
      fc.property(dialectMessages(dialect), fc.integer({ min: 1, max: 9 }), (text, size) => {
        for (const { pieces, block } of write(cutEvery(text, size), dialectTools, dialect)) {
          if (block.closedBy === "end") continue;
          expect(JSON.parse(pieces.join(""))).toEqual(asSent(block));
        }
      }),
      { numRuns: 60 },
    );
  });
});
