import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OllamaChatDecoder } from "../../src/index.js";
import { cutAt, readPieces, readWhole } from "../support/read-answer.js";

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const said = (message: object) => line({ model: "m", message: { role: "assistant", ...message }, done: false });
const last = (more: object = {}) => line({ model: "m", done: true, done_reason: "stop", ...more });
const read = (body: string) => readWhole(new OllamaChatDecoder(), body);

describe("an answer of Ollama", () => {
  test("is text, thoughts, counts and an end", () => {
    const body =
      said({ content: "", thinking: "why" }) +
      said({ content: "so" }) +
      last({ prompt_eval_count: 9, eval_count: 2, prompt_eval_cached_count: 4 });
    expect(read(body)).toEqual({
      text: "so",
      reasoning: "why",
      signatures: [],
      calls: [],
      usage: { inputTokens: 9, outputTokens: 2, cacheReadTokens: 4 },
      finish: "stop",
      raw: "stop",
    });
  });

  test("with calls ends in calls, though it says stop", () => {
    const call = { function: { index: 0, name: "add", arguments: { x: 1 } } };
    const body = said({ tool_calls: [{ id: "a", ...call }, call] }) + said({ tool_calls: [call] }) + last();
    expect(read(body)).toMatchObject({
      calls: [
        { id: "a", name: "add", json: '{"x":1}', ended: true },
        { name: "add", json: '{"x":1}', ended: true },
        { name: "add", json: '{"x":1}', ended: true },
      ],
      finish: "tool-calls",
    });
  });

  test("may hold arguments as text, or none", () => {
    const body = said({ tool_calls: [{ function: { name: "a", arguments: '{"x":1}' } }, { function: { name: "b" } }] });
    expect(read(body).calls.map(({ json }) => json)).toEqual(['{"x":1}', "{}"]);
  });

  test("cut by its limit says length, with calls or without", () => {
    const call = { function: { name: "add", arguments: {} } };
    expect(read(said({ tool_calls: [call] }) + last({ done_reason: "length" })).finish).toBe("length");
  });

  test("without a last line has no finish", () => {
    expect(read(said({ content: "half" }))).not.toHaveProperty("finish");
  });

  test("cut in the middle of a line has no finish and no fault", () => {
    const answer = read(`${said({ content: "half" })}{"model":"m","mess`);
    expect(answer.text).toBe("half");
    expect(answer).not.toHaveProperty("failure");
    expect(answer).not.toHaveProperty("finish");
  });

  test("may fail in the middle, and what came before counts", () => {
    expect(read(said({ content: "half" }) + line({ error: "unexpected EOF" }))).toMatchObject({
      text: "half",
      failure: '{"error":"unexpected EOF"}',
    });
  });

  test("may have blank lines, CRLF, empty objects, no last line break", () => {
    const body = `\r\n${said({ content: "a" }).replace("\n", "\r\n")}\n{}\n${last().trimEnd()}`;
    expect(read(body)).toMatchObject({ text: "a", finish: "stop" });
  });

  test("that is a page of HTML is a failure that holds the page", () => {
    const page = "\n<!doctype html>\n<html>\n<title>Login</title>\n</html>";
    expect(read(page).failure).toContain("<title>Login</title>");
    expect(readPieces(new OllamaChatDecoder(), cutAt(new TextEncoder().encode(page), [3, 20, 30]))).toEqual(read(page));
  });

  test("whose first line is damaged is a damaged answer, and a page of JSON is one of something else", () => {
    const failureOf = (body: string) => {
      const decoder = new OllamaChatDecoder();
      decoder.push(new TextEncoder().encode(body));
      decoder.end();
      return decoder.failure;
    };
    expect(failureOf(`{"message": {"content": "oo\n${said({ content: "a" })}${last()}`)).toMatchObject({
      malformed: true,
    });
    expect(failureOf('{\n  "detail": "no such path"\n}\n')).toMatchObject({ foreign: true });
  });

  test("is the same however its bytes are cut", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme" }).map((content) => said({ content })),
      fc.string({ unit: "grapheme" }).map((thinking) => said({ thinking })),
      fc
        .dictionary(fc.string(), fc.string())
        .map((input) => said({ tool_calls: [{ function: { name: "t", arguments: input } }] })),
      fc.constantFrom("\n", "{}\n", "\r\n"),
    );
    const end = fc.constantFrom("", last(), last().trimEnd(), line({ error: "cut" }), '{"mess', "<html>\n<b>");
    fc.assert(
      fc.property(fc.array(part), end, fc.array(fc.nat()), (parts, tail, places) => {
        const bytes = new TextEncoder().encode(parts.join("") + tail);
        const whole = readPieces(new OllamaChatDecoder(), [bytes]);
        expect(readPieces(new OllamaChatDecoder(), cutAt(bytes, places))).toEqual(whole);
        expect(readPieces(new OllamaChatDecoder(), cutAt(bytes, [...bytes.keys()]))).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  test("never throws on any JSON in a line", () => {
    const value = fc.oneof(
      fc.json(),
      fc.json().map((json) => `{"message":${json},"error":null}`),
      fc.json().map((json) => `{"done":true,"done_reason":${json},"eval_count":${json}}`),
      fc.json().map((json) => `{"message":{"tool_calls":[{"id":${json},"function":{"name":${json},"arguments":1}}]}}`),
      fc.json().map((json) => `{"message":{"content":${json},"tool_calls":[${json}]},"done":${json}}`),
    );
    fc.assert(
      fc.property(fc.array(value), (values) => {
        read(values.join("\n"));
      }),
      { numRuns: 2_000 },
    );
  });
});
