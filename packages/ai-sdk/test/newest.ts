/*
 * Run by newest.test.ts under the Node that `ai` 7 needs, with the address of a model server: a conversation of three
 * steps, streamed, and one with a picture at once. Prints what came of them as JSON.
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible-3";
import { generateText, isStepCount, jsonSchema, streamText, tool, wrapLanguageModel } from "ai-7";
import { millrace } from "../src/index.js";

const [baseURL = ""] = process.argv.slice(2);
const provider = createOpenAICompatible({ name: "local", baseURL });
const model = wrapLanguageModel({ model: provider("scripted"), middleware: millrace() });
const files = new Map([["a.ts", "one\n"]]);

const tools = {
  read_file: tool({
    description: "Reads a file.",
    inputSchema: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } }),
    execute: async ({ path }) => files.get(path) ?? "nothing",
  }),
  write_to_file: tool({
    description: "Writes a file.",
    inputSchema: jsonSchema<{ path: string; content: string }>({
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
    }),
    execute: async ({ path, content }) => {
      files.set(path, content);
      return { written: content.length };
    },
  }),
  screenshot: tool({
    description: "Shows the screen.",
    inputSchema: jsonSchema<object>({ type: "object", properties: {} }),
    execute: async () => "AAAA",
    toModelOutput: ({ output }) => ({
      type: "content",
      value: [{ type: "file", mediaType: "image/png", data: { type: "data", data: output } }],
    }),
  }),
};

const result = streamText({ model, tools, prompt: "Copy it.", stopWhen: isStepCount(5) });
const parts: { type: string; delta?: string; input?: unknown }[] = [];
for await (const part of result.fullStream) {
  if (part.type === "tool-input-delta") parts.push({ type: part.type, delta: part.delta });
  else if (part.type === "tool-call") parts.push({ type: part.type, input: part.input });
  else if (part.type !== "text-delta" && part.type !== "reasoning-delta") parts.push({ type: part.type });
}
const steps = (await result.steps).map(({ text, reasoningText, finishReason }) => ({
  text,
  reasoningText,
  finishReason,
}));
const seen = await generateText({ model, tools, prompt: "What is there?", stopWhen: isStepCount(3) });
console.log(JSON.stringify({ node: process.version, parts, steps, files: [...files], seen: seen.text }));
