import OpenAI from "openai";
import { expect, test } from "vitest";
import type { ClientFailure } from "../../../src/client-failure.js";
import { openAiChatWire } from "../../../src/wires/openai-chat/wire.js";
import { clientOf } from "./support/serve-pieces.js";

type ErrorName = Extract<keyof typeof OpenAI, `${string}Error`>;

/** What the official client throws for each kind of failure. */
const FAILURES: readonly [
  ClientFailure["kind"],
  number,
  ErrorName,
  { type: string; code: string | null; param?: string },
][] = [
  ["invalid_request", 400, "BadRequestError", { type: "invalid_request_error", code: null }],
  ["auth", 401, "AuthenticationError", { type: "invalid_request_error", code: "invalid_api_key" }],
  ["entitlement", 403, "PermissionDeniedError", { type: "invalid_request_error", code: null }],
  ["quota", 429, "RateLimitError", { type: "insufficient_quota", code: "insufficient_quota" }],
  ["spend_limit", 402, "APIError", { type: "invalid_request_error", code: "billing_hard_limit_reached" }],
  ["rate_limit", 429, "RateLimitError", { type: "rate_limit_error", code: "rate_limit_exceeded" }],
  ["content_filter", 400, "BadRequestError", { type: "invalid_request_error", code: "content_filter" }],
  [
    "context_overflow",
    400,
    "BadRequestError",
    { type: "invalid_request_error", code: "context_length_exceeded", param: "messages" },
  ],
  ["overloaded", 503, "InternalServerError", { type: "service_unavailable_error", code: "server_is_overloaded" }],
  ["network", 502, "InternalServerError", { type: "server_error", code: null }],
  ["timeout", 504, "InternalServerError", { type: "server_error", code: null }],
  ["unknown", 500, "InternalServerError", { type: "server_error", code: null }],
  ["not_found", 404, "NotFoundError", { type: "invalid_request_error", code: null }],
  ["too_large", 413, "APIError", { type: "invalid_request_error", code: null }],
];

/** What the client throws when a server answers so. */
async function thrownFor(failure: ClientFailure): Promise<unknown> {
  const body = JSON.stringify(openAiChatWire.error(failure));
  const client = await clientOf(body, { status: failure.status, type: "application/json" });
  return client.chat.completions.create({ model: "coder", messages: [] }).catch((error: unknown) => error);
}

test.each(FAILURES)(
  "a failure of kind %s and status %i is known to the official client",
  async (kind, status, name, words) => {
    const error = await thrownFor({ kind, status, message: "What happened." });
    expect(error).toBeInstanceOf(OpenAI[name]);
    expect(error).toMatchObject({ status, message: `${status} What happened.`, param: null, ...words });
  },
);

test("a field that is to blame is named", async () => {
  const error = await thrownFor({ kind: "invalid_request", status: 400, message: "No.", param: "messages[3]" });
  expect(error).toMatchObject({ param: "messages[3]" });
});

test("a model that is not there has OpenAI's word for it", async () => {
  const error = await thrownFor({ kind: "not_found", status: 404, message: "No such model.", param: "model" });
  expect(error).toMatchObject({ code: "model_not_found", param: "model" });
});
