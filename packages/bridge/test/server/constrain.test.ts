import { callFormOf, callGrammar, renderCall, type ToolDefinition } from "@millrace/protocol";
import { type Scenario, startModelServer } from "@millrace/testkit";
import { OpenAI } from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { type BridgeOptions, type RequestSummary, startBridge } from "../../src/index.js";

const PARAMETERS = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const;
const TOOLS: readonly ToolDefinition[] = ["read_file", "list_files"].map((name) => ({
  name,
  description: `Does ${name}.`,
  parameters: PARAMETERS,
}));
const call = (dialect: string): string =>
  renderCall({ name: "read_file", input: { path: "a.ts" } }, TOOLS, dialect).text;

type Choice = OpenAI.ChatCompletionToolChoiceOption;

/** A bridge that constrains, before a model server of this kind, and what its bodies held. */
async function bridged(
  provider: string,
  answers: Scenario["answers"],
  more: Partial<BridgeOptions> = {},
  judge: "refuse" | "off" = "refuse",
) {
  const model = await startModelServer({ scenario: { answers }, ...(judge === "off" && { judge }) });
  const summaries: RequestSummary[] = [];
  const bridge = await startBridge({
    upstream: `${model.url}/v1`,
    provider,
    model: "m",
    mode: "text",
    dialect: "hermes",
    constrain: true,
    env: {},
    onRequest: (summary) => summaries.push(summary),
    ...more,
  });
  onTestFinished(async () => {
    await model.close();
    await bridge.close({ graceMs: 0 });
  });
  const client = new OpenAI({ baseURL: `${bridge.url}/v1`, apiKey: "none", maxRetries: 0 });
  const ask = (choice: Choice = "auto", fields: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) =>
    client.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "What is in a.ts?" }],
      tools: TOOLS.map((tool) => ({ type: "function" as const, function: { ...tool, parameters: { ...PARAMETERS } } })),
      tool_choice: choice,
      ...fields,
    });
  const bodies = () => model.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { bridge, model, summaries, ask, bodies };
}

/** The grammar that protocol makes of the client's tools. */
function grammar(dialect: string, options: Parameters<typeof callGrammar>[2]): string {
  const form = callFormOf(dialect);
  if (form === undefined) throw new Error(`There is no form of ${dialect}.`);
  return callGrammar(form, TOOLS, options);
}

const UNKNOWN: Choice = { type: "function", function: { name: "fly" } };
const NAMED: Choice = { type: "function", function: { name: "read_file" } };

