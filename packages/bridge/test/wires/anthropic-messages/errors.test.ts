import { describe, expect, test } from "vitest";
import type { ClientFailure } from "../../../src/client-failure.js";
import { countTokensBody } from "../../../src/wires/anthropic-messages/count-tokens.js";
import { WIRE_ERRORS } from "../../../src/wires/anthropic-messages/error-body.js";
import { CLIENT_LINES } from "../../../src/wires/anthropic-messages/system-text.js";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";

const failure = (message: string, more: Partial<ClientFailure> = {}): ClientFailure => ({
  status: 400,
  kind: "invalid_request",
  message,
  ...more,
});

describe("an error", () => {
  test.each(Object.entries(WIRE_ERRORS))("of kind %s keeps the words of whoever said it", (kind, { type, sample }) => {
    const body = anthropicMessagesWire.error(failure(sample, { kind: kind as ClientFailure["kind"] }));
    expect(body).toEqual({ type: "error", error: { type, message: sample } });
  });

  test("names the field that is to blame, once", () => {
    expect(anthropicMessagesWire.error(failure("is required", { param: "messages" }))).toMatchObject({
      error: { message: "messages: is required" },
    });
    expect(anthropicMessagesWire.error(failure("messages: is required", { param: "messages" }))).toMatchObject({
      error: { message: "messages: is required" },
    });
  });

  test("of a prompt that is too long says so in the words that Claude Code looks for", () => {
    const upstream = "This model's maximum context length is 8192 tokens.";
    expect(anthropicMessagesWire.error(failure(upstream, { kind: "context_overflow" }))).toMatchObject({
      error: { type: "invalid_request_error", message: `prompt is too long: ${upstream}` },
    });
    const own = "Prompt is too long: 9 tokens > 8 maximum";
    expect(anthropicMessagesWire.error(failure(own, { kind: "context_overflow" }))).toMatchObject({
      error: { message: own },
    });
  });
});

test.each(CLIENT_LINES.map(({ sample }) => sample))("a client's line is taken away whole: %s", (sample) => {
  const request = anthropicMessagesWire.read({ system: `${sample}\n\nYou are.`, messages: [{}] });
  expect(request.system).toBe("You are.");
});

test("a count of tokens is answered as a count", () => {
  expect(countTokensBody(1234)).toEqual({ input_tokens: 1234 });
});
