import { expect, it } from "vitest";
import type { Answer, Part } from "../src/index.js";
import { anthropic, serve } from "./client.js";

type Json = Record<string, unknown>;

const user = { role: "user", content: "Fix the test." };
const assistant = { role: "assistant", content: "Done." };
const use = (id: string, more: Json = {}) => ({
  type: "tool_use",
  id,
  name: "read_file",
  input: { path: "a" },
  ...more,
});
const answered = (id: string, more: Json = {}) => ({ type: "tool_result", tool_use_id: id, content: "one", ...more });
const calling = (...content: Json[]) => ({ role: "assistant", content });
const results = (...content: Json[]) => ({ role: "user", content });
const text = (words: string, more: Json = {}) => ({ type: "text", text: words, ...more });
const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tool = (more: Json = {}) => ({ name: "read_file", description: "Reads.", input_schema: schema, ...more });
const tools = [tool()];
const mark = { cache_control: { type: "ephemeral" } };
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };

async function rulesBroken(body: Json, headers?: Record<string, string>): Promise<string[]> {
  const server = await serve({ answers: [{ text: "Hi." }] });
  const init = headers === undefined ? {} : { headers: { "content-type": "application/json", ...headers } };
  await (await anthropic(server, { model: "m", ...body }, init)).text();
  return server.violations.map(({ rule }) => rule);
}

it.each<[string, Json]>([
  ["a text conversation", { system: "Be brief.", messages: [user, assistant, user] }],
  ["a call and its result", { messages: [user, calling(text("I look."), use("a")), results(answered("a"))], tools }],
  [
    "two calls, results in order, a note behind them",
    {
      messages: [user, calling(use("a"), use("b")), results(answered("a"), answered("b"), text("Go on."))],
      tools,
    },
  ],
  ["an empty result", { messages: [user, calling(use("a")), results(answered("a", { content: "" }))], tools }],
  ["images, in results too", { messages: [results(text("This?"), image), assistant, results(image)] }],
  [
    "four cache marks",
    {
      system: [text("Be brief.", mark)],
      tools: [tool({ cache_control: { type: "ephemeral", ttl: "1h" } })],
      messages: [user, calling(use("a")), results(answered("a", mark), text("Go.", mark))],
    },
  ],
  [
    "every usual parameter",
    {
      messages: [user],
      tools,
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      thinking: { type: "enabled", budget_tokens: 1024 },
      max_tokens: 2000,
      stop_sequences: ["a"],
      metadata: { user_id: "u" },
    },
  ],
  ["adaptive thinking", { messages: [user], thinking: { type: "adaptive" }, output_config: { effort: "high" } }],
])("has nothing against %s", async (_, body) => {
  expect(await rulesBroken(body)).toEqual([]);
});

