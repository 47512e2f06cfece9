import type { ModelError, ModelRequest } from "@millrace/agent";
import { InvalidOptionError, type StreamChunk } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { type CallOptions, SPECIFICATIONS } from "../../src/ai-sdk/language-model.js";
import { NOT_SENT } from "../../src/ai-sdk/model-failure.js";
import { PROVIDER_FACTS } from "../../src/ai-sdk/provider-facts.js";
import { type AiSdkModel, createAiSdkClient } from "../../src/index.js";
import { foldChunks } from "../support/read-answer.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

type Streams = (options: CallOptions) => ReadableStream<unknown> | Promise<ReadableStream<unknown>>;

/** A model of the AI SDK that is none of a package. */
function modelOf(streams: Streams, more: Partial<AiSdkModel> = {}): AiSdkModel {
  return {
    specificationVersion: "v3",
    provider: "odd.chat",
    modelId: "odd-1",
    doStream: async (options: CallOptions) => ({ stream: await streams(options) }),
    ...more,
  };
}

const saying = (...parts: unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

const STOP = { type: "finish", finishReason: { unified: "stop", raw: "end" }, usage: {} };
const signal = () => new AbortController().signal;

async function chunksOf(model: AiSdkModel, asked: ModelRequest = request()): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  for await (const chunk of createAiSdkClient(model).stream(asked, { signal: signal() })) chunks.push(chunk);
  return chunks;
}

const answerOf = async (...parts: unknown[]) => foldChunks(await chunksOf(modelOf(() => saying(...parts))));

async function errorOf(model: AiSdkModel): Promise<ModelError> {
  return chunksOf(model).then(
    () => expect.fail("no error"),
    (error) => error,
  );
}

/** What the model was asked. */
async function askedOf(asked: ModelRequest, more: Partial<AiSdkModel> = {}): Promise<CallOptions> {
  const seen: CallOptions[] = [];
  const streams: Streams = (options) => {
    seen.push(options);
    return saying(STOP);
  };
  await chunksOf(modelOf(streams, more), asked);
  return seen[0] as CallOptions;
}

