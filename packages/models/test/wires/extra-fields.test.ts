import type { ModelRequest } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../src/index.js";
import { anthropicMessagesBody } from "../../src/wires/anthropic-messages/request.js";
import { ollamaChatBody } from "../../src/wires/ollama-chat/request.js";
import { openAiChatBody } from "../../src/wires/openai-chat/request.js";
import { openAiResponsesBody } from "../../src/wires/openai-responses/request.js";
import { READ_FILE, request } from "../support/requests.js";

const PLAIN: Provider = { name: "custom", title: "Test", wire: "openai-chat" };

/** The body of a request on every wire, and the name of its list of messages. */
const WIRES: [wire: string, list: string, body: (request: ModelRequest) => string][] = [
  ["OpenAI's chat wire", "messages", (asked) => openAiChatBody(asked, "m", PLAIN)],
  ["OpenAI's responses wire", "input", (asked) => openAiResponsesBody(asked, "m", PLAIN)],
  ["Anthropic's wire", "messages", (asked) => anthropicMessagesBody(asked, "m")],
  ["Ollama's wire", "messages", (asked) => ollamaChatBody(asked, "m", undefined)],
];

describe.each(WIRES)("fields that nobody reads, on %s", (_wire, list, body) => {
  test("go out as they are, in front of the messages", () => {
    const extra = { temperature: 0.2, metadata: { user: "x", tags: [1, null] } };
    const json = JSON.parse(body(request({ extra })));
    expect(json).toMatchObject(extra);
    expect(Object.keys(json).slice(-3)).toEqual(["temperature", "metadata", list]);
  });

  test("override nothing that the writer sets", () => {
    const asked = { tools: [READ_FILE], maxOutputTokens: 9 };
    const plain = body(request(asked));
    const { options: _, ...set } = JSON.parse(plain);
    const extra = Object.fromEntries(Object.keys(set).map((field) => [field, "another"]));
    expect(body(request({ ...asked, extra }))).toBe(plain);
  });

  test("change no body that has none", () => {
    expect(body(request({ extra: {} }))).toBe(body(request()));
  });
});

describe("options among the fields that nobody reads, on Ollama's wire", () => {
  const optionsOf = (more: Partial<ModelRequest>, size?: number) =>
    JSON.parse(ollamaChatBody(request(more), "m", size)).options;

  test("are joined to those of the request, which go before them", () => {
    const extra = { options: { seed: 7, num_ctx: 2048, num_predict: 1 } };
    expect(optionsOf({ extra, maxOutputTokens: 9 }, 8192)).toEqual({ seed: 7, num_ctx: 8192, num_predict: 9 });
  });

  test("go out where the request has none", () => {
    expect(optionsOf({ extra: { options: { seed: 7 } } })).toEqual({ seed: 7 });
  });
});