it.each<[rule: string, what: string, Json]>([
  ["required-field", "no max_tokens", { messages: [user], max_tokens: undefined }],
  ["required-field", "no model", { messages: [user], model: undefined }],
  ["parameter-type", "max_tokens of 0", { messages: [user], max_tokens: 0 }],
  ["parameter-type", "a temperature over 1", { messages: [user], temperature: 1.5 }],
  ["parameter-type", "a tool choice as a text", { messages: [user], tools, tool_choice: "auto" }],
  ["parameter-type", "a thinking budget too small", { messages: [user], thinking: { type: "enabled" } }],
  ["parameter-type", "a blank stop sequence", { messages: [user], stop_sequences: [" "] }],
  ["parameter-type", "an empty list of tools", { messages: [user], tools: [] }],
  ["parameter-alone", "a tool choice without tools", { messages: [user], tool_choice: { type: "auto" } }],
  ["parameter-conflict", "temperature beside top_p", { messages: [user], temperature: 1, top_p: 1 }],
  [
    "parameter-conflict",
    "temperature beside thinking",
    { messages: [user], temperature: 0, thinking: { type: "adaptive" } },
  ],
  ["parameter-conflict", "top_k beside thinking", { messages: [user], top_k: 1, thinking: { type: "adaptive" } }],
  [
    "parameter-conflict",
    "a forced tool beside thinking",
    { messages: [user], tools, tool_choice: { type: "any" }, thinking: { type: "adaptive" } },
  ],
  [
    "parameter-conflict",
    "a thinking budget over the limit",
    { messages: [user], max_tokens: 1024, thinking: { type: "enabled", budget_tokens: 1024 } },
  ],
  ["unknown-parameter", "a parameter of another API", { messages: [user], stop: ["a"] }],
  ["message-shape", "a message that is a text", { messages: ["hi"] }],
  ["role", "a system message", { messages: [{ role: "system", content: "Be brief." }, user] }],
  ["unknown-field", "a field of a message", { messages: [{ ...user, name: "x" }] }],
  ["unknown-field", "a field of a block", { messages: [results(text("a", { id: "x" }))] }],
  ["alternation", "an assistant who begins", { messages: [assistant, user] }],
  ["alternation", "two user messages in a row", { messages: [user, user] }],
  ["alternation", "two assistant messages in a row", { messages: [user, assistant, assistant, user] }],
  ["last-message", "an assistant who has the last word", { messages: [user, assistant] }],
  ["empty-content", "a blank message", { messages: [{ role: "user", content: " " }] }],
  ["empty-content", "a message without blocks", { messages: [results()] }],
  ["empty-content", "a blank block", { messages: [user, calling(text("\n")), user] }],
  ["empty-content", "a blank system prompt", { system: "", messages: [user] }],
  ["empty-content", "a blank block in the system prompt", { system: [text("")], messages: [user] }],
  [
    "empty-content",
    "an error that says nothing",
    { messages: [user, calling(use("a")), results(answered("a", { is_error: true, content: "" }))], tools },
  ],
  [
    "empty-content",
    "a blank block in a result",
    { messages: [user, calling(use("a")), results(answered("a", { content: [text("")] }))], tools },
  ],
  ["block-shape", "content that is an object", { messages: [{ role: "user", content: {} }] }],
  ["block-shape", "a block nobody knows", { messages: [results({ type: "image_url" })] }],
  ["block-shape", "a call of the user", { messages: [results(use("a"))], tools }],
  ["block-shape", "an image in the system prompt", { system: [image], messages: [user] }],
  ["block-shape", "a text that is a number", { messages: [results({ type: "text", text: 1 })] }],
  ["block-shape", "thinking without its text", { messages: [user, calling({ type: "thinking" }), user] }],
  ["block-shape", "redacted thinking without data", { messages: [user, calling({ type: "redacted_thinking" }), user] }],
  [
    "block-shape",
    "an image in an error",
    { messages: [user, calling(use("a")), results(answered("a", { is_error: true, content: [image] }))], tools },
  ],
  [
    "block-shape",
    "a result that is an object",
    { messages: [user, calling(use("a")), results(answered("a", { content: {} }))], tools },
  ],
  [
    "block-shape",
    "an error that is a text",
    { messages: [user, calling(use("a")), results(answered("a", { is_error: "yes" }))], tools },
  ],
  [
    "image-shape",
    "an image of another type",
    { messages: [results({ ...image, source: { ...image.source, media_type: "image/svg+xml" } })] },
  ],
  [
    "image-shape",
    "an image as a data URL",
    { messages: [results({ ...image, source: { ...image.source, data: "data:image/png;base64,AA==" } })] },
  ],
  ["call-id", "an id with a colon", { messages: [user, calling(use("f:0")), results(answered("f:0"))], tools }],
  [
    "call-id-twice",
    "an id in two turns",
    { messages: [user, calling(use("a")), results(answered("a")), calling(use("a")), results(answered("a"))], tools },
  ],
  [
    "tool-name",
    "a called name with a dot",
    { messages: [user, calling(use("a", { name: "fs.read" })), results(answered("a"))], tools },
  ],
  [
    "arguments",
    "an input as text",
    { messages: [user, calling(use("a", { input: "{}" })), results(answered("a"))], tools },
  ],
  [
    "call-unanswered",
    "a call without a result",
    { messages: [user, calling(use("a"), use("b")), results(answered("a"))], tools },
  ],
  ["call-unanswered", "a call that ends the history", { messages: [user, calling(use("a"))], tools }],
  [
    "call-unanswered",
    "a result one message late",
    { messages: [user, calling(use("a")), user, assistant, results(answered("a"))], tools },
  ],
  ["result-without-call", "a result without a call", { messages: [user, assistant, results(answered("a"))], tools }],
  [
    "result-unknown",
    "a result for another call",
    { messages: [user, calling(use("a")), results(answered("a"), answered("b"))], tools },
  ],
  [
    "result-twice",
    "two results for a call",
    { messages: [user, calling(use("a")), results(answered("a"), answered("a"))], tools },
  ],
  [
    "result-order",
    "results in another order",
    { messages: [user, calling(use("a"), use("b")), results(answered("b"), answered("a"))], tools },
  ],
  [
    "result-place",
    "a note before a result",
    { messages: [user, calling(use("a")), results(text("Go."), answered("a"))], tools },
  ],
  ["text-protocol", "native history without tools", { messages: [user, calling(use("a")), results(answered("a"))] }],
  ["tool-shape", "a tool in OpenAI's shape", { messages: [user], tools: [{ type: "function", function: {} }] }],
  ["tool-shape", "a tool with a field nobody knows", { messages: [user], tools: [tool({ parameters: {} })] }],
  ["tool-shape", "a tool without description", { messages: [user], tools: [tool({ description: "" })] }],
  ["tool-name", "a tool with a blank in its name", { messages: [user], tools: [tool({ name: "read file" })] }],
  ["tool-name", "two tools of one name", { messages: [user], tools: [tool(), tool()] }],
  [
    "tool-schema",
    "an input that is no object",
    { messages: [user], tools: [tool({ input_schema: { type: "string" } })] },
  ],
  [
    "tool-schema",
    "a choice at the top of a schema",
    { messages: [user], tools: [tool({ input_schema: { ...schema, anyOf: [schema] } })] },
  ],
  [
    "tool-schema",
    "a property with a blank in its name",
    {
      messages: [user],
      tools: [tool({ input_schema: { type: "object", properties: { "a b": { type: "string" } } } })],
    },
  ],
  [
    "schema-extension",
    "a keyword of our own",
    {
      messages: [user],
      tools: [tool({ input_schema: { type: "object", properties: { a: { type: "string", "x-body": true } } } })],
    },
  ],
  ["cache-mark", "five cache marks", { messages: [results(...[1, 2, 3, 4, 5].map((n) => text(`${n}.`, mark)))] }],
  ["cache-mark", "a mark nobody knows", { messages: [results(text("a", { cache_control: { type: "forever" } }))] }],
  [
    "cache-mark",
    "an hour behind five minutes",
    { system: [text("a", mark)], messages: [results(text("b", { cache_control: { type: "ephemeral", ttl: "1h" } }))] },
  ],
])("reports %s: %s", async (rule, _, body) => {
  expect(await rulesBroken(body)).toContain(rule);
});

