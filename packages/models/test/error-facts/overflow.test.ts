import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ERROR_FACTS } from "../../src/error-facts/error-tables.js";
import { readFailure } from "../../src/error-facts/read-failure.js";
import { classifyError, type Failure } from "../../src/index.js";

/** Every sentence by which the tables know an overflow, and its numbers. */
const OVERFLOWS = ERROR_FACTS.filter(({ kind, says }) => kind === "context_overflow" && says).flatMap((fact) =>
  fact.samples.flatMap((sample) => {
    const { message, said } = readFailure(sample);
    if (!fact.says?.test(said)) return [];
    // llama.cpp's first answers hold their numbers in fields, which a sentence alone does not have.
    const inWords = fact.says.exec(message)?.groups !== undefined;
    const { limitTokens, usedTokens } = inWords ? sample : {};
    return [{ message, ...(limitTokens && { limitTokens }), ...(usedTokens && { usedTokens }) }];
  }),
);

/** Refusals that speak of sizes, tokens, limits and contexts, and are no overflow: dropping history helps none of them. */
const UNRELATED = [
  "max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000.",
  "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022",
  "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.",
  "`max_tokens` must be greater than `thinking.budget_tokens`.",
  "thinking.budget_tokens: Input should be greater than or equal to 1024",
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  "Range of max_tokens should be [1, 8192]",
  "messages.41.content.3.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes",
  "messages.2.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
  "Too many images in request: 120 > 100",
  "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 187 instead.",
  "Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 57 instead.",
  "tools.187.custom.name: String should have at most 64 characters",
  "Invalid schema for function 'read': In context=('properties', 'range'), array schema missing items.",
  "messages.386: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01.",
  "messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_02.",
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
  "The long context beta is not yet available for this subscription.",
  "invalid params, tool result's tool id(call_1) not found (2013)",
  "invalid params, function name or parameters is empty (2013)",
  "Your credit balance is too low to access the Anthropic API.",
  "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  "System message must be at the beginning.",
  "Function call is missing a thought_signature in functionCall parts.",
  "Context cache not found",
  "Unknown field: context_length",
  "The requested context size is not supported by this model family",
  "temperature: range: 0..1",
  "This model does not support image input",
  "stop: array too long, maximum 4 items",
  "request body is not valid JSON: unexpected end of input at position 262144",
  "The input must not be empty",
  "prompt is required",
  "model `a` not found",
];

/** How an error comes to us. Each takes what was said, or how someone before it has wrapped that. */
const WRAPPERS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  "error as a string": (error) => JSON.stringify({ error }),
  "error.message": (message) => JSON.stringify({ error: { message, type: "invalid_request_error", code: 400 } }),
  "message on top": (message) => JSON.stringify({ object: "error", message, type: "BadRequestError", code: 400 }),
  detail: (msg) => JSON.stringify({ detail: [{ type: "value_error", loc: ["body"], msg }] }),
  "in a list": (message) => JSON.stringify([{ error: { message, status: "INVALID_ARGUMENT" } }]),
  "metadata.raw": (raw) =>
    JSON.stringify({ error: { message: "Provider returned error", code: 400, metadata: { raw, provider_name: "X" } } }),
  "JSON text": (text) => JSON.stringify(text),
  "event of a stream": (message) => `event: error\ndata: ${JSON.stringify({ type: "error", error: { message } })}\n\n`,
  "Python's repr": (message) => `{'error': {'message': ${repr(message)}, 'type': None, 'code': 400}}`,
  "LiteLLM's prefix": (text) =>
    `litellm.BadRequestError: OpenAIException - Error code: 400 - ${text}\nReceived Model Group=x`,
  "status before it": (text) => `400 ${JSON.stringify({ type: "error", error: { message: text } })}`,
};

function repr(text: string): string {
  const escaped = text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replace(/'/g, "\\'")}'`;
}

const wrappers = fc.array(fc.constantFrom(...Object.keys(WRAPPERS)), { minLength: 1, maxLength: 5 });
const nested = (message: string, by: readonly string[]) =>
  by.reduce((text, name) => WRAPPERS[name]?.(text) ?? text, message);
const refused = (body: string, status = 400): Failure => ({ provider: "custom", phase: "first-byte", status, body });

describe("an overflow", () => {
  test("is known by many sentences", () => {
    expect(OVERFLOWS.length).toBeGreaterThan(25);
  });

  test.each(Object.keys(WRAPPERS))("of every wording is found with its numbers: %s", (wrapper) => {
    for (const { message, ...numbers } of OVERFLOWS) {
      const { kind, limitTokens, usedTokens } = classifyError(refused(nested(message, [wrapper])));
      const read = { ...(limitTokens && { limitTokens }), ...(usedTokens && { usedTokens }) };
      expect({ message, kind, ...read }).toEqual({ message, kind: "context_overflow", ...numbers });
    }
  });

  test("of every wording is found with its numbers however it is nested", () => {
    fc.assert(
      fc.property(fc.constantFrom(...OVERFLOWS), wrappers, ({ message, ...numbers }, by) => {
        expect(classifyError(refused(nested(message, by)))).toMatchObject({ kind: "context_overflow", ...numbers });
      }),
      { numRuns: 1_000 },
    );
  });

  test("is not what a refusal of anything else is, however it is nested", () => {
    fc.assert(
      fc.property(fc.constantFrom(...UNRELATED), wrappers, fc.constantFrom(400, 422, 500), (message, by, status) => {
        expect(classifyError(refused(nested(message, by), status)).kind).not.toBe("context_overflow");
      }),
      { numRuns: 1_000 },
    );
  });

  test("is not a limit of requests or tokens in a time, whatever its words", () => {
    for (const { message } of OVERFLOWS) {
      expect(classifyError(refused(JSON.stringify({ error: message }), 429)).kind).not.toBe("context_overflow");
      expect(classifyError({ provider: "custom", phase: "connect", errorMessage: message }).kind).not.toBe(
        "context_overflow",
      );
    }
  });

  test("is not what the request says that a refusal quotes", () => {
    for (const { message } of OVERFLOWS) {
      const quoted = { messages: [{ role: "user", content: message }, { error: { message } }] };
      const refusal = { detail: [{ type: "missing", loc: ["body", "model"], msg: "Field required", input: quoted }] };
      expect(classifyError(refused(JSON.stringify(refusal), 422))).toMatchObject({ kind: "invalid_request" });
      const long = JSON.stringify({ ...refusal, input: { content: `${message} `.repeat(2_000) } });
      expect(classifyError(refused(long, 422))).toMatchObject({ kind: "invalid_request" });
    }
  });
});
