import { dialectNames, type FinishReason, getDialect, type StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReadAnswer, type ReadAnswerOptions } from "../../src/answer/read-answer.js";
import { eventsOf, readBack, type Seen } from "./read-back.js";
import { tools } from "./tools.js";

const OPTIONS: ReadAnswerOptions = {
  id: "abc",
  tools,
  textTools: new Set(["apply_patch"]),
  dialect: "cline",
  nativeOffered: false,
  calls: "several",
};

/** What a client gets of a model's text that came in pieces of so many characters. */
function read(
  text: string,
  options: Partial<ReadAnswerOptions> = {},
  size = text.length,
  reason: FinishReason = "stop",
): Seen {
  const source = new ReadAnswer({ ...OPTIONS, ...options });
  const pieces = text.match(new RegExp(`[^]{1,${Math.max(size, 1)}}`, "gu")) ?? [];
  const chunks: StreamChunk[] = pieces.map((piece) => ({ type: "text-delta", text: piece }));
  return readBack(eventsOf(source, [...chunks, { type: "finish", reason }]));
}

const TWO_CALLS = `<think>
First a look.
</think>
I look.
<read_file>
<path>a "1".ts</path>
<from_line>7</from_line>
</read_file>
Then I write.
<write_file>
<path>b.ts</path>
<content>
<b>ü 😀</b>
</content>
</write_file>`;