it.each<[string, Record<string, string>]>([
  ["no key", { "anthropic-version": "2023-06-01" }],
  ["no version", { "x-api-key": "sk" }],
  ["a version that is no date", { "x-api-key": "sk", "anthropic-version": "latest" }],
])("reports %s", async (_, headers) => {
  expect(await rulesBroken({ messages: [user] }, headers)).toEqual(["header"]);
});

const THINKING: readonly Part[] = [
  { redacted: "opaque" },
  { reasoning: "It is in a.", signature: "mark-1" },
  { text: "I look." },
  { call: { name: "read_file", arguments: { path: "a" }, id: "toolu_1" } },
];
const redacted = { type: "redacted_thinking", data: "opaque" };
const thought = { type: "thinking", thinking: "It is in a.", signature: "mark-1" };
const call = use("toolu_1");

/** The rules that the second request breaks when the first was answered with these parts and this came back. */
async function rulesBrokenAfter(
  parts: readonly Part[],
  history: Json,
  rest: Json[] = [results(answered("toolu_1"))],
): Promise<string[]> {
  const server = await serve({ answers: [{ parts }, { text: "Hi." }] });
  await (await anthropic(server, { model: "m", messages: [user], tools })).text();
  await (await anthropic(server, { model: "m", messages: [user, history, ...rest], tools })).text();
  return server.violations.map(({ rule }) => rule);
}

