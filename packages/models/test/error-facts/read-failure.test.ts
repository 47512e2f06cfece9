import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFailure } from "../../src/error-facts/read-failure.js";
import { classifyError, type Failure } from "../../src/index.js";

const read = (body: string, status = 400) => readFailure({ provider: "custom", phase: "first-byte", status, body });

describe("what an error says", () => {
  test.each([
    ["plain text", "no such thing", "no such thing"],
    ["an object", '{"error":{"message":"a"}}', "a"],
    ["a string in it", '{"error":"a"}', "a"],
    ["a JSON string", '"a"', "a"],
    ["a list", '[{"error":{"message":"a"}}]', "a"],
    ["a list of texts", '{"errors":["a","b"]}', "b"],
    [
      "what a gateway relays, not the gateway",
      '{"error":{"message":"Provider returned error","metadata":{"raw":"a"}}}',
      "a",
    ],
    ["the inner error, not what repeats it", '{"error":{"message":"a"},"message":"Error"}', "a"],
    ["JSON in JSON in JSON", JSON.stringify({ message: JSON.stringify({ error: '{"detail":"a"}' }) }), "a"],
    ["JSON behind words", '400 {"error":{"message":"a"}}', "a"],
    ["an event", 'event: error\ndata: {"error":{"message":"a"}}\n\ndata: [DONE]\n\n', "a"],
    ["an event of llama.cpp", 'error: {"message":"a"}', "a"],
    ["JSON that was cut in a text", '{"error":{"message":"a \\"b\\"","type":"inval', 'a "b"'],
    ["JSON that was cut in an escape", '[{"error":{"message":"a\\u00', "a"],
    ["JSON that was cut behind a key", '{"message":"a","code', "a"],
    ["JSON that was cut behind a comma", '{"message":"a",\n', "a"],
    ["Ollama's misplaced key", '{"error parsing tool call":"a"}', '{"error parsing tool call":"a"}'],
    ["a status word of MiniMax", '{"base_resp":{"status_code":1008,"status_msg":"a"}}', "a"],
    ["a page", "<!doctype html><html><title>A\n b</title>", 'a page titled "A b"'],
    ["a page without a title", "<html><body>hi", "a page of HTML"],
    ["nothing", " \n", ""],
  ])("is found in %s", (_, body, message) => {
    expect(read(body).message).toBe(message);
  });

  test("keeps the words around JSON for matching, and shows what is in it", () => {
    const { said, message } = read('litellm.RateLimitError: X - {"error":{"message":"inner"}}. Retried 3 times');
    expect(message).toBe("inner");
    expect(said).toContain("litellm.RateLimitError");
    expect(said).toContain("Retried 3 times");
  });

  test("counts codes and types at any depth, in lower case, numbers as well", () => {
    const raw = JSON.stringify({ error: { code: "1113", type: "Bad Request" } });
    const body = JSON.stringify({ error: { code: 400, status: "INVALID_ARGUMENT", metadata: { raw } } });
    expect(read(body).codes).toEqual(new Set(["400", "invalid_argument", "1113", "bad request"]));
  });

  test("takes Amazon's code from its header", () => {
    const headers = { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/" };
    const failure = { provider: "bedrock", phase: "first-byte", status: 400, headers, body: "{}" } as const;
    expect(readFailure(failure).codes).toContain("throttlingexception");
  });

  test("counts by the status it names where it came inside a 200, in digits or as text", () => {
    expect(read('{"error":{"code":502,"message":"x"}}', 200).status).toBe(502);
    expect(read('{"error":{"code":"429","message":"x"}}', 200).status).toBe(429);
    expect(read('{"error":{"code":1008,"message":"x"}}', 200).status).toBe(200);
    expect(read('{"error":{"code":502,"message":"x"}}', 400).status).toBe(400);
  });

  test("leaves out what it quotes of the request or of the model's answer", () => {
    const body = { error: { message: "a", failed_generation: { error: "b" }, input: { message: "c" }, code: "d" } };
    const { said, codes } = read(JSON.stringify(body));
    expect(said).toBe("a");
    expect(codes).toEqual(new Set(["d"]));
  });
});

describe("no error, however odd,", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.string({
      unit: fc.constantFrom("{", "}", "[", '"', "\\", ":", ",", "error", "message", "data:", "\n", "<html>", "1"),
    }),
  );
  const failure: fc.Arbitrary<Failure> = fc.record(
    {
      provider: fc.oneof(fc.string(), fc.constantFrom("ollama", "openai", "custom")),
      phase: fc.constantFrom("connect", "first-byte", "first-content", "stream"),
      status: fc.oneof(fc.integer(), fc.constantFrom(0, 200, 400, 429, 500)),
      headers: fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom("retry-after", "retry-after-ms", "x-ratelimit-reset")),
        fc.string(),
      ),
      body: text,
      errorMessage: text,
      causeCode: fc.string(),
    },
    { requiredKeys: ["provider", "phase"] },
  );

  test("makes the classification throw, or leaves out kind, message and remedy", () => {
    fc.assert(
      fc.property(failure, (given) => {
        const { kind, message, remedy, retryable, retryAfterMs = 0 } = classifyError(given);
        expect(kind).toMatch(/^\w+$/);
        expect(typeof retryable).toBe("boolean");
        expect(message.length).toBeGreaterThan(0);
        expect(message.length).toBeLessThan(1_000);
        expect(remedy.length).toBeGreaterThan(10);
        expect(retryAfterMs).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("nests too deep to be read", () => {
    const levels = 5_000;
    for (const body of [
      "[".repeat(levels) + "]".repeat(levels),
      `${'{"error":'.repeat(levels)}1${"}".repeat(levels)}`,
    ]) {
      expect(classifyError({ provider: "custom", phase: "first-byte", status: 400, body }).kind).toBe(
        "invalid_request",
      );
    }
  });

  test.each([
    ["digits", "1"],
    ["blanks", " "],
    ["openers", '{"'],
    ["escapes", '\\"'],
    ["messages", '{"message":"'],
    ["half an overflow", "maximum context length is 1 you requested "],
    ["half a wait", "try again in "],
    ["half a quota", "exceeded your current quota "],
    ["models", "model "],
    ["tags", "<title>"],
    ["numbers", "token count (1) "],
  ])("of nothing but %s costs more than a look at each character", (_, unit) => {
    // Steps of a regular expression cannot be counted from outside. So each body is far larger than what is looked at,
    // and than what anything but a linear reading would take within the time a test has.
    const body = unit.repeat(4_000_000 / unit.length);
    for (const shape of [body, `{"error":{"message":${JSON.stringify(body)}}}`, `{'error': '${body}`]) {
      expect(classifyError({ provider: "custom", phase: "first-byte", status: 400, body: shape }).kind).not.toBe(
        "auth",
      );
    }
  });
});
