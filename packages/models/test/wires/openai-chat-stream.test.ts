import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OpenAiChatDecoder } from "../../src/index.js";
import { cutAt, readPieces, readWhole } from "../support/read-answer.js";

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (value: unknown, finish?: string | null) =>
  event({ choices: [{ index: 0, delta: value, ...(finish !== undefined && { finish_reason: finish }) }] });
const piece = (index: number | undefined, id: string | null | undefined, name: string | undefined, args?: unknown) => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id }),
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});
const calls = (...pieces: object[]) => delta({ tool_calls: pieces });
const DONE = "data: [DONE]\n\n";
const read = (body: string) => readWhole(new OpenAiChatDecoder(), body);

describe("the end of an answer", () => {
  test("a reason and the end mark make a whole answer", () => {
    expect(read(delta({ content: "Hi" }) + delta({}, "stop") + DONE)).toMatchObject({
      text: "Hi",
      finish: "stop",
      raw: "stop",
    });
  });

  test("a reason without the end mark is a whole answer, too", () => {
    expect(read(delta({ content: "Hi" }) + delta({}, "length"))).toMatchObject({ text: "Hi", finish: "length" });
  });

  test("an end mark without a reason is an end of unknown kind", () => {
    expect(read(delta({ content: "Hi" }) + DONE)).toMatchObject({ text: "Hi", finish: "unknown" });
  });

  test("a body that just ends has no finish, and what came counts", () => {
    const answer = read(delta({ content: "half an ans" }));
    expect(answer.text).toBe("half an ans");
    expect(answer).not.toHaveProperty("finish");
    expect(answer).not.toHaveProperty("failure");
  });

  test("a last event cut in the middle of its JSON is no fault of the server", () => {
    const answer = read(`${delta({ content: "Hi" })}data: {"choices":[{"del`);
    expect(answer).not.toHaveProperty("failure");
    expect(answer).not.toHaveProperty("finish");
  });

  test("the first reason counts, and usage behind it is read", () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
    const answer = read(delta({}, "tool_calls") + delta({}, "stop") + event({ choices: [], usage }) + DONE);
    expect(answer).toMatchObject({
      finish: "tool-calls",
      usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
    });
  });

  test("nothing behind the end mark belongs to the answer", () => {
    expect(read(delta({ content: "a" }, "stop") + DONE + delta({ content: "b" })).text).toBe("a");
  });

  test("an empty or null reason is none", () => {
    expect(read(delta({ content: "a" }, "") + delta({}, null) + delta({}, "stop") + DONE).finish).toBe("stop");
  });

  test("a call that Gemini rejected is an error behind a polite end", () => {
    expect(read(delta({ content: "" }, "function_call_filter: MALFORMED_FUNCTION_CALL") + DONE).finish).toBe("error");
  });

  test("a reason nobody knows is unknown, its word is kept", () => {
    expect(read(delta({ content: "a" }, "moonset") + DONE)).toMatchObject({ finish: "unknown", raw: "moonset" });
  });
});