it.each<[string, Json[]]>([
  ["came", [redacted, thought, text("I look."), call]],
  ["came, less the text", [redacted, thought, call]],
  ["came, its call under another id", [redacted, thought, text("I look."), { ...call, id: "other" }]],
])("has nothing against thinking that comes back as it %s", async (_, content) => {
  const id = String(content.at(-1)?.id);
  expect(await rulesBrokenAfter(THINKING, calling(...content), [results(answered(id))])).toEqual([]);
});

it.each<[rule: string, what: string, Json[]]>([
  ["thinking-missing", "thinking that is left out", [redacted, call]],
  ["thinking-missing", "redacted thinking that is left out", [thought, call]],
  ["thinking-missing", "thinking that is left out beside a call under another id", [{ ...call, id: "toolu_1" }]],
  ["thinking-altered", "thinking with a word more", [redacted, { ...thought, thinking: "It is in a. Yes." }, call]],
  ["thinking-altered", "thinking in another order", [thought, redacted, call]],
  ["thinking-altered", "thinking behind the text", [redacted, text("I look."), thought, call]],
  ["thinking-altered", "thinking that comes back twice", [redacted, thought, thought, call]],
  ["signature-unknown", "a signature that was never given", [redacted, { ...thought, signature: "mark-2" }, call]],
  ["signature-unknown", "thinking without its signature", [redacted, { ...thought, signature: undefined }, call]],
  ["signature-unknown", "redacted thinking that is made up", [{ ...redacted, data: "x" }, thought, call]],
])("reports %s: %s", async (rule, _, content) => {
  expect(await rulesBrokenAfter(THINKING, calling(...content))).toContain(rule);
});

it("lets thinking go when its loop is over, but not be altered", async () => {
  const over = [results(answered("toolu_1")), assistant, user];
  expect(await rulesBrokenAfter(THINKING, calling(text("I look."), call), over)).toEqual([]);
  const altered = calling(redacted, { ...thought, thinking: "x" }, call);
  expect(await rulesBrokenAfter(THINKING, altered, over)).toEqual(["thinking-altered"]);
});

it("does not ask for thinking that came unsigned, nor for what was cut off", async () => {
  const unsigned: Part[] = [{ reasoning: "Hm.", signature: null }, ...THINKING.slice(2)];
  expect(await rulesBrokenAfter(unsigned, calling(call))).toEqual([]);
  const back = { type: "thinking", thinking: "Hm.", signature: "" };
  expect(await rulesBrokenAfter(unsigned, calling(back, call))).toEqual([]);
  const server = await serve({
    answers: [{ reasoning: "Hmmm.", fault: { end: "cut", at: { character: 2 } } }, { text: "Hi." }],
  });
  await (await anthropic(server, { model: "m", messages: [user] })).text();
  const made = { type: "thinking", thinking: "Hm", signature: "x" };
  await (await anthropic(server, { model: "m", messages: [user, calling(made, text("a")), user] })).text();
  expect(server.violations.map(({ rule }) => rule)).toEqual(["signature-unknown"]);
});

it("does not ask for thinking behind the last call that comes back", async () => {
  const more: Part[] = [
    ...THINKING,
    { reasoning: "And b.", signature: "mark-2" },
    { call: { name: "read_file", arguments: { path: "b" } } },
  ];
  expect(await rulesBrokenAfter(more, calling(redacted, thought, call))).toEqual([]);
  expect(await rulesBrokenAfter(more, calling(redacted, call))).toEqual(["thinking-missing"]);
  const both = calling(redacted, thought, call, { ...use("toolu_2"), input: { path: "b" } });
  const answers = [results(answered("toolu_1"), answered("toolu_2"))];
  expect(await rulesBrokenAfter(more, both, answers)).toEqual(["thinking-missing"]);
});

