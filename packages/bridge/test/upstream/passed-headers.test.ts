import { expect, it } from "vitest";
import { passedHeaders } from "../../src/upstream/passed-headers.js";

const SENT = new Headers({
  authorization: "Bearer secret",
  "x-api-key": "secret",
  cookie: "a=b",
  "anthropic-beta": "context-management-2025-06-27",
  "openai-beta": "responses=experimental",
});

it("passes on what says something of a request's fields, and never a key", () => {
  expect(passedHeaders("anthropic-messages", SENT)).toEqual({ "anthropic-beta": "context-management-2025-06-27" });
  expect(passedHeaders("openai-responses", SENT)).toEqual({ "openai-beta": "responses=experimental" });
  expect(passedHeaders("openai-chat", SENT)).toEqual({});
  expect(passedHeaders("anthropic-messages", new Headers())).toEqual({});
});