describe("a call", () => {
  test("that comes at once, without pieces, is a call", async () => {
    const whole = { type: "tool-call", toolCallId: "c", toolName: "read_file", input: '{"path":"a"}' };
    expect((await answerOf(whole, STOP)).calls).toEqual([
      { id: "c", name: "read_file", json: '{"path":"a"}', ended: true },
    ]);
  });

  test("that comes in pieces and then whole is one call", async () => {
    const { calls } = await answerOf(
      { type: "tool-input-start", id: "c", toolName: "read_file" },
      { type: "tool-input-delta", id: "c", delta: '{"path":' },
      { type: "tool-input-delta", id: "c", delta: '"a"}' },
      { type: "tool-input-end", id: "c" },
      { type: "tool-call", toolCallId: "c", toolName: "read_file", input: '{"path":"a"}' },
      STOP,
    );
    expect(calls).toEqual([{ id: "c", name: "read_file", json: '{"path":"a"}', ended: true }]);
  });

  test("whose pieces are bare text is read from the whole call", async () => {
    const { calls } = await answerOf(
      { type: "tool-input-start", id: "c", toolName: "run", inputEncoding: "text" },
      { type: "tool-input-delta", id: "c", delta: "ls" },
      { type: "tool-call", toolCallId: "c", toolName: "run", input: '{"input":"ls"}' },
      STOP,
    );
    expect(calls).toMatchObject([{ json: '{"input":"ls"}', ended: true }]);
  });

  test("that the provider runs itself is not ours, nor is its result", async () => {
    const { calls, text: said } = await answerOf(
      { type: "tool-input-start", id: "s", toolName: "web_search", providerExecuted: true },
      { type: "tool-input-delta", id: "s", delta: "{}" },
      { type: "tool-call", toolCallId: "s", toolName: "web_search", input: "{}", providerExecuted: true },
      { type: "tool-result", toolCallId: "s", toolName: "web_search", result: [], providerExecuted: true },
      { type: "source", id: "1", sourceType: "url", url: "https://a.example" },
      { type: "text-delta", id: "t", delta: "Found." },
      STOP,
    );
    expect(calls).toEqual([]);
    expect(said).toBe("Found.");
  });

  test("without arguments is whole, unless the answer was cut just there", async () => {
    const bare = { type: "tool-call", toolCallId: "c", toolName: "list", input: "{}" };
    expect((await answerOf(bare, STOP)).calls).toMatchObject([{ ended: true }]);
    for (const unified of ["length", "content-filter", "error"]) {
      const cut = { type: "finish", finishReason: { unified, raw: "why" }, usage: {} };
      expect((await answerOf(bare, cut)).calls[0]).not.toHaveProperty("ended");
    }
  });

  test("whose pieces lack its end has it from the whole call", async () => {
    const { calls } = await answerOf(
      { type: "tool-input-start", id: "c", toolName: "read_file" },
      { type: "tool-input-delta", id: "c", delta: '{"path":' },
      { type: "tool-call", toolCallId: "c", toolName: "read_file", input: '{"path":"a"}' },
      STOP,
    );
    expect(calls).toEqual([{ id: "c", name: "read_file", json: '{"path":"a"}', ended: true }]);
  });

  test("that is said to be whole and is not stays open", async () => {
    const { calls } = await answerOf(
      { type: "tool-input-start", id: "c", toolName: "read_file" },
      { type: "tool-input-delta", id: "c", delta: '{"pa' },
      { type: "tool-call", toolCallId: "c", toolName: "read_file", input: '{"pa' },
      STOP,
    );
    expect(calls).toEqual([{ id: "c", name: "read_file", json: '{"pa' }]);
  });

  test("goes back with what its provider said of it", async () => {
    const metadata = { google: { thoughtSignature: "SIGNED" } };
    const { signatures } = await answerOf(
      { type: "tool-call", toolCallId: "c", toolName: "read_file", input: '{"path":"a"}', providerMetadata: metadata },
      STOP,
    );
    const [signature = ""] = signatures;
    const messages = [
      message("user", text("Go.")),
      message("assistant", call("m.0", "read_file", { path: "a" }, { signature })),
      message("tool", result("m.0", "alpha")),
    ];
    const { prompt } = await askedOf(request({ messages }));
    expect(prompt[2]).toMatchObject({
      content: [{ type: "tool-call", toolName: "read_file", providerOptions: metadata }],
    });
    const elsewhere = await askedOf(request({ messages }), { provider: "another.chat" });
    expect(JSON.stringify(elsewhere.prompt)).not.toContain("SIGNED");
  });
});

test("reasoning goes back with what its provider said of it last, and hidden reasoning, too", async () => {
  const hidden = { anthropic: { redactedData: "X" } };
  const { reasoning, signatures } = await answerOf(
    {
      type: "reasoning-start",
      id: "0",
      providerMetadata: { openai: { itemId: "rs", reasoningEncryptedContent: null } },
    },
    { type: "reasoning-delta", id: "0", delta: "Hm." },
    { type: "reasoning-end", id: "0", providerMetadata: { openai: { itemId: "rs", reasoningEncryptedContent: "E" } } },
    { type: "reasoning-start", id: "1", providerMetadata: hidden },
    { type: "reasoning-end", id: "1" },
    STOP,
  );
  expect(reasoning).toBe("Hm.");
  expect(signatures.map((signature) => JSON.parse(signature.slice(signature.indexOf(" ") + 1)))).toEqual([
    { text: "Hm.", metadata: { openai: { itemId: "rs", reasoningEncryptedContent: "E" } } },
    { text: "", metadata: hidden },
  ]);
});

