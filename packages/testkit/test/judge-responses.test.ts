import { expect, it } from "vitest";
import type { Part } from "../src/index.js";
import { responses, serve } from "./client.js";

type Json = Record<string, unknown>;

const user = { type: "message", role: "user", content: "Fix the test." };
const assistant = { type: "message", role: "assistant", content: "Done." };
const call = (id: string, more: Json = {}) => ({
  type: "function_call",
  call_id: id,
  name: "read_file",
  arguments: '{"path":"a"}',
  ...more,
});
const result = (id: string, more: Json = {}) => ({ type: "function_call_output", call_id: id, output: "one", ...more });
const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tool = (more: Json = {}) => ({
  type: "function",
  name: "read_file",
  description: "Reads.",
  strict: false,
  parameters: schema,
  ...more,
});
const tools = [tool()];
const image = { type: "input_image", image_url: "data:image/png;base64,AA==", detail: "auto" };
const saying = (...content: Json[]) => ({ ...user, content });
const text = (words: string) => ({ type: "input_text", text: words });
const reasoning = { type: "reasoning", id: "rs_1", summary: [], content: [{ type: "reasoning_text", text: "Hm." }] };

async function rulesBroken(body: Json): Promise<string[]> {
  const server = await serve({ answers: [{ text: "Hi." }] });
  await (await responses(server, { model: "m", ...body })).text();
  return server.violations.map(({ rule }) => rule);
}

it.each<[string, Json]>([
  ["a text", { input: "Hello." }],
  ["a text conversation", { instructions: "Be brief.", input: [user, assistant, user] }],
  ["a system message as first item", { input: [{ ...user, role: "system" }, user] }],
  ["messages without a type", { input: [{ role: "user", content: "Hello." }] }],
  ["a call and its result", { input: [user, assistant, call("a"), result("a")], tools }],
  ["two calls, results in order", { input: [user, call("a"), call("b"), result("a"), result("b")], tools }],
  [
    "calls and thoughts in turns",
    { input: [user, reasoning, call("a"), assistant, call("b"), result("a"), result("b")], tools },
  ],
  ["a note behind results", { input: [user, call("a"), result("a"), user], tools }],
  ["an empty result", { input: [user, call("a"), result("a", { output: "" })], tools }],
  [
    "pictures, in results too",
    { input: [saying(text("This?"), image), call("a"), result("a", { output: [image] })], tools },
  ],
  ["an answer in parts", { input: [user, { ...assistant, content: [{ type: "output_text", text: "Hi." }] }, user] }],
  [
    "a strict tool that is one",
    { input: [user], tools: [tool({ strict: true, parameters: { ...schema, additionalProperties: false } })] },
  ],
  [
    "every usual parameter",
    {
      input: [user],
      tools,
      tool_choice: { type: "function", name: "read_file" },
      parallel_tool_calls: false,
      max_output_tokens: 100,
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "low" },
      temperature: 1,
    },
  ],
])("has nothing against %s", async (_, body) => {
  expect(await rulesBroken(body)).toEqual([]);
});

