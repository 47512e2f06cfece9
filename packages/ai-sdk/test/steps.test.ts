import { dialectNames, renderCall, type ToolDefinition } from "@millrace/protocol";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { modelOn } from "./support/server.js";
import { fileTools } from "./support/tools.js";

const tools: readonly ToolDefinition[] = [
  {
    name: "read_file",
    description: "Reads a file.",
    parameters: { type: "object", properties: { path: { type: "string" }, lines: { type: "integer" } } },
  },
  {
    name: "write_to_file",
    description: "Writes a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" }, tags: { type: "array" } },
    },
  },
];

const CONTENT = 'export const a = "<b>";\n\n\tif (a < 3) {}\n';
const READ = { name: "read_file", input: { path: "a.ts", lines: 3 } };
const WRITE = { name: "write_to_file", input: { path: "b.ts", content: CONTENT, tags: ["x", "y"] } };

/** A model that reads a file, writes another, and is done, each call written in this dialect. */
function answers(dialect: string, chunk: number) {
  const write = (call: typeof READ | typeof WRITE) => renderCall(call, tools, dialect).text;
  return [
    { text: `I look at it.\n\n${write(READ)}`, chunk },
    { text: `Now I write.\n\n${write(WRITE)}`, chunk },
    { text: "Done: b.ts is written.", chunk },
  ];
}