describe("framing", () => {
  test("comments, CRLF, lone CR, no space behind the colon and id lines change nothing", () => {
    const plain = delta({ content: "a" }) + delta({ content: "b" }, "stop") + DONE;
    const wanted = read(plain);
    for (const body of [
      plain.replaceAll("\n\n", "\n\n: keep-alive\n\n"),
      plain.replaceAll("\n", "\r\n"),
      plain.replaceAll("\n", "\r"),
      plain.replaceAll("data: ", "data:"),
      plain.replaceAll("data: ", "id: 7\nevent: message\nretry: 10\ndata: "),
      `\uFEFF${plain}`,
      plain.trimEnd(),
    ]) {
      expect(read(body)).toEqual(wanted);
    }
  });

  test("an error in a field of its own is the end of the answer", () => {
    const answer = read(`${delta({ content: "a" })}error: {"error":{"message":"failed to decode"}}\n\n`);
    expect(answer).toMatchObject({ text: "a", failure: '{"error":{"message":"failed to decode"}}' });
    expect(answer).not.toHaveProperty("finish");
  });

  test("an error object wins over a reason before it", () => {
    const answer = read(delta({ content: "a" }, "length") + event({ error: { code: 400, message: "no" } }) + DONE);
    expect(answer.failure).toContain('"no"');
    expect(answer).not.toHaveProperty("finish");
  });

  test("an error may be a text, and null or an empty object is none", () => {
    expect(read(event({ error: "broken" })).failure).toContain("broken");
    expect(read(event({ error: null, choices: [] }) + event({ error: {} }) + DONE)).not.toHaveProperty("failure");
  });

  test("an event in the middle that is no JSON fails the answer instead of being skipped", () => {
    expect(read(`data: {oops\n\n${delta({ content: "a" })}`).failure).toBe("{oops");
  });

  test("an answer that was not streamed is read like one that was", () => {
    const body = {
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hi", tool_calls: [piece(0, "c1", "ls", "{}")] },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    };
    expect(read(JSON.stringify(body, null, 2))).toEqual({
      text: "Hi",
      reasoning: "",
      signatures: [],
      calls: [{ id: "c1", name: "ls", json: "{}" }],
      usage: { inputTokens: 1, outputTokens: 2 },
      finish: "tool-calls",
      raw: "tool_calls",
    });
  });

  test("a page of HTML is a failure that holds the page", () => {
    expect(read("\n<!doctype html><html><title>Login</title></html>").failure).toContain("<title>Login</title>");
  });

  test("bytes without content show that the server lives", () => {
    const decoder = new OpenAiChatDecoder();
    expect(decoder.push(new TextEncoder().encode(": PROCESSING\n\n"))).toEqual([{ type: "keep-alive" }]);
    expect(decoder.push(new TextEncoder().encode(delta({ role: "assistant", content: "" })))).toEqual([
      { type: "keep-alive" },
    ]);
  });

  test("what came in one read is one delta", () => {
    const decoder = new OpenAiChatDecoder();
    const bytes = new TextEncoder().encode(delta({ content: "a" }) + delta({ content: "b" }));
    expect(decoder.push(bytes)).toEqual([{ type: "text-delta", text: "ab" }]);
  });
});

describe("text, reasoning, refusals", () => {
  test("only the first choice is read", () => {
    const both = {
      choices: [
        { index: 1, delta: { content: "B" } },
        { index: 0, delta: { content: "A" } },
      ],
    };
    expect(
      read(event(both) + event({ choices: [{ index: 1, delta: { content: "B" }, finish_reason: "stop" }] })).text,
    ).toBe("A");
  });

  test("reasoning in two fields counts once, whatever the field is called", () => {
    expect(read(delta({ reasoning_content: "why", reasoning: "why" })).reasoning).toBe("why");
    expect(read(delta({ reasoning: "why" })).reasoning).toBe("why");
    expect(read(delta({ reasoning_text: "why" })).reasoning).toBe("why");
    expect(read(delta({ reasoning_details: [{ type: "reasoning.text", text: "why" }] })).reasoning).toBe("why");
  });

  test("content in parts holds text and thoughts", () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "why" }] },
      { type: "text", text: "so" },
    ];
    expect(read(delta({ content }))).toMatchObject({ text: "so", reasoning: "why" });
  });

  test("opaque reasoning is kept whole, with its pieces joined, before the text that follows it", () => {
    const details = (more: object) => ({ reasoning_details: [{ type: "reasoning.text", index: 0, ...more }] });
    const decoder = new OpenAiChatDecoder();
    const body =
      delta({ reasoning: "a", ...details({ text: "a" }) }) +
      delta({ reasoning: "b", ...details({ text: "b" }) }) +
      delta(details({ signature: "SIG" })) +
      delta({ content: "so" }, "stop") +
      DONE;
    const signature = JSON.stringify([{ type: "reasoning.text", index: 0, text: "ab", signature: "SIG" }]);
    expect(decoder.push(new TextEncoder().encode(body))).toEqual([
      { type: "reasoning-delta", text: "ab" },
      { type: "reasoning-delta", text: "", signature },
      { type: "text-delta", text: "so" },
      { type: "finish", reason: "stop", raw: "stop" },
    ]);
  });

  test("a refusal is the text of a refused answer", () => {
    expect(read(delta({ refusal: "I cannot." }) + delta({}, "stop") + DONE)).toMatchObject({
      text: "I cannot.",
      finish: "content-filter",
    });
  });

  test("a message beside a delta does not double the text", () => {
    const chunk = { choices: [{ index: 0, delta: { content: "b" }, message: { content: "ab" } }] };
    expect(read(delta({ content: "a" }) + event(chunk)).text).toBe("ab");
  });

  test("chunks without choices, with null choices and with null deltas are harmless", () => {
    const body = `${event({})}${event({ choices: null })}${event({ choices: [{ delta: null }] })}${event(null)}${event([])}`;
    expect(read(body + delta({ content: "a" }, "stop")).text).toBe("a");
  });
});