it.each<[rule: string, what: string, Json]>([
  ["required-field", "no input", {}],
  ["required-field", "no model", { input: [user], model: undefined }],
  ["parameter-type", "an empty input", { input: [] }],
  ["parameter-type", "a limit that is too small", { input: [user], max_output_tokens: 15 }],
  [
    "parameter-type",
    "a tool choice of the chat wire",
    { input: [user], tools, tool_choice: { type: "function", function: {} } },
  ],
  ["parameter-type", "something to include that is not there", { input: [user], include: ["reasoning"] }],
  ["parameter-alone", "a tool choice without tools", { input: [user], tool_choice: "auto" }],
  [
    "parameter-conflict",
    "going on with what nobody stored",
    { input: [user], store: false, previous_response_id: "resp_1" },
  ],
  ["unknown-parameter", "a parameter of the chat wire", { input: [user], max_tokens: 100 }],
  ["unknown-parameter", "stop texts", { input: [user], stop: ["a"] }],
  ["empty-content", "blank instructions", { instructions: " ", input: [user] }],
  ["empty-content", "a blank input", { input: " " }],
  ["empty-content", "a blank message", { input: [{ ...user, content: "" }] }],
  ["empty-content", "a blank part", { input: [saying(text("\n"))] }],
  ["item-shape", "an item that is a text", { input: ["hi"] }],
  [
    "item-shape",
    "an item that no client of its own tools sends",
    { input: [user, { type: "web_search_call", id: "ws_1" }, user] },
  ],
  ["item-shape", "a part of the chat wire", { input: [saying({ type: "text", text: "Hi." })] }],
  ["item-shape", "a part of the other side", { input: [{ ...user, content: [{ type: "output_text", text: "Hi." }] }] }],
  ["item-shape", "a field that is null", { input: [{ ...user, status: null }] }],
  ["item-shape", "a message without parts", { input: [saying()] }],
  ["item-shape", "an item that is stored elsewhere", { input: [user, { type: "item_reference", id: "rs_1" }, user] }],
  [
    "item-shape",
    "thoughts that lead nowhere",
    { input: [user, { type: "reasoning", id: "rs_1", summary: [] }, assistant, user] },
  ],
  [
    "item-shape",
    "thoughts without a summary",
    { input: [user, { ...reasoning, summary: undefined }, assistant, user] },
  ],
  ["item-shape", "a result that is an object", { input: [user, call("a"), result("a", { output: {} })], tools }],
  ["item-id", "an id of another kind of item", { input: [user, call("a", { id: "call_1" }), result("a")], tools }],
  ["image-shape", "a picture that is no address", { input: [saying({ ...image, image_url: "AA==" })] }],
  ["image-shape", "a picture without detail", { input: [saying({ ...image, detail: undefined })] }],
  ["role", "a role nobody knows", { input: [{ ...user, role: "tool" }] }],
  ["developer-role", "a developer", { input: [{ ...user, role: "developer" }, user] }],
  ["unknown-field", "a field of a message", { input: [{ ...user, name: "x" }] }],
  ["unknown-field", "a field of a call", { input: [user, call("a", { function: {} }), result("a")], tools }],
  ["system-first", "a system message behind others", { input: [user, { ...user, role: "system" }] }],
  [
    "system-single",
    "a system message beside instructions",
    { instructions: "x", input: [{ ...user, role: "system" }, user] },
  ],
  ["alternation", "an assistant who begins", { input: [assistant, user] }],
  ["alternation", "two user messages in a row", { input: [user, user] }],
  ["alternation", "two messages of the assistant in a row", { input: [user, assistant, assistant, user] }],
  ["last-message", "an assistant who has the last word", { input: [user, assistant] }],
  ["reasoning-alone", "thoughts with nothing behind them", { input: [user, reasoning, user] }],
  ["reasoning-alone", "thoughts at the end", { input: [user, reasoning] }],
  ["call-id", "a call without an id", { input: [user, call("a", { call_id: undefined })], tools }],
  ["call-id", "an id that is too long", { input: [user, call("a".repeat(65)), result("a".repeat(65))], tools }],
  ["call-id-twice", "two calls of one id", { input: [user, call("a"), result("a"), call("a"), result("a")], tools }],
  ["tool-name", "a called name with a dot", { input: [user, call("a", { name: "fs.read" }), result("a")], tools }],
  ["arguments", "arguments as an object", { input: [user, call("a", { arguments: {} }), result("a")], tools }],
  ["arguments", "arguments that were cut", { input: [user, call("a", { arguments: '{"a' }), result("a")], tools }],
  ["call-unanswered", "a call without a result", { input: [user, call("a"), call("b"), result("a")], tools }],
  ["call-unanswered", "a call that ends the history", { input: [user, call("a")], tools }],
  ["call-unanswered", "a result behind the user's words", { input: [user, call("a"), user, result("a")], tools }],
  [
    "call-unanswered",
    "a result behind the next call",
    { input: [user, call("a"), call("b"), result("a"), call("c"), result("b"), result("c")], tools },
  ],
  ["result-without-call", "a result without a call", { input: [user, result("a")], tools }],
  ["result-unknown", "a result for another call", { input: [user, call("a"), result("b"), result("a")], tools }],
  ["result-twice", "two results for a call", { input: [user, call("a"), result("a"), result("a")], tools }],
  [
    "result-order",
    "results in another order",
    { input: [user, call("a"), call("b"), result("b"), result("a")], tools },
  ],
  ["text-protocol", "native history without tools", { input: [user, call("a"), result("a")] }],
  ["tool-shape", "a tool in the chat wire's shape", { input: [user], tools: [{ type: "function", function: tool() }] }],
  ["tool-shape", "a tool without description", { input: [user], tools: [tool({ description: "" })] }],
  ["tool-name", "two tools of one name", { input: [user], tools: [tool(), tool()] }],
  [
    "tool-schema",
    "parameters that are no object",
    { input: [user], tools: [tool({ parameters: { type: "string" } })] },
  ],
  [
    "tool-strict",
    "a tool that does not say that it is not strict",
    { input: [user], tools: [tool({ strict: undefined })] },
  ],
  [
    "schema-extension",
    "a keyword of our own",
    {
      input: [user],
      tools: [tool({ parameters: { type: "object", properties: { a: { type: "string", "x-body": true } } } })],
    },
  ],
])("reports %s: %s", async (rule, _, body) => {
  expect(await rulesBroken(body)).toContain(rule);
});

