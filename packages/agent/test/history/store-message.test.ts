import { createParser, parseAssistantMessage, renderCall, type ToolUseBlock } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_TEXT, storedAssistantMessage } from "../../src/history/store-message.js";
import { callsOf } from "../../src/history/tool-calls.js";
import type { ModelProfile } from "../../src/model-profile.js";
import { call, profile } from "../conversation.js";
import { SAMPLE_TOOLS } from "../sample-tools.js";

type Reason = "stop" | "length";

function store(
  raw: string,
  more: { protocol?: "native" | "text"; back?: ModelProfile["reasoning"]["back"]; reason?: Reason } = {},
) {
  const { blocks } = parseAssistantMessage(raw, { tools: SAMPLE_TOOLS, messageId: "m", reason: more.reason ?? "stop" });
  return storedAssistantMessage({
    id: "m",
    raw,
    blocks,
    dialect: "cline",
    protocol: more.protocol ?? "text",
    profile: profile({ reasoning: { form: "tags", back: more.back ?? "drop" } }),
    tools: SAMPLE_TOOLS,
  });
}

const stored = (raw: string, more: Parameters<typeof store>[1] = {}) => store(raw, more).raw?.text;
const CALL = "<read_file>\n<path>a.ts</path>\n</read_file>";

describe("an assistant message in text protocol", () => {
  it("goes back as it was written", () => {
    const raw = `I will look.\n\n${CALL}\n\n${CALL.replace("a.ts", "b.ts")}`;
    expect(store(raw)).toMatchObject({ id: "m", role: "assistant", raw: { dialect: "cline", text: raw } });
    expect(callsOf(store(raw)).map(({ id, input }) => [id, input])).toEqual([
      ["m.1", { path: "a.ts" }],
      ["m.2", { path: "b.ts" }],
    ]);
  });

  it("has no blanks around it, which many templates cut", () => {
    expect(stored(`\n\n  Hello ${"\n\n"}${CALL}\n \n`)).toBe(`Hello \n\n${CALL}`);
  });

  it.each([
    ["<think>\nhm\n</think>\n\nHello", "Hello"],
    [`Hello\n<think>hm</think>\n${CALL}`, `Hello\n${CALL}`],
    ["<think>only thoughts</think>", NO_TEXT],
    ["<think>thoughts that were cut", NO_TEXT],
    ["", NO_TEXT],
  ])("drops reasoning with its tags where that is the rule: %j", (raw, text) => {
    expect(stored(raw)).toBe(text);
  });

  it("keeps reasoning as it is where the rule is keep, and only there its closing tag", () => {
    const raw = `<think>\nhm\n</think>\n\nThe tag </think> ends it.`;
    expect(stored(raw, { back: "keep" })).toBe("<think>\nhm\n</think>\n\nThe tag <\\/think> ends it.");
    expect(stored(raw)).toBe("The tag <\\/think> ends it.");
  });

  it("keeps the reasoning in its parts whatever the rule, for those who show it", () => {
    expect(store("<think>\nhm\n</think>\n\nHello").parts).toEqual([
      { type: "reasoning", text: "hm\n" },
      { type: "text", text: "Hello" },
    ]);
  });

  it("has `</think>` broken up, even inside a file that it writes", () => {
    const raw = "<write_to_file>\n<path>a</path>\n<content>\nx </think> y\n</content>\n</write_to_file>";
    expect(stored(raw)).toBe(raw.replace("</think>", "<\\/think>"));
    expect(callsOf(store(raw))[0]?.input).toMatchObject({ content: expect.stringContaining("x </think> y") });
  });

  it.each([
    [`Look.\n${CALL}\nand <read_file>\n<path>b`, `Look.\n${CALL}\nand`],
    [`Look.\n<write_to_file>\n<path>b</path>\n<content>half`, "Look."],
    ["<read_file>\n<pa", NO_TEXT],
    ["Look.\n<read_fi", "Look."],
  ])("loses a call that was cut, and the tag of one: %j", (raw, text) => {
    const message = store(raw, { reason: "length" });
    expect(message.raw?.text).toBe(text);
    expect(message.parts.every((part) => part.type !== "tool-use" || !part.block.partial)).toBe(true);
  });

  it("loses a cut call behind reasoning that is kept", () => {
    const raw = "<think>hm</think>\n<read_file>\n<pa";
    expect(stored(raw, { back: "keep", reason: "length" })).toBe("<think>hm</think>");
  });

  it("has a native call written as text, where the server read it itself", () => {
    const native: ToolUseBlock = {
      ...call("m.1"),
      dialect: "native",
      span: { channel: "arguments:0", start: 0, end: 9 },
    };
    const raw = "I will look.";
    const { blocks } = parseAssistantMessage(raw, { tools: SAMPLE_TOOLS });
    const message = storedAssistantMessage({
      id: "m",
      raw,
      blocks: [...blocks, native],
      dialect: "cline",
      protocol: "text",
      profile: profile(),
      tools: SAMPLE_TOOLS,
    });
    expect(message.raw?.text).toBe("I will look.\n\n<read_file>\n<path>m.1.ts</path>\n</read_file>");
  });
});

