import type { Part } from "@millrace/agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestFault } from "../../../src/request-fault.js";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";
import { anyBody, histories } from "./requests.js";

const { read } = anthropicMessagesWire;
const messages = (...list: unknown[]) => read({ messages: list }).messages;
const roles = (...list: unknown[]) => messages(...list).map(({ id, role }) => `${id} ${role}`);
/** The parts of a message with this content. */
const parts = (content: unknown, role = "user"): readonly Part[] => messages({ role, content })[0]?.parts ?? [];
const text = (words: string) => ({ type: "text", text: words });

describe("a request", () => {
  test("says model, limits and stream, and what nobody reads goes along", () => {
    const extra = { temperature: 0.5, top_k: 3, thinking: { type: "adaptive" }, metadata: { user_id: "x" }, new: [1] };
    const { messages: _, ...request } = read({
      model: "m",
      stream: true,
      max_tokens: 32_000,
      stop_sequences: ["END"],
      messages: [{ role: "user", content: "Hi" }],
      ...extra,
    });
    expect(request).toEqual({
      model: "m",
      stream: true,
      system: "",
      tools: [],
      textTools: new Set(),
      maxOutputTokens: 32_000,
      stop: ["END"],
      extra,
    });
  });

  test("takes null for absent, everywhere", () => {
    const asked = { messages: [{ role: "user", content: "Hi" }] };
    const nulls = { model: null, stream: null, max_tokens: null, stop_sequences: null, system: null, tools: null };
    expect(read({ ...asked, ...nulls, tool_choice: null, temperature: null, metadata: null })).toEqual(read(asked));
  });

  test.each([
    [{ type: "auto" }, { toolChoice: "auto" }],
    [{ type: "any" }, { toolChoice: "required" }],
    [{ type: "none" }, { toolChoice: "none" }],
    [{ type: "tool", name: "f" }, { toolChoice: { name: "f" } }],
    ["any", { toolChoice: "required" }],
    [
      { type: "any", disable_parallel_tool_use: true },
      { toolChoice: "required", parallelToolCalls: false },
    ],
    [
      { type: "auto", disable_parallel_tool_use: false },
      { toolChoice: "auto", parallelToolCalls: true },
    ],
    [{ type: "new" }, {}],
  ])("chooses tools as it says: %j", (tool_choice, chosen) => {
    const { toolChoice, parallelToolCalls } = read({ messages: [{}], tool_choice });
    expect({ toolChoice, parallelToolCalls }).toEqual({
      ...{ toolChoice: undefined, parallelToolCalls: undefined },
      ...chosen,
    });
  });

  test.each([
    [{}, "messages"],
    [{ messages: "Hi" }, "messages"],
    [{ messages: [] }, "messages"],
    [{ messages: [{ role: "user", content: "Hi" }, "Ho"] }, "messages[1]"],
  ])("with nothing to send is refused, and the field is named: %j", (body, param) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ name: "RequestFault", param }));
  });

  test("of any shape is read or refused, and nothing else", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        try {
          expect(Array.isArray(read(body).messages)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFault);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("of a great size is read in a time that grows with it", () => {
    const content = Array.from({ length: 300_000 }, () => text("x"));
    const document = { type: "document", source: { type: "content", content } };
    const url = `data:${"a".repeat(1_000_000)}`;
    const image = { type: "image", source: { type: "url", url } };
    expect(parts(["Hi", document, image]).length).toBe(300_003);
  });

  test("that is nested without end is read", () => {
    const deep = JSON.parse(`${'{"type":"x_tool_result","content":['.repeat(50_000)}1${"]}".repeat(50_000)}`);
    expect(parts([deep])).toEqual([text(expect.stringContaining("nested too deep"))]);
    expect(read({ messages: [{ role: "user", content: deep }], tools: [deep], system: deep }).leftOut).toEqual([
      "x_tool_result",
    ]);
  });
});

describe("system texts", () => {
  const asked = [{ role: "user", content: "Hi" }];

  test.each([
    ["a text", "Be brief.", "Be brief."],
    [
      "blocks",
      [text("Be brief."), { ...text("Be kind."), cache_control: { type: "ephemeral" } }],
      "Be brief.\n\nBe kind.",
    ],
  ])("are one text: %s", (_, system, whole) => {
    expect(read({ system, messages: asked }).system).toBe(whole);
  });

  test.each([
    ["in a block of its own", [text("x-anthropic-billing-header: cc_version=2; cch=36ee5;"), text("You are.")]],
    ["as the first line of a text", "x-anthropic-billing-header: cc_version=2; cch=0aaa9;\nYou are."],
  ])("lose Claude Code's line that is another one each time: %s", (_, system) => {
    expect(read({ system, messages: asked }).system).toBe("You are.");
  });

  test("keep such a line where it is talked about", () => {
    const system = "The line x-anthropic-billing-header: is a client's.";
    expect(read({ system, messages: asked }).system).toBe(system);
  });

  test("among the messages, ahead of the first answer, stand behind the prompt, as a text or as blocks", () => {
    for (const content of ["# Environment", [{ ...text("# Environment"), cache_control: { type: "ephemeral" } }]]) {
      const request = read({ system: "You are.", messages: [...asked, { role: "system", content }] });
      expect(request.system).toBe("You are.\n\n# Environment");
      expect(request.messages.map(({ id }) => id)).toEqual(["m0"]);
    }
  });

  test("behind an answer stay where they are: the prompt's beginning does not change", () => {
    const answered = [...asked, { role: "assistant", content: "Ho" }, { role: "system", content: "New rules." }];
    const request = read({ system: "You are.", messages: answered });
    expect(request.system).toBe("You are.");
    expect(request.messages.at(-1)).toEqual({
      id: "m2",
      role: "user",
      parts: [text("<system-reminder>\nNew rules.\n</system-reminder>")],
    });
    const silent = [...asked, { role: "assistant", content: "Ho" }, { role: "system", content: [] }];
    expect(read({ messages: silent }).messages.at(-1)?.role).toBe("assistant");
  });
});