/** A turn: what the server answers, and what comes back of it (nothing: the client asks again). Each call is named by its path. */
type Turn = [answer: Answer, back?: { thinking?: string; calls: readonly string[] }];
const reads = (...paths: string[]) => paths.map((path) => ({ name: "read_file", arguments: { path } }));
const signed = (thinking: string) => ({ type: "thinking", thinking, signature: `mark ${thinking}` });
const thinks = (reasoning: string, ...paths: string[]): Answer => ({
  parts: [{ reasoning, signature: `mark ${reasoning}` }, ...reads(...paths).map((made) => ({ call: made }))],
});

/** Plays these turns with a client that gives calls ids of its own; what the last request breaks. */
async function rulesBrokenByTurns(...turns: Turn[]): Promise<string[]> {
  const server = await serve({ answers: [...turns.map(([answer]) => answer), { text: "Done." }] });
  const messages: Json[] = [user];
  for (const [index, [, back]] of turns.entries()) {
    await (await anthropic(server, { model: "m", messages, tools })).text();
    if (back === undefined) continue;
    const ids = back.calls.map((_, position) => `own_${index}_${position}`);
    const uses = back.calls.map((path, position) => use(String(ids[position]), { input: { path } }));
    messages.push(calling(...(back.thinking === undefined ? [] : [signed(back.thinking)]), ...uses));
    messages.push(results(...ids.map((id) => answered(id))));
  }
  await (await anthropic(server, { model: "m", messages, tools })).text();
  return server.violations.filter(({ request }) => request === turns.length + 1).map(({ rule }) => rule);
}

it("tells equal calls of two turns apart, whatever ids they come back under", async () => {
  const first: Turn = [thinks("One.", "a"), { thinking: "One.", calls: ["a"] }];
  const bare: Turn = [{ calls: reads("a") }, { calls: ["a"] }];
  const second: Turn = [thinks("Two.", "a"), { thinking: "Two.", calls: ["a"] }];
  expect(await rulesBrokenByTurns(first, bare, second, first)).toEqual([]);
  const forgotten: Turn = [thinks("Two.", "a"), { calls: ["a"] }];
  expect(await rulesBrokenByTurns(bare, forgotten, first)).toEqual(["thinking-missing"]);
  const swapped = (answer: string, back: string): Turn => [thinks(answer, "a"), { thinking: back, calls: ["a"] }];
  expect(await rulesBrokenByTurns(swapped("One.", "Two."), swapped("Two.", "One."))).toContain("thinking-missing");
});

it("tells equal calls apart where one answer never came back, as of a stream that broke", async () => {
  const lost: Turn = [thinks("Lost.", "a")];
  const kept: Turn = [thinks("Kept.", "a"), { thinking: "Kept.", calls: ["a"] }];
  expect(await rulesBrokenByTurns(kept, lost, kept, lost, kept)).toEqual([]);
});

it("takes a call that the client left out of one turn for no other turn's", async () => {
  const doubled: Turn = [{ calls: reads("a", "b", "b") }, { calls: ["a", "b"] }];
  const same: Turn = [thinks("Again.", "a", "b"), { thinking: "Again.", calls: ["a", "b"] }];
  expect(await rulesBrokenByTurns(doubled, same)).toEqual([]);
  const thinking: Turn = [thinks("Thrice.", "b", "a", "b"), { thinking: "Thrice.", calls: ["b", "a"] }];
  expect(await rulesBrokenByTurns(thinking, same)).toEqual([]);
  const forgotten: Turn = [thinks("Thrice.", "b", "a", "b"), { calls: ["b", "a"] }];
  expect(await rulesBrokenByTurns(forgotten, same)).toEqual(["thinking-missing"]);
});

it("knows the signature of its own thinking again after it was started anew", async () => {
  const parts: Part[] = [{ reasoning: "Hm." }, { call: { name: "read_file", arguments: { path: "a" }, id: "a" } }];
  const before = await serve({ answers: [{ parts }] });
  const first = (await (await anthropic(before, { model: "m", messages: [user], stream: false })).json()) as Json;
  const after = await serve({ answers: [{ text: "Hi." }] });
  const messages = [user, { role: "assistant", content: first.content }, results(answered("a"))];
  await (await anthropic(after, { model: "m", messages, tools })).text();
  expect(after.violations).toEqual([]);
});
