import type { Message, Part } from "@millrace/agent";
import { startModelServer } from "@millrace/testkit";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createModelClient } from "../../src/index.js";
import { sealSignature } from "../../src/wires/signature.js";
import { call, message, READ_FILE, request, text } from "../support/requests.js";

const words = fc.oneof(fc.constantFrom("", " \n", "Hi.", "修复 🚀", "\u0000"), fc.string({ unit: "grapheme" }));
const picture = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
/** Thoughts that are not to go back: nobody signed them, or their signature is damaged. */
const thought = fc
  .constantFrom(
    undefined,
    "",
    "damaged",
    "null",
    "[]",
    "{}",
    '{"type":"tool_use"}',
    '{"type":"thinking","thinking":"x"}',
    '{"type":"reasoning","summary":[]}',
    "{cut",
  )
  .map((opaque): Part => {
    return { type: "reasoning", text: "why", ...(opaque !== undefined && { signature: opaque }) };
  });
const called = fc.record({
  name: fc.oneof(fc.constantFrom("read_file", "functions.read file", "", "x".repeat(200), "__proto__"), fc.string()),
  input: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
  status: fc.constantFrom("ok", "error", "denied"),
  said: words,
  shown: fc.boolean(),
});

/** One question, what the model said and called, and the results of its calls. */
const turn = fc.record({
  asked: words.filter((said) => said.trim() !== ""),
  before: fc.array(fc.oneof(words.map(text), thought), { maxLength: 3 }),
  calls: fc.array(called, { maxLength: 3 }),
  after: fc.array(fc.oneof(words.map(text), thought), { maxLength: 2 }),
});

const history = fc.array(turn, { minLength: 1, maxLength: 4 }).map((turns): readonly Message[] => [
  ...turns.flatMap(({ asked, before, calls, after }, at): Message[] => {
    const id = (index: number) => `m${at}.${index}`;
    const used = calls.map(({ name, input }, index) => call(id(index), name, input));
    const results = calls.map(({ status, said, shown }, index): Part => {
      const content = [{ type: "text" as const, text: said }, ...(shown ? [picture] : [])];
      return { type: "tool-result", callId: id(index), result: { status, content } as never };
    });
    const rest = results.length === 0 ? [] : [message("tool", ...results)];
    const tail = after.length > 0 ? [message("assistant", ...after)] : [];
    return [message("user", text(asked)), message("assistant", ...before, ...used), ...rest, ...tail];
  }),
  message("user", text("And?")),
]);

/** Which thoughts of chat wires go back, the loop decides. */
const withoutThoughts = (messages: readonly Message[]) =>
  messages.map(({ parts, ...rest }) => ({ ...rest, parts: parts.filter(({ type }) => type !== "reasoning") }));

/** As if a wire itself had signed them. */
const withOrigin = (messages: readonly Message[], origin: string) =>
  messages.map(({ parts, ...rest }) => ({
    ...rest,
    parts: parts.map((part) =>
      part.type === "reasoning" && part.signature !== undefined
        ? { ...part, signature: sealSignature(origin, part.signature) }
        : part,
    ),
  }));

/** Of the wires on which signed thoughts go back. */
const ORIGINS: Readonly<Record<string, string>> = {
  responses: "openai-responses/scripted",
  Anthropic: "anthropic-messages/scripted",
};

/** What packages of the AI SDK do by themselves; no wire of ours may. */
const OF_PACKAGES: Readonly<Record<string, string>> = {
  "@ai-sdk/openai-compatible": "content-beside-call",
  "@ai-sdk/anthropic": "tool-shape",
};

test.each([
  ["chat completions", (url: string) => ({ model: "scripted", baseUrl: `${url}/v1` })],
  ["responses", (url: string) => ({ model: "openai/scripted", baseUrl: url, apiKey: "key" })],
  ["Ollama", (url: string) => ({ model: "ollama/scripted", baseUrl: url })],
  ["@ai-sdk/openai-compatible", (url: string) => ({ model: "@ai-sdk/openai-compatible/m", baseUrl: `${url}/v1` })],
  [
    "@ai-sdk/anthropic",
    (url: string) => ({ model: "@ai-sdk/anthropic/claude-sonnet-4-5", baseUrl: `${url}/v1`, apiKey: "key" }),
  ],
  ["Anthropic", (url: string) => ({ model: "anthropic/scripted", baseUrl: url, apiKey: "key" })],
])("a strict server of %s has nothing against any history", async (name, choiceFor) => {
  const server = await startModelServer({
    scenario: {
      answers: [{ text: "ok", repeat: "always", prefix: "may-break" }],
      allow: Object.hasOwn(OF_PACKAGES, name) ? [OF_PACKAGES[name] ?? ""] : [],
    },
  });
  onTestFinished(() => server.close());
  const { client } = createModelClient({ ...choiceFor(server.url), env: {} });
  const { signal } = new AbortController();
  const system = fc.constantFrom("", " \n", "You are terse.");
  await fc.assert(
    fc.asyncProperty(history, system, fc.array(fc.nat(30), { maxLength: 6 }), async (all, said, cacheMarks) => {
      const origin = ORIGINS[name];
      const messages = origin === undefined ? withoutThoughts(all) : withOrigin(all, origin);
      const asked = request({ messages, system: said, tools: [READ_FILE], contextTokens: 8_192, cacheMarks });
      const known = server.violations.length;
      for await (const chunk of client.stream(asked, { signal })) expect(chunk.type).toBeTruthy();
      expect(server.violations.slice(known)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