describe("messages", () => {
  test("have ids of their place, and results stand apart from words", () => {
    const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" });
    const call = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
    expect(
      roles(
        { role: "user", content: "Go" },
        { role: "assistant", content: [text("I look."), call("a"), call("b")] },
        { role: "user", content: [result("a"), result("b"), text("and hurry"), text("please")] },
      ),
    ).toEqual(["m0 user", "m1 assistant", "m2 tool", "m2-1 user"]);
  });

  test("of one text are the same, written as text or as block", () => {
    expect(parts("Hi")).toEqual(parts([{ ...text("Hi"), cache_control: { type: "ephemeral" } }]));
    expect(parts("Hi")).toEqual(parts(["Hi"]));
  });

  test("of nothing have no parts", () => {
    for (const content of ["", [], null, undefined]) expect(parts(content)).toEqual([]);
  });

  test("hold pictures by their bytes or their address", () => {
    expect(
      parts([
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
        { type: "image", source: { type: "url", url: "https://a.test/b.png" } },
        { type: "image", source: { type: "url", url: "data:image/gif;base64,BBBB" } },
        { type: "image", source: { type: "file", file_id: "file_1" } },
        { type: "image", source: { type: "url", url: "ftp://a.test/c.png" } },
      ]),
    ).toEqual([
      { type: "image", mediaType: "image/png", ref: "data:image/png;base64,AAAA" },
      { type: "image", mediaType: "image/*", ref: "https://a.test/b.png" },
      { type: "image", mediaType: "image/gif", ref: "data:image/gif;base64,BBBB" },
      text("[An image was left out: it cannot be reached from here, file_1.]"),
      text("[An image was left out: it cannot be reached from here, ftp://a.test/c.png.]"),
    ]);
  });

  test("hold calls in their place among the words", () => {
    const content = [
      text("I look."),
      { type: "tool_use", id: "toolu_1", name: "read", input: { path: "a" } },
      text("So."),
    ];
    const [first, call, last] = parts(content, "assistant");
    expect([first, last]).toEqual([text("I look."), text("So.")]);
    expect(call).toMatchObject({
      type: "tool-use",
      block: {
        id: "toolu_1",
        name: "read",
        input: { path: "a" },
        dialect: "native",
        partial: false,
        closedBy: "close",
      },
    });
  });

  test("give a call without an id one of its place", () => {
    expect(parts([text("x"), { type: "tool_use", name: "f" }], "assistant")[1]).toMatchObject({
      block: { id: "m0-call-1", input: {} },
    });
  });

  test.each([
    ["a text", { content: "done" }, { status: "ok", content: [text("done")] }],
    ["nothing", {}, { status: "ok", content: [] }],
    ["an error", { content: "no", is_error: true }, { status: "error", content: [text("no")] }],
    [
      "words and a picture",
      { content: [text("see"), { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }] },
      { status: "ok", content: [text("see"), { type: "image", mediaType: "image/png", data: "AAAA" }] },
    ],
    [
      "a tool that was found",
      { content: [{ type: "tool_reference", tool_name: "WebFetch" }] },
      { status: "ok", content: [text("[The tool WebFetch can be called now.]")] },
    ],
  ])("hold results: %s", (_, more, result) => {
    const list = messages({ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", ...more }] });
    expect(list).toEqual([{ id: "m0", role: "tool", parts: [{ type: "tool-result", callId: "toolu_1", result }] }]);
  });

  test("are the same each time, and a longer history begins with them, whatever is marked for a cache", () => {
    fc.assert(
      fc.property(histories, fc.nat(8), (history, kept) => {
        const short = history.slice(0, Math.max(2, kept));
        const unmarked = JSON.parse(
          JSON.stringify(short, (key, value) => (key === "cache_control" ? undefined : value)),
        );
        const before = read({ messages: short });
        const after = read({ messages: history });
        expect(read({ messages: unmarked })).toEqual(before);
        expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
        expect(after.system).toBe(before.system);
      }),
    );
  });
});