describe("with --constrain", () => {
  it.each([
    ["auto", "auto" as const, { beside: "text", calls: "several" } as const],
    ["required", "required" as const, { beside: "reasoning", calls: "several" } as const],
    ["of a tool that is not offered", UNKNOWN, { beside: "text", calls: "several" } as const],
    ["one tool", NAMED, { beside: "reasoning", calls: "several", only: "read_file" } as const],
  ])("llama.cpp gets the grammar of the client's tools for the tool choice %s", async (_, choice, options) => {
    const { ask, bodies, summaries } = await bridged("llamacpp", [{ text: call("hermes") }]);
    const { choices } = await ask(choice);
    expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: "read_file" } }]);
    const [body] = bodies();
    expect(body?.grammar).toBe(grammar("hermes", options));
    for (const field of ["tools", "tool_choice", "grammar_lazy", "structured_outputs"])
      expect(body).not.toHaveProperty(field);
    expect(summaries).toMatchObject([{ constrained: true }]);
  });

  it("vLLM gets it in its own field, and cline's where nothing is known of the model", async () => {
    const { ask, bodies } = await bridged("vllm", [{ text: call("cline") }], { dialect: "auto" });
    await ask();
    const [body] = bodies();
    expect(body?.structured_outputs).toEqual({ grammar: grammar("cline", { beside: "text", calls: "several" }) });
    expect(body).not.toHaveProperty("grammar");
  });

  it("a model that begins inside reasoning may end it first, and one that does not think has none", async () => {
    const reasoning = { form: "field", back: "echo" } as const;
    for (const [known, beside] of [
      [{ ...reasoning, opensInPrompt: true as const }, "opened-reasoning"],
      [{ ...reasoning, form: "none" as const }, "nothing"],
    ] as const) {
      const { ask, bodies } = await bridged("llamacpp", [{ text: call("hermes") }], { profile: { reasoning: known } });
      await ask("required");
      expect(bodies()[0]?.grammar).toBe(grammar("hermes", { beside, calls: "several" }));
    }
  });

  it("a client that wants one call gets a grammar of one", async () => {
    const { ask, bodies } = await bridged("llamacpp", [{ text: call("hermes") }]);
    await ask("auto", { parallel_tool_calls: false });
    expect(bodies()[0]?.grammar).toBe(grammar("hermes", { beside: "text", calls: "one" }));
  });

  it.each([
    ["of any kind", "custom", {}, "auto" as const, {}],
    ["that speaks Ollama's wire", "ollama", {}, "auto" as const, {}],
    ["when no call is wanted", "llamacpp", {}, "none" as const, {}],
    ["when there are no tools", "llamacpp", {}, undefined, { tools: [], tool_choice: undefined }],
    ["when the client wants JSON", "llamacpp", {}, "auto" as const, { response_format: { type: "json_object" } }],
    ["when the client sends a grammar", "llamacpp", {}, "auto" as const, { grammar: "root ::= .*" }],
    ["when tools go natively", "llamacpp", { mode: "salvage" }, "auto" as const, {}],
    ["when the dialect has no grammar", "llamacpp", { dialect: "react" }, "required" as const, {}],
    ["when a call is not told from text by its mark", "llamacpp", { dialect: "xlam" }, "auto" as const, {}],
  ] as [string, string, Partial<BridgeOptions>, Choice | undefined, object][])(
    "a server gets none of ours %s",
    async (_, provider, more, choice, fields) => {
      const { ask, model, summaries } = await bridged(provider, [{ text: "Words.", repeat: 3 }], more, "off");
      await ask(choice, fields);
      for (const { body } of model.requests) expect(body).not.toMatch(/read[-_]file ::=|structured_outputs/);
      expect(summaries[0]).not.toHaveProperty("constrained");
    },
  );

  it("a server that refuses the grammar is asked without one, then and ever after, and that is said", async () => {
    const refusal = { error: { code: 400, message: "Failed to initialize samplers: failed to parse grammar" } };
    const answers = [
      { status: 400, body: refusal },
      { text: call("hermes"), repeat: 2 },
    ];
    const { ask, bodies, bridge, summaries } = await bridged("llamacpp", answers);
    for (const choice of ["required", "auto"] as const) {
      expect((await ask(choice)).choices[0]?.finish_reason).toBe("tool_calls");
    }
    expect(bodies().map((body) => "grammar" in body)).toEqual([true, false, false]);
    expect(summaries.map(({ constrained }) => constrained)).toEqual([undefined, undefined]);
    const { model } = await bridge.upstream();
    expect(model?.constrained).toBe("nothing: its server refused the grammar");
  });

  it("a server that refuses tools, and then the grammar in their place, is asked without either", async () => {
    const answers = [
      { status: 400, body: { error: { message: "m does not support tools" } } },
      { status: 400, body: { error: { code: 400, message: "failed to parse grammar" } } },
      { text: call("hermes"), repeat: 2 },
    ];
    const { ask, bodies } = await bridged("llamacpp", answers, { mode: "auto" }, "off");
    for (const _ of "12") expect((await ask()).choices[0]?.finish_reason).toBe("tool_calls");
    expect(bodies().map((body) => ["tools", "grammar"].filter((field) => field in body))).toEqual([
      ["tools"],
      ["grammar"],
      [],
      [],
    ]);
  });

  it.each([
    ["llamacpp", {}, /^calls, from their first mark on, in hermes; where one is required, the whole answer$/],
    ["llamacpp", { dialect: "auto" }, /in cline;/],
    ["llamacpp", { dialect: "xlam" }, /^answers that must be a call; in xlam no mark/],
    ["llamacpp", { dialect: "react" }, /^nothing: there is no grammar of the dialect react$/],
    ["llamacpp", { mode: "salvage" }, /^nothing: native calls/],
    ["custom", {}, /^nothing: no way is known to send this server a grammar \(--provider/],
  ] as const)("%s with %j is told what its answers are held to", async (provider, more, words) => {
    const { bridge } = await bridged(provider, [], more);
    expect((await bridge.upstream()).model?.constrained).toMatch(words);
  });
});

it("without --constrain no grammar is sent, and nothing is said of it", async () => {
  const model = await startModelServer({ scenario: { answers: [{ text: call("hermes") }] } });
  const bridge = await startBridge({ upstream: model.url, provider: "llamacpp", model: "m", mode: "text", env: {} });
  onTestFinished(async () => {
    await model.close();
    await bridge.close({ graceMs: 0 });
  });
  const client = new OpenAI({ baseURL: `${bridge.url}/v1`, apiKey: "none", maxRetries: 0 });
  const tools = TOOLS.map((tool) => ({
    type: "function" as const,
    function: { ...tool, parameters: { ...PARAMETERS } },
  }));
  await client.chat.completions.create({
    model: "m",
    messages: [{ role: "user", content: "Hi" }],
    tools,
    tool_choice: "required",
  });
  expect(JSON.parse(model.requests[0]?.body ?? "")).not.toHaveProperty("grammar");
  expect((await bridge.upstream()).model).not.toHaveProperty("constrained");
});