test("reasoning that nobody signed goes back as text where the rule wants it", async () => {
  const assistant = message("assistant", { type: "reasoning", text: "Hm." }, call("m.0", "read_file", { path: "a" }));
  const messages = [message("user", text("Go.")), assistant, message("tool", result("m.0", "alpha"))];
  const { prompt } = await askedOf(request({ messages }));
  expect(prompt[2]).toMatchObject({ content: [{ type: "reasoning", text: "Hm." }, { type: "tool-call" }] });
});

describe("usage and the end", () => {
  const ending = async (finish: object, provider = "odd.chat") => {
    const model = modelOf(() => saying({ type: "text-delta", id: "0", delta: "Hi." }, { type: "finish", ...finish }), {
      provider,
    });
    const { usage, finish: reason, raw } = foldChunks(await chunksOf(model));
    return { usage, reason, raw };
  };

  test("are read as specification v3 and v4 have them", async () => {
    const usage = {
      inputTokens: { total: 50, noCache: 3, cacheRead: 40, cacheWrite: 7 },
      outputTokens: { total: 9, text: 5, reasoning: 4 },
    };
    expect(await ending({ usage, finishReason: { unified: "length", raw: "max_tokens" } })).toEqual({
      usage: { inputTokens: 50, cacheReadTokens: 40, cacheWriteTokens: 7, outputTokens: 9, reasoningTokens: 4 },
      reason: "length",
      raw: "max_tokens",
    });
    const parts = { inputTokens: { noCache: 3, cacheRead: 40 }, outputTokens: { text: 5 } };
    expect((await ending({ usage: parts, finishReason: { unified: "stop" } })).usage).toEqual({
      inputTokens: 43,
      cacheReadTokens: 40,
      outputTokens: 5,
    });
  });

  test("are read as specification v2 has them, the whole prompt as input", async () => {
    const usage = { inputTokens: 50, outputTokens: 9, totalTokens: 59, reasoningTokens: 4, cachedInputTokens: 40 };
    expect(await ending({ usage, finishReason: "tool-calls" })).toEqual({
      usage: { inputTokens: 50, outputTokens: 9, totalTokens: 59, reasoningTokens: 4, cacheReadTokens: 40 },
      reason: "tool-calls",
      raw: undefined,
    });
    const apart = { inputTokens: 3, outputTokens: 9, totalTokens: 12, cachedInputTokens: 40 };
    const providerMetadata = { anthropic: { cacheCreationInputTokens: 7 } };
    expect(
      (await ending({ usage: apart, finishReason: "stop", providerMetadata }, "anthropic.messages")).usage,
    ).toEqual({
      inputTokens: 50,
      outputTokens: 9,
      cacheReadTokens: 40,
      cacheWriteTokens: 7,
    });
  });

  test.each([
    [{ unified: "other", raw: "weird" }, "unknown"],
    [{ unified: "other", raw: undefined }, undefined],
    ["unknown", undefined],
    // Of v2 only `unknown` is what nobody set.
    ["other", "unknown"],
    [undefined, undefined],
    [{ unified: "content-filter", raw: "refusal" }, "content-filter"],
  ])("%j is the end %s: without a reason the answer was cut off", async (finishReason, reason) => {
    expect((await ending({ usage: {}, finishReason })).reason).toBe(reason);
  });
});

test.each([
  null,
  undefined,
  7,
  "text",
  [],
  {},
  { type: "ping" },
  { type: "raw", rawValue: {} },
  { type: "tool-input-delta", id: "?", delta: "x" },
  { type: "tool-call" },
])("the odd part %j does no harm", async (part) => {
  const { text: said, finish } = await answerOf(part, { type: "text-delta", id: "0", delta: "Hi." }, STOP);
  expect({ said, finish }).toEqual({ said: "Hi.", finish: "stop" });
});

test("what says nothing shows that the server lives", async () => {
  expect(await chunksOf(modelOf(() => saying({ type: "ping" })))).toEqual([{ type: "keep-alive" }]);
});