const THINKING: readonly Part[] = [
  { redacted: "opaque" },
  { reasoning: "It is in a.", signature: "mark-1" },
  { text: "I look." },
  { call: { name: "read_file", arguments: { path: "a" }, id: "call_1" } },
];
const hidden = { type: "reasoning", id: "rs_1_1", summary: [], encrypted_content: "opaque" };
const thought = {
  type: "reasoning",
  id: "rs_1_2",
  summary: [{ type: "summary_text", text: "It is in a." }],
  encrypted_content: "mark-1",
};
const look = { type: "message", role: "assistant", content: "I look." };

/** The rules that the second request breaks when the first was answered with these parts and this came back. */
async function rulesBrokenAfter(parts: readonly Part[], items: Json[], include = ["reasoning.encrypted_content"]) {
  const server = await serve({ answers: [{ parts }, { text: "Hi." }] });
  await (await responses(server, { model: "m", input: [user], tools, include })).text();
  await (await responses(server, { model: "m", input: [user, ...items], tools, include })).text();
  return server.violations.map(({ rule }) => rule);
}

it.each<[string, Json[]]>([
  ["came", [hidden, thought, look, call("call_1"), result("call_1")]],
  ["came, less the text", [hidden, thought, call("call_1"), result("call_1")]],
  ["came, its call under another id", [hidden, thought, look, call("other"), result("other")]],
  ["is no longer needed, when its loop is over", [look, call("call_1"), result("call_1"), user]],
])("has nothing against thoughts that come back as it %s", async (_, items) => {
  expect(await rulesBrokenAfter(THINKING, items)).toEqual([]);
});

it.each<[rule: string, what: string, Json[]]>([
  ["thinking-missing", "thoughts that are left out", [hidden, look]],
  ["thinking-missing", "hidden thoughts that are left out", [thought, look]],
  [
    "thinking-altered",
    "a summary with a word more",
    [hidden, { ...thought, summary: [{ type: "summary_text", text: "x" }] }],
  ],
  ["thinking-altered", "thoughts in another order", [thought, hidden]],
  ["thinking-altered", "thoughts behind the text", [hidden, look, thought]],
  ["signature-unknown", "a secret that was never given", [hidden, { ...thought, encrypted_content: "mark-2" }]],
])("reports %s: %s", async (rule, _, items) => {
  expect(await rulesBrokenAfter(THINKING, [...items, call("call_1"), result("call_1")])).toContain(rule);
});

it("wants no thoughts back of which none were asked for", async () => {
  expect(await rulesBrokenAfter(THINKING, [look, call("call_1"), result("call_1")], [])).toEqual([]);
});
