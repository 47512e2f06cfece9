import type { Part } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";
import { HEAD, pieces, reasoningBlock } from "./answers.js";
import { readBack } from "./read-back.js";

/** The parts of a message with this content. */
const parts = (content: unknown, role = "user"): readonly Part[] =>
  anthropicMessagesWire.read({ messages: [{ role, content }] }).messages[0]?.parts ?? [];
const text = (words: string) => ({ type: "text", text: words });

describe("thinking", () => {
  test.each([
    ["signed", ["Hm, ", "so."], 'anthropic-messages/claude {"type":"thinking","thinking":"Hm, so.","signature":"Eq"}'],
    ["unsigned", ["Hm"], undefined],
    ["opaque", [], 'openai-responses/gpt {"encrypted_content":"gAAA"}'],
  ])("comes back as it was given out: %s", (_, words, signature) => {
    const given = readBack(pieces(reasoningBlock(words, signature)).join("")).blocks.map(({ start, deltas }) => ({
      ...start,
      ...(start.type === "thinking" && { thinking: deltas.thinking_delta, signature: deltas.signature_delta }),
    }));
    const reasoning = { type: "reasoning", text: words.join(""), ...(signature !== undefined && { signature }) };
    expect(parts(given, "assistant")).toEqual([reasoning]);
    const block = { type: "reasoning" as const, text: words.join(""), ...(signature !== undefined && { signature }) };
    const whole = anthropicMessagesWire.whole({ blocks: [block], reason: "stop", usage: {} }, HEAD);
    expect(whole).toMatchObject({ content: given });
  });

  test("that is neither words nor opaque is nothing", () => {
    expect(parts([{ type: "thinking", thinking: "", signature: "" }, text("Hi")], "assistant")).toEqual([text("Hi")]);
  });
});

describe("what is no word, picture or call", () => {
  test.each([
    [
      "a text document",
      { type: "document", title: "a.md", source: { type: "text", media_type: "text/plain", data: "# A" } },
      "[Document: a.md]\n# A",
    ],
    [
      "a PDF",
      { type: "document", title: "b.pdf", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0" } },
      "[Document: b.pdf]\n[It was left out: only the text of documents can be passed on (application/pdf).]",
    ],
    [
      "a PDF by its address",
      { type: "document", source: { type: "url", url: "https://a.test/b.pdf" } },
      "[Document]\n[It was left out: only the text of documents can be passed on (url, https://a.test/b.pdf).]",
    ],
    [
      "a search result",
      { type: "search_result", title: "T", source: "https://a.test", content: [text("one"), text("two")] },
      "[Search result: T, https://a.test]\none\ntwo",
    ],
    [
      "a file in a container",
      { type: "container_upload", file_id: "file_1" },
      "[A file in the provider's container was left out: it cannot be reached from here (file_1).]",
    ],
    [
      "a search that the provider ran",
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } },
      '[The provider ran web_search with {"query":"x"}]',
    ],
    [
      "its results",
      {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: [{ type: "web_search_result", title: "T", url: "https://a.test", encrypted_content: "Eo8" }],
      },
      "[web_search answered]\n- T (https://a.test)",
    ],
    [
      "its failure",
      { type: "web_search_tool_result", content: { type: "web_search_tool_result_error", error_code: "unavailable" } },
      "[web_search failed: unavailable]",
    ],
    [
      "a page that the provider fetched",
      {
        type: "web_fetch_tool_result",
        content: {
          type: "web_fetch_result",
          url: "https://a.test",
          content: { type: "document", source: { type: "text", data: "Page" } },
        },
      },
      "[web_fetch answered]\nhttps://a.test\n[Document]\nPage",
    ],
    [
      "code that the provider ran",
      {
        type: "bash_code_execution_tool_result",
        content: { type: "bash_code_execution_result", stdout: "7\n", stderr: "", return_code: 0, content: [] },
      },
      "[bash_code_execution answered]\n7\n\n(exit code 0)",
    ],
    ["a result of a remote tool", { type: "mcp_tool_result", content: [text("42")] }, "[mcp answered]\n42"],
    [
      "a block of a kind to come",
      { type: "hologram", depth: 3, cache_control: { type: "ephemeral" } },
      '{"type":"hologram","depth":3}',
    ],
    ["a number", 7, "7"],
  ])("is told in words: %s", (_, block, words) => {
    expect(parts([block], "assistant")).toEqual([text(words)]);
  });

  test("keeps the pictures of a document", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    expect(parts([{ type: "document", title: "D", source: { type: "content", content: [text("a"), image] } }])).toEqual(
      [text("[Document: D]"), text("a"), { type: "image", mediaType: "image/png", ref: "data:image/png;base64,AAAA" }],
    );
  });
});