describe("calls", () => {
  test("pieces are put together by index", () => {
    const body =
      calls(piece(0, "a", "add", "")) +
      calls(piece(0, undefined, undefined, '{"x"')) +
      calls(piece(1, "b", "mul", "{")) +
      calls(piece(0, undefined, undefined, ":1}")) +
      calls(piece(1, undefined, undefined, "}"));
    expect(read(body).calls).toEqual([
      { id: "a", name: "add", json: '{"x":1}' },
      { id: "b", name: "mul", json: "{}" },
    ]);
  });

  test("an id decides over an index: repeated, jumping or all the same", () => {
    const jumping =
      calls(piece(1, "a", "add", "")) + calls(piece(0, "a", "add", "{")) + calls(piece(1, "a", "add", "}"));
    expect(read(jumping).calls).toEqual([{ id: "a", name: "add", json: "{}" }]);
    const same = calls(piece(0, "a", "add", "{}"), piece(0, "b", "add", "{}"));
    expect(read(same).calls.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("without an index a new id is a new call and no id goes on with the last", () => {
    const body =
      calls(piece(undefined, "a", "add", "{")) +
      calls(piece(undefined, undefined, undefined, "}")) +
      calls(piece(undefined, "b", "mul", "{}"));
    expect(read(body).calls.map(({ json }) => json)).toEqual(["{}", "{}"]);
  });

  test("a new id without a name goes on with the call at its index", () => {
    const body = calls(piece(0, "a", "add", "{")) + calls(piece(0, "other", undefined, "}"));
    expect(read(body).calls).toEqual([{ id: "a", name: "add", json: "{}" }]);
  });

  test("a named piece at a used index is a new call if the one there is whole, even without an id", () => {
    const two = calls(piece(0, undefined, "add", '{"x":"}"}')) + calls(piece(0, undefined, "add", "{}"));
    expect(read(two).calls).toHaveLength(2);
    const one = calls(piece(0, undefined, "add", '{"x":"}')) + calls(piece(0, undefined, "add", '{"}'));
    expect(read(one).calls).toEqual([{ name: "add", json: '{"x":"}{"}' }]);
  });

  test("a name may come in pieces, be repeated, or be empty later", () => {
    const body =
      calls(piece(0, "a", "ad")) +
      calls(piece(0, undefined, "d", "")) +
      calls(piece(0, undefined, "", "{")) +
      calls(piece(0, null, "add", "}"));
    expect(read(body).calls).toEqual([{ id: "a", name: "add", json: "{}" }]);
  });

  test("arguments may be an object, null or absent", () => {
    const body =
      calls(piece(0, "a", "add", { x: 1 })) + calls(piece(1, "b", "now", null)) + calls(piece(2, "c", "now"));
    expect(read(body + delta({}, "tool_calls")).calls.map(({ json }) => json)).toEqual(['{"x":1}', "", ""]);
  });

  test("a call that was cut is handed out as far as it came", () => {
    expect(read(calls(piece(0, "a", "write"))).calls).toEqual([{ id: "a", name: "write", json: "" }]);
  });

  test("what goes back with a call comes with its end, and only where the answer is whole", () => {
    const signed = { ...piece(0, "a", "add", "{}"), extra_content: { google: { thought_signature: "S" } } };
    expect(read(calls(signed) + delta({}, "stop")).signatures).toEqual(['{"google":{"thought_signature":"S"}}']);
    expect(read(calls(signed)).signatures).toEqual([]);
  });

  test("the old form with one function call is read", () => {
    const body =
      delta({ function_call: { name: "add", arguments: "{" } }) +
      delta({ function_call: { arguments: "}" } }, "function_call");
    expect(read(body)).toMatchObject({ calls: [{ name: "add", json: "{}" }], finish: "tool-calls" });
  });
});

describe("usage", () => {
  test("is read wherever servers put it, field by field, numbers only", () => {
    const usage = {
      prompt_tokens: 5,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 3 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    const wanted = { inputTokens: 5, outputTokens: 4, cacheReadTokens: 3, reasoningTokens: 2 };
    expect(read(event({ usage }) + event({ usage: { prompt_tokens: null } }) + DONE).usage).toEqual(wanted);
    expect(read(event({ x_groq: { usage } }) + DONE).usage).toEqual(wanted);
    expect(read(event({ choices: [{ delta: {}, usage }] }) + DONE).usage).toEqual(wanted);
  });

  test("is absent where none came", () => {
    expect(read(delta({ content: "a" }, "stop") + DONE)).not.toHaveProperty("usage");
  });

  test("comes before an error is reported", () => {
    const answer = read(event({ choices: [], usage: { prompt_tokens: 7 }, error: { message: "no" } }));
    expect(answer.usage).toEqual({ inputTokens: 7 });
  });
});

describe("any cut", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme" }).map((content) => delta({ content })),
    fc.string({ unit: "grapheme" }).map((reasoning) => delta({ reasoning })),
    fc
      .tuple(fc.nat(2), fc.string({ unit: "grapheme" }))
      .map(([index, json]) => calls(piece(index, undefined, undefined, json))),
    fc.nat(2).map((index) => calls(piece(index, `id${index}`, `tool${index}`, ""))),
    fc.constantFrom(": comment\n\n", "\n\n", event({ choices: [] }), delta({ role: "assistant", content: null })),
    fc.record({ prompt_tokens: fc.nat(), completion_tokens: fc.nat() }).map((usage) => event({ choices: [], usage })),
  );
  const end = fc.constantFrom(
    "",
    DONE,
    delta({}, "stop"),
    delta({}, "tool_calls") + DONE,
    event({ error: "cut" }),
    'data: {"cho',
  );
  const lines = fc.constantFrom("\n", "\r\n", "\r");

  test("gives the same answer", () => {
    fc.assert(
      fc.property(fc.array(part), end, lines, fc.array(fc.nat()), (parts, last, line, places) => {
        const bytes = new TextEncoder().encode((parts.join("") + last).replaceAll("\n", line));
        const whole = readPieces(new OpenAiChatDecoder(), [bytes]);
        expect(readPieces(new OpenAiChatDecoder(), cutAt(bytes, places))).toEqual(whole);
        expect(readPieces(new OpenAiChatDecoder(), cutAt(bytes, [...bytes.keys()]))).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  test("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat()), (bytes, places) => {
        readPieces(new OpenAiChatDecoder(), cutAt(bytes, places));
      }),
      { numRuns: 2_000 },
    );
  });

  test("never throws on any JSON in an event", () => {
    const chunk = fc.oneof(
      fc.json(),
      fc.json().map((value) => `{"choices":[{"delta":${value}}]}`),
      fc.json().map((value) => `{"choices":[{"delta":{"tool_calls":[${value}],"content":${value}}}],"usage":${value}}`),
      fc.json().map((value) => `{"choices":${value},"error":${value},"x_groq":${value}}`),
      fc.json().map((value) => `{"choices":[{"index":${value},"finish_reason":${value},"message":${value}}]}`),
      fc.json().map((value) => `{"choices":[{"delta":{"content":[{"thinking":[${value}],"text":${value}}]}}]}`),
      fc.json().map((value) => `{"choices":[{"delta":{"reasoning_details":[{"text":${value},"data":${value}}]}}]}`),
      fc
        .tuple(fc.json(), fc.json())
        .map(
          ([id, name]) =>
            `{"choices":[{"delta":{"tool_calls":[{"id":${id},"index":${name},"function":{"name":${name},"arguments":${id}}}]}}]}`,
        ),
    );
    fc.assert(
      fc.property(fc.array(chunk), (values) => {
        readWhole(new OpenAiChatDecoder(), values.map((value) => `data: ${value}\n\n`).join(""));
      }),
      { numRuns: 2_000 },
    );
  });
});