describe("a model's text as a client sees it", () => {
  it.each([1, 2, 3, 7, 1_000])(
    "is text, reasoning and calls without any markup, in pieces of %i characters",
    (size) => {
      const { blocks, finish } = read(TWO_CALLS, {}, size);
      expect(blocks).toEqual([
        { type: "reasoning", text: "First a look.\n" },
        { type: "text", text: "I look.\n" },
        {
          type: "call",
          id: "call_abc_0",
          name: "read_file",
          text: String.raw`{"path":"a \"1\".ts","from_line":7}`,
          whole: true,
        },
        { type: "text", text: "Then I write.\n" },
        {
          type: "call",
          id: "call_abc_1",
          name: "write_file",
          text: String.raw`{"path":"b.ts","content":"<b>ü 😀</b>\n"}`,
          whole: true,
        },
      ]);
      expect(finish).toEqual({ type: "finish", reason: "tool-calls", usage: { inputTokens: 1 } });
    },
  );

  it("opens a call as soon as its name is known, and sends a text while it is written", () => {
    const source = new ReadAnswer(OPTIONS);
    source.push({ type: "text-delta", text: "<write_file>\n<path>a.ts</path>\n<content>\nlet a" });
    const told = source.take();
    expect(told[0]).toEqual({ type: "call-start", id: "call_abc_0", name: "write_file" });
    expect(told.map((event) => (event.type === "call-delta" ? event.text : "")).join("")).toBe(
      '{"path":"a.ts","content":"let a',
    );
    source.push({ type: "text-delta", text: " = 1;" });
    expect(source.take()).toEqual([{ type: "call-delta", text: " = 1;" }]);
  });

  it("ends with length where a call was cut off, and the call is no whole one", () => {
    const { blocks, finish } = read(TWO_CALLS.slice(0, -25), {}, 5, "length");
    expect(blocks.at(-1)).toMatchObject({ name: "write_file", whole: false });
    expect(finish?.reason).toBe("length");
    expect(read(TWO_CALLS.slice(0, -25), {}, 5, "unknown").finish?.reason).toBe("length");
  });

  it("gives a tool that takes a text that text, not JSON", () => {
    const text = '<apply_patch>\n<input>\n*** Begin Patch\n"x"\n</input>\n</apply_patch>';
    expect(read(text, {}, 3).blocks).toMatchObject([
      { name: "apply_patch", text: '*** Begin Patch\n"x"\n', whole: true },
    ]);
  });

  it("ends behind the first call where the client wants one only", () => {
    const source = new ReadAnswer({ ...OPTIONS, calls: "one" });
    source.push({ type: "text-delta", text: TWO_CALLS });
    expect(source.isEnough).toBe(true);
    source.end("tool-calls", {});
    const { blocks, finish } = readBack(source.take());
    expect(blocks.filter(({ type }) => type === "call")).toHaveLength(1);
    expect(blocks.at(-1)).toMatchObject({ type: "call", name: "read_file" });
    expect(finish?.reason).toBe("tool-calls");
  });

  it("ends behind the first call where several are written side by side and the client wants one only", () => {
    const source = new ReadAnswer({ ...OPTIONS, nativeOffered: true, calls: "one" });
    const chunks: StreamChunk[] = [
      { type: "text-delta", text: "I look <rea" },
      { type: "tool-input-start", index: 0, name: "read_file" },
      { type: "tool-input-delta", index: 0, json: '{"path":' },
      { type: "tool-input-start", index: 1, name: "read_file" },
      { type: "tool-input-delta", index: 1, json: '{"path":"b"}' },
      { type: "tool-input-end", index: 1 },
      { type: "text-delta", text: "Both." },
      { type: "tool-input-delta", index: 0, json: '"a"}' },
      { type: "tool-input-end", index: 0 },
    ];
    const events = eventsOf(source, chunks);
    expect(source.isEnough).toBe(true);
    source.end("tool-calls", {});
    const { blocks, finish } = readBack([...events, ...source.take()]);
    expect(blocks).toMatchObject([{ type: "text" }, { type: "call", text: '{"path":"a"}', whole: true }]);
    expect(finish?.reason).toBe("tool-calls");
    expect(source.calls).toMatchObject({ whole: 1, cut: 0 });
  });

  it("holds no call where the client wants none", () => {
    const { blocks, finish } = read(TWO_CALLS, { calls: "none" }, 4);
    expect(blocks.map(({ type }) => type)).toEqual(["reasoning", "text", "text"]);
    expect(finish?.reason).toBe("stop");
  });

  it("counts what was mended and what had leaked into the text", () => {
    const source = new ReadAnswer({ ...OPTIONS, nativeOffered: true });
    const text = "<read_file>\n<path>a</path>\n</read_file>\n<READ_FILE>\n<path>b</path>\n</READ_FILE>";
    readBack(
      eventsOf(source, [
        { type: "text-delta", text },
        { type: "finish", reason: "stop" },
      ]),
    );
    expect(source.calls).toEqual({ whole: 2, cut: 0, mended: 1, salvaged: 2 });
  });

  it("puts native calls that were written side by side one after the other", () => {
    const chunks: StreamChunk[] = [
      { type: "text-delta", text: "Both." },
      { type: "tool-input-start", index: 0, name: "read_file" },
      { type: "tool-input-start", index: 1, name: "write_file" },
      { type: "tool-input-delta", index: 1, json: '{"path":"b",' },
      { type: "tool-input-delta", index: 0, json: '{"path":"a"' },
      { type: "tool-input-delta", index: 1, json: '"content":"x"}' },
      { type: "tool-input-delta", index: 0, json: "}" },
      { type: "finish", reason: "tool-calls" },
    ];
    const { blocks } = readBack(eventsOf(new ReadAnswer({ ...OPTIONS, nativeOffered: true }), chunks));
    expect(blocks).toMatchObject([
      { type: "text", text: "Both." },
      { name: "read_file", text: '{"path":"a"}', whole: true },
      { name: "write_file", text: '{"path":"b","content":"x"}', whole: true },
    ]);
  });

  it("keeps a signature with its reasoning, also where nothing of it may be seen", () => {
    const chunks: StreamChunk[] = [
      { type: "reasoning-delta", text: "Hm." },
      { type: "reasoning-delta", text: "", signature: "s1" },
      { type: "reasoning-delta", text: "", signature: "s2" },
      { type: "text-delta", text: "Yes." },
      { type: "finish", reason: "stop" },
    ];
    expect(readBack(eventsOf(new ReadAnswer(OPTIONS), chunks)).blocks).toEqual([
      { type: "reasoning", text: "Hm.", signature: "s1" },
      { type: "reasoning", text: "", signature: "s2" },
      { type: "text", text: "Yes." },
    ]);
  });
});

describe.each(dialectNames)("%s", (dialect) => {
  const value = fc.string({ unit: "binary", maxLength: 30 });

  it("gives back the arguments that the model wrote, however its text is cut", () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 9 }), (content, size) => {
        const call = { name: "write_file", input: { path: "a.ts", content } };
        const text = `I write.\n\n${getDialect(dialect).writeCall(call, tools)}`;
        const source = new ReadAnswer({ ...OPTIONS, dialect });
        const whole = read(text, { dialect });
        expect(read(text, { dialect }, size)).toEqual(whole);
        const calls = whole.blocks.filter((block) => block.type === "call");
        // What a dialect cannot hold is the dialect's affair: whatever was read is JSON.
        for (const { text: json, whole: isWhole } of calls) if (isWhole) JSON.parse(json);
        expect(source.calls.cut).toBe(0);
      }),
      { numRuns: 15 },
    );
  });
});