describe("a model that only writes text, over HTTP and with steps", () => {
  it.each(dialectNames)("reads and writes files in %s, streamed a character at a time", async (dialect) => {
    const { model, server } = await modelOn(answers(dialect, 1));
    const files = new Map([["a.ts", "one\n"]]);
    const result = streamText({ model, tools: fileTools(files), prompt: "Copy it.", stopWhen: stepCountIs(5) });
    const deltas = new Map<string, string>();
    const inputs = new Map<string, unknown>();
    for await (const part of result.fullStream) {
      if (part.type === "tool-input-delta") deltas.set(part.id, (deltas.get(part.id) ?? "") + part.delta);
      if (part.type === "tool-call") inputs.set(part.toolCallId, part.input);
    }
    expect([...inputs.values()]).toEqual([READ.input, WRITE.input]);
    for (const [id, input] of inputs) expect(JSON.parse(deltas.get(id) ?? "")).toEqual(input);
    expect(files.get("b.ts")).toBe(CONTENT);
    const steps = await result.steps;
    expect(steps.map(({ text }) => text.trim())).toEqual(["I look at it.", "Now I write.", "Done: b.ts is written."]);
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "tool-calls", "stop"]);
    expect((await result.totalUsage).outputTokens).toBeGreaterThan(0);
    // Among what the server would find: a request that does not begin with the whole one before it.
    expect(server.violations).toEqual([]);
    expect(server.requests.map(({ prefix }) => prefix.share)).toEqual([1, 1, 1]);
  });

  it.each(["auto", "hermes", "qwen3-coder"])(
    "does the same at once, and is taught and answered in %s",
    async (dialect) => {
      const { model, server } = await modelOn(answers(dialect, 1000), { dialect });
      const files = new Map([["a.ts", "one\n"]]);
      const { steps, text } = await generateText({
        model,
        tools: fileTools(files),
        prompt: "Copy it.",
        stopWhen: stepCountIs(5),
      });
      expect(text).toBe("Done: b.ts is written.");
      expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ input }) => input))).toEqual([READ.input, WRITE.input]);
      expect(files.get("b.ts")).toBe(CONTENT);
      expect(server.requests[2]?.messages.map(({ role }) => role)).toEqual([
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
      ]);
      expect(server.requests[2]?.messages[2]).toMatchObject({
        content: `I look at it.\n\n${renderCall(READ, tools, dialect).text.trim()}`,
      });
      expect(server.violations).toEqual([]);
    },
  );

  it("is told of a tool that fails, of one that there is not, and of arguments that do not fit", async () => {
    const { model, server } = await modelOn([
      { text: "<read_file>\n<path>no.ts</path>\n</read_file>" },
      { text: '<tool_call>\n{"name": "fly", "arguments": {}}\n</tool_call>' },
      { text: "I give up." },
    ]);
    const { steps } = await generateText({
      model,
      tools: fileTools(new Map()),
      prompt: "Go.",
      stopWhen: stepCountIs(5),
    });
    expect(steps).toHaveLength(3);
    expect(server.requests[1]?.messages.at(-1)?.content).toBe(
      "<tool_response>\n[read_file no.ts] error\nThere is no no.ts.\n</tool_response>",
    );
    expect(server.requests[2]?.messages.at(-1)?.content).toContain("[fly] error");
    expect(server.violations).toEqual([]);
  });

  it("gets pictures that a tool gives", async () => {
    const { model, server } = await modelOn([{ text: "<screenshot></screenshot>" }, { text: "A cat." }]);
    const screenshot = tool({
      description: "Shows the screen.",
      inputSchema: jsonSchema<object>({ type: "object", properties: {} }),
      execute: async () => "AAAA",
      toModelOutput: ({ output }) => ({
        type: "content",
        value: [{ type: "image-data", data: output, mediaType: "image/png" }],
      }),
    });
    const { text } = await generateText({
      model,
      tools: { screenshot },
      prompt: "What is there?",
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe("A cat.");
    expect(server.requests[1]?.messages.at(-1)?.content).toEqual([
      { type: "text", text: "<tool_response>\n[screenshot] ok\n[image/png, shown below]\n</tool_response>" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ]);
  });

  it("whose call was cut off by its limit runs nothing and ends for its length", async () => {
    const { model } = await modelOn([
      { text: "<write_to_file>\n<path>a.ts</path>\n<content>\nhalf", chunk: 1, finish: "length" },
    ]);
    const files = new Map<string, string>();
    const result = streamText({ model, tools: fileTools(files), prompt: "Go.", stopWhen: stepCountIs(3) });
    await result.consumeStream();
    expect(await result.finishReason).toBe("length");
    expect(await result.toolCalls).toEqual([]);
    expect(files.size).toBe(0);
  });

  it("whose connection breaks behind a whole call keeps the call", async () => {
    const { model } = await modelOn([
      { text: `${renderCall(READ, tools).text}\n\nAnd the`, chunk: 4, fault: { end: "reset", at: { character: 75 } } },
    ]);
    const calls: unknown[] = [];
    const result = streamText({ model, tools: fileTools(new Map()), prompt: "Go." });
    const reading = (async () => {
      for await (const part of result.fullStream) if (part.type === "tool-call") calls.push(part.input);
    })();
    await expect(reading).rejects.toThrow("Failed to process");
    expect(calls).toEqual([READ.input]);
  });

  it("that is stopped by the user stops the server's answer, and keeps what came", async () => {
    const { model, server } = await modelOn([{ text: "One. ".repeat(400), chunk: 5, paceMs: 5 }]);
    const stop = new AbortController();
    const result = streamText({ model, tools: fileTools(new Map()), prompt: "Go.", abortSignal: stop.signal });
    let text = "";
    const types = new Set<string>();
    for await (const part of result.fullStream) {
      types.add(part.type);
      if (part.type !== "text-delta") continue;
      text += part.text;
      stop.abort();
    }
    expect(text).toMatch(/^(One\. )+$/);
    expect(types).toContain("abort");
    expect(await server.requests[0]?.ended).toBe("client-closed");
  });

  it("with native tools, in mode salvage, has both kinds of calls run", async () => {
    const { model, server } = await modelOn(
      [
        { text: "I look.", calls: [{ name: "read_file", arguments: { path: "a.ts" } }] },
        { text: '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>', chunk: 1 },
        { text: "Done." },
      ],
      { mode: "salvage" },
    );
    const files = new Map([["a.ts", "one\n"]]);
    const { steps } = await generateText({ model, tools: fileTools(files), prompt: "Go.", stopWhen: stepCountIs(5) });
    expect(steps.map(({ toolResults }) => toolResults.map(({ output }) => output))).toEqual([["one\n"], ["one\n"], []]);
    expect(server.requests[2]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
    // What the SDK's own client does to native calls is not ours to mend: only the ids of ours are.
    expect(server.violations.filter(({ path }) => path.startsWith("messages[3].tool_calls"))).toEqual([]);
  });
});