describe("an assistant message with native calls", () => {
  it("has its words and calls as parts and needs no raw text", () => {
    const message = store(`Words </think>.\n${CALL}`, { protocol: "native" });
    expect(message).not.toHaveProperty("raw");
    expect(message.parts.map(({ type }) => type)).toEqual(["text", "tool-use"]);
    expect(message.parts[0]).toMatchObject({ text: "Words <\\/think>.\n" });
  });
});

describe("whatever a model wrote", () => {
  const words = fc.constantFrom("Hello.", "a < b", "two\n\nlines", "é😀", "x </think> y", "`<read_file>`");
  const thought = fc.constantFrom("<think>\nhm\n</think>\n", "<think>a\nb</think>\n");
  const written = fc
    .constantFrom("plain\n", "no line end", "</content>", "<path>x</path>\n", "a </think> b\n", "")
    .map((content) => renderCall({ name: "write_to_file", input: { path: "a.ts", content } }, SAMPLE_TOOLS).text);
  const piece = fc.oneof(words, thought, written, fc.constant(CALL));
  const message = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("\n\n"));

  it("what is stored reads back as the same calls", () => {
    fc.assert(
      fc.property(message, (raw) => {
        const { raw: again, ...whole } = store(raw);
        const { blocks } = parseAssistantMessage(again?.text ?? "", { tools: SAMPLE_TOOLS, reason: "stop" });
        const back = blocks.flatMap((block) => (block.type === "tool-use" ? [[block.name, block.input]] : []));
        const broken = JSON.parse(
          JSON.stringify(callsOf(whole).map(({ name, input }) => [name, input])).replaceAll("</think>", "<\\\\/think>"),
        );
        expect(back).toEqual(broken);
        expect(blocks.every((block) => block.type !== "reasoning")).toBe(true);
        expect(again?.text).not.toContain("</think>");
        expect(again?.text.trim()).toBe(again?.text);
        expect(again?.text).not.toBe("");
      }),
      { numRuns: 2_000 },
    );
  });

  it("cut anywhere, what is stored holds the closed calls and nothing half", () => {
    fc.assert(
      fc.property(message, fc.nat(), (raw, at) => {
        const cut = raw.slice(0, at % (raw.length + 1));
        const reader = createParser({ tools: SAMPLE_TOOLS, messageId: "m" });
        reader.push({ type: "text-delta", text: cut });
        reader.end("length");
        const kept = store(cut, { reason: "length" });
        const { blocks, truncated } = parseAssistantMessage(kept.raw?.text ?? "", {
          tools: SAMPLE_TOOLS,
          reason: "length",
        });
        expect(truncated).toBe(false);
        expect(blocks.some((block) => block.type === "tool-use" && block.closedBy === "end")).toBe(false);
        const closed = reader.blocks.filter((block) => block.type === "tool-use" && block.closedBy !== "end");
        expect(callsOf(kept)).toHaveLength(closed.length);
        expect(blocks.filter(({ type }) => type === "tool-use")).toHaveLength(closed.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