describe("an error", () => {
  const named = (name: string, message: string, more: object = {}) =>
    Object.assign(new Error(message), { name, ...more });

  test.each(NOT_SENT)("$name is told as it is, and not tried again", async ({ name, kind, remedy }) => {
    const model = modelOf(() => Promise.reject(named(name, "Set ODD_API_KEY.")));
    expect(await errorOf(model)).toMatchObject({
      kind,
      remedy,
      retryable: false,
      message: "Set ODD_API_KEY.",
      provider: "odd",
    });
  });

  test.each([
    [{ type: "overloaded_error", message: "Overloaded" }, "overloaded"],
    ["This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.", "context_overflow"],
    [named("AI_JSONParseError", "JSON parsing failed", { text: "{cut" }), "network"],
    [named("AI_APICallError", "no", { statusCode: 503, responseBody: '{"error":{"message":"busy"}}' }), "overloaded"],
  ])("%j in the answer is thrown behind what came before it", async (error, kind) => {
    const chunks: StreamChunk[] = [];
    const model = modelOf(() => saying({ type: "text-delta", id: "0", delta: "Hi." }, { type: "error", error }, STOP));
    const reading = (async () => {
      for await (const chunk of createAiSdkClient(model).stream(request(), { signal: signal() })) chunks.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ name: "ModelError", kind, phase: "stream" });
    expect(chunks).toEqual([{ type: "text-delta", text: "Hi." }]);
  });

  test("does not show a key", async () => {
    const model = modelOf(() =>
      Promise.reject(named("AI_APICallError", "bad key sesame-open-123", { statusCode: 401 })),
    );
    const client = createAiSdkClient(model, { secrets: ["sesame-open-123"] });
    const reading = (async () => {
      for await (const chunk of client.stream(request(), { signal: signal() })) expect(chunk).toBeUndefined();
    })();
    const error: ModelError = await reading.then(
      () => expect.fail("no error"),
      (thrown) => thrown,
    );
    expect(error.kind).toBe("auth");
    expect(error.message).not.toContain("sesame");
  });
});

describe("an abort", () => {
  test.each([
    ["before the answer", () => new Promise<ReadableStream>(() => {})],
    ["within it", () => new ReadableStream({ start: (controller) => controller.enqueue({ type: "ping" }) })],
  ])("ends a wait %s, also of a model that does not look at the signal", async (_, streams) => {
    const controller = new AbortController();
    const model = modelOf(() => {
      setImmediate(() => controller.abort(new Error("enough")));
      return streams();
    });
    const reading = (async () => {
      for await (const chunk of createAiSdkClient(model).stream(request(), controller))
        expect(chunk.type).toBe("keep-alive");
    })();
    await expect(reading).rejects.toThrow("enough");
  });

  test("is not waited for where the package's end of a stream takes for ever", async () => {
    let isCancelled = false;
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue({ type: "text-delta", id: "0", delta: "Hi." }),
      cancel: () => {
        isCancelled = true;
        return new Promise<void>(() => {});
      },
    });
    for await (const chunk of createAiSdkClient(modelOf(() => stream)).stream(request(), { signal: signal() })) {
      expect(chunk).toEqual({ type: "text-delta", text: "Hi." });
      break;
    }
    expect(isCancelled).toBe(true);
  });

  test("that came before asks nothing", async () => {
    let asked = 0;
    const model = modelOf(() => {
      asked++;
      return saying(STOP);
    });
    const chunks = createAiSdkClient(model).stream(request(), { signal: AbortSignal.abort(new Error("enough")) });
    await expect(chunks[Symbol.asyncIterator]().next()).rejects.toThrow("enough");
    expect(asked).toBe(0);
  });
});

describe("a request", () => {
  test.each(SPECIFICATIONS)(
    "shows pictures as specification %s has them, those of results behind them",
    async (specificationVersion) => {
      const messages = [
        message(
          "user",
          text("See."),
          { type: "image", mediaType: "image/png", ref: "data:image/png;base64,AAAA" },
          { type: "image", mediaType: "image/png", ref: "https://a.example/b.png" },
        ),
        message("assistant", call("m.0", "look", {})),
        message("tool", {
          type: "tool-result",
          callId: "m.0",
          result: {
            status: "ok",
            content: [
              { type: "text", text: "one" },
              { type: "image", mediaType: "image/gif", data: "BBBB" },
            ],
          },
        }),
      ];
      const { prompt } = await askedOf(request({ messages }), { specificationVersion });
      const named = specificationVersion === "v4";
      const url = new URL("https://a.example/b.png");
      const data = (bytes: string) => (named ? { type: "data", data: bytes } : bytes);
      expect(prompt).toEqual([
        { role: "system", content: "You are terse." },
        {
          role: "user",
          content: [
            { type: "text", text: "See." },
            { type: "file", mediaType: "image/png", data: data("AAAA") },
            { type: "file", mediaType: "image/png", data: named ? { type: "url", url } : url },
          ],
        },
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: expect.stringMatching(/^\w{9}$/), toolName: "look", input: {} }],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: expect.any(String),
              toolName: "look",
              output: { type: "text", value: "one" },
            },
          ],
        },
        {
          role: "user",
          content: [
            { type: "text", text: "The pictures of these results:" },
            { type: "file", mediaType: "image/gif", data: data("BBBB") },
          ],
        },
      ]);
    },
  );

  test("says in words where a picture's address is none", async () => {
    const picture = { type: "image", mediaType: "image/png", ref: "https://[bad" } as const;
    const { prompt } = await askedOf(request({ messages: [message("user", text("See."), picture)] }));
    expect(prompt[1]?.content).toEqual([{ type: "text", text: "See.\n\n[image/png at https://[bad, not shown]" }]);
  });

  test.each([
    ["auto", { type: "auto" }],
    ["none", { type: "none" }],
    ["required", { type: "required" }],
    [{ name: "read_file" }, { type: "tool", toolName: "read_file" }],
  ] as const)("chooses tools: %j", async (toolChoice, expected) => {
    const options = await askedOf(request({ tools: [READ_FILE], toolChoice }));
    expect(options.toolChoice).toEqual(expected);
    expect(options.tools).toMatchObject([{ type: "function", name: "read_file", inputSchema: { type: "object" } }]);
    expect(JSON.stringify(options.tools)).not.toContain("x-body");
  });

  test("carries call options that nobody here reads, and overrides none of its own", async () => {
    const extra = { temperature: 0.2, prompt: [], providerOptions: { odd: { a: 1 }, openai: { store: true } } };
    const options = await askedOf(request({ extra }), { provider: "openai.responses" });
    expect(options).toMatchObject({ temperature: 0.2, providerOptions: { odd: { a: 1 }, openai: { store: false } } });
    expect(options.prompt).toHaveLength(2);
  });

  test("says who asks", async () => {
    expect((await askedOf(request())).headers).toEqual({ "user-agent": "millrace" });
    const headers = { "anthropic-beta": "b" };
    expect((await askedOf(request({ headers }))).headers).toEqual({ "user-agent": "millrace", "anthropic-beta": "b" });
  });

  test.each(PROVIDER_FACTS)("tells $sample what only it must be told", async ({ sample, always, singleCall }) => {
    const one = await askedOf(request({ tools: [READ_FILE], parallelToolCalls: false }), { provider: sample });
    const many = await askedOf(request({ tools: [READ_FILE] }), { provider: sample });
    expect(many.providerOptions).toEqual(always);
    for (const [name, options] of Object.entries({ ...always, ...singleCall }))
      expect(one.providerOptions?.[name]).toMatchObject(options);
  });
});

test.each([
  [{ specificationVersion: "v1" }, "specification v1"],
  [{ doStream: undefined as never }, "no doStream"],
])("a model with %j is refused when the client is made", (more, why) => {
  expect(() => createAiSdkClient(modelOf(() => saying(), more))).toThrow(InvalidOptionError);
  expect(() => createAiSdkClient(modelOf(() => saying(), more))).toThrow(why);
});
