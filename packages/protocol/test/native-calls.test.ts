import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Repair, ToolUseBlock } from "../src/block.js";
import type { BlockEvent } from "../src/block-event.js";
import { BlockList } from "../src/block-list.js";
import type { EndKind } from "../src/end-kind.js";
import { NativeCalls, type ToolInputChunk } from "../src/native-calls.js";
import type { ToolDefinition } from "../src/tool-definition.js";
import { cutAt, cutEvery, pieces } from "./cuts.js";
import { harmlessJson } from "./harmless-json.js";

const tools: readonly ToolDefinition[] = [
  {
    name: "write_to_file",
    description: "Writes a file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        content: { type: "string" },
        mode: { type: "integer" },
        progress: { type: "string", "x-ignored": true },
      },
      required: ["path", "content"],
    },
  },
  { name: "list_tasks", description: "Lists tasks.", parameters: { type: "object", properties: {} } },
];

function start(index: number, name?: string, providerCallId?: string): ToolInputChunk {
  return {
    type: "tool-input-start",
    index,
    ...(name !== undefined && { name }),
    ...(providerCallId !== undefined && { providerCallId }),
  };
}

function delta(index: number, json: string, name?: string): ToolInputChunk {
  return { type: "tool-input-delta", index, json, ...(name !== undefined && { name }) };
}

function inputEnd(index: number, signature?: string): ToolInputChunk {
  return { type: "tool-input-end", index, ...(signature !== undefined && { signature }) };
}

/** Reads chunks up to an end; without a kind the message is still open. */
function read(chunks: readonly ToolInputChunk[], kind?: EndKind) {
  const events: BlockEvent[] = [];
  const notes: Repair[] = [];
  const list = new BlockList("m", (event) => events.push(event));
  const calls = new NativeCalls(tools, list, notes);
  for (const chunk of chunks) calls.push(chunk);
  if (kind !== undefined) calls.end(kind);
  return { blocks: list.blocks, events, notes, lengths: calls.lengths, truncated: calls.truncated };
}

function blockOf(chunks: readonly ToolInputChunk[], kind?: EndKind): ToolUseBlock {
  const { blocks } = read(chunks, kind);
  const block = blocks[0];
  if (blocks.length !== 1 || block?.type !== "tool-use") throw new Error("expected one call");
  return block;
}

/** Blocks as the events tell them; pieces joined, so that it does not matter where they were cut. */
function fold(events: readonly BlockEvent[]) {
  const told: { id: string; name: string; params: [string, string][]; ended: string[]; value?: ToolUseBlock }[] = [];
  for (const event of events) {
    if (event.type === "tool-start") {
      told[event.block] = { id: event.id, name: event.name, params: [], ended: [] };
      continue;
    }
    const call = told[event.block];
    if (call === undefined) throw new Error(`${event.type} before its block`);
    if (call.value !== undefined && event.type !== "tool-signature")
      throw new Error("an event behind the end of its block");
    if (event.type === "param-start") call.params.push([event.param, ""]);
    if (event.type === "param-delta") {
      const param = call.params.at(-1);
      if (param?.[0] !== event.param) throw new Error("a piece of another parameter");
      param[1] += event.text;
    }
    if (event.type === "param-end") call.ended.push(event.param);
    if (event.type === "tool-end") call.value = event.value;
    if (event.type === "tool-signature" && call.value) call.value = { ...call.value, signature: event.signature };
  }
  return told;
}

function summary(chunks: readonly ToolInputChunk[], kind: EndKind) {
  const { blocks, events, notes, lengths, truncated } = read(chunks, kind);
  return { blocks, told: fold(events), notes, lengths: [...lengths], truncated };
}

describe("reading a native call", () => {
  it("opens it with its name, tells of arguments as they come and closes it with its JSON", () => {
    const { events, blocks } = read([
      start(0, "write_to_file", "c1"),
      delta(0, '{"path":"a.ts","content":"x'),
      delta(0, 'y","mode":4'),
      delta(0, "20}"),
    ]);
    expect(events.slice(0, -1)).toStrictEqual([
      { type: "tool-start", block: 0, id: "m.1", name: "write_to_file" },
      { type: "param-start", block: 0, param: "path" },
      { type: "param-delta", block: 0, param: "path", text: "a.ts" },
      { type: "param-end", block: 0, param: "path" },
      { type: "param-start", block: 0, param: "content" },
      { type: "param-delta", block: 0, param: "content", text: "x" },
      { type: "param-delta", block: 0, param: "content", text: "y" },
      { type: "param-end", block: 0, param: "content" },
      { type: "param-start", block: 0, param: "mode" },
      { type: "param-delta", block: 0, param: "mode", text: "420" },
      { type: "param-end", block: 0, param: "mode" },
    ]);
    expect(events.at(-1)).toStrictEqual({ type: "tool-end", block: 0, value: blocks[0] });
    expect(blocks).toStrictEqual([
      {
        type: "tool-use",
        id: "m.1",
        providerCallId: "c1",
        name: "write_to_file",
        dialect: "native",
        params: [
          ["path", "a.ts"],
          ["content", "xy"],
          ["mode", "420"],
        ],
        input: { path: "a.ts", content: "xy", mode: 420 },
        partial: false,
        closedBy: "close",
        repairs: [],
        span: { channel: "arguments:0", start: 0, end: 41 },
      },
    ]);
  });

  it("joins an escape that was cut", () => {
    const chunks = [start(0, "write_to_file"), delta(0, '{"content":"caf\\u00'), delta(0, 'e9"}')];
    expect(blockOf(chunks).params).toStrictEqual([["content", "café"]]);
  });

  it("keeps what came before the name and reads it then", () => {
    const block = blockOf([start(0), delta(0, '{"path":'), delta(0, '"a"', "write_to_file"), delta(0, "}")]);
    expect(block).toMatchObject({ name: "write_to_file", input: { path: "a" }, closedBy: "close" });
  });

  it("reads a call that no start announced", () => {
    expect(blockOf([delta(7, '{"path":"a"}', "write_to_file")])).toMatchObject({
      input: { path: "a" },
      span: { channel: "arguments:7", start: 0, end: 12 },
    });
  });

  it("ignores a name that is repeated in every piece", () => {
    const block = blockOf([
      start(0, "write_to_file", "c1"),
      delta(0, '{"pa', "write_to_file"),
      start(0, "write_to_file", "c1"),
      delta(0, 'th":"a"}', "write_to_file"),
    ]);
    expect(block).toMatchObject({ name: "write_to_file", input: { path: "a" } });
  });

  it("takes empty provider ids for none", () => {
    const { blocks } = read([start(0, "list_tasks", ""), delta(0, "{}"), start(1, "list_tasks", ""), delta(1, "{}")]);
    expect(blocks.map((block) => block.type === "tool-use" && [block.id, "providerCallId" in block])).toStrictEqual([
      ["m.1", false],
      ["m.2", false],
    ]);
  });

  it("reads a tool it does not know: its answer is someone else's matter", () => {
    expect(blockOf([start(0, "no_such_tool"), delta(0, '{"a":"1"}')])).toMatchObject({
      input: { a: "1" },
      closedBy: "close",
    });
  });

  it("types arguments by the schema, keeps their text, and drops those to be ignored", () => {
    const block = blockOf([start(0, "write_to_file"), delta(0, '{"path":1.10,"mode":"420","progress":"x"}')]);
    expect(block.input).toStrictEqual({ path: "1.10", mode: 420 });
    expect(block.params).toStrictEqual([
      ["path", "1.10"],
      ["mode", "420"],
      ["progress", "x"],
    ]);
  });

  it("says what it mended", () => {
    const block = blockOf([start(0, "write_to_file"), delta(0, "{'path': 'a',}")]);
    expect(block).toMatchObject({ input: { path: "a" }, closedBy: "close" });
    expect(block.repairs.map(({ kind }) => kind)).toStrictEqual(["json-syntax", "json-syntax"]);
  });

  it("reads arguments that were written as a string", () => {
    const text = JSON.stringify(JSON.stringify({ path: "a", content: "b" }));
    expect(blockOf([start(0, "write_to_file"), delta(0, text)]).input).toStrictEqual({ path: "a", content: "b" });
  });

  it("keeps several calls open side by side", () => {
    const { blocks, events } = read([
      start(0, "write_to_file", "c1"),
      delta(0, '{"path":'),
      start(1, "write_to_file", "c2"),
      delta(1, '{"path":"b"'),
      delta(0, '"a"}'),
      delta(1, "}"),
    ]);
    expect(blocks).toMatchObject([{ input: { path: "a" } }, { input: { path: "b" } }]);
    expect(events.filter(({ type }) => type === "tool-end").map(({ block }) => block)).toStrictEqual([0, 1]);
  });
});

describe("a native call without arguments", () => {
  it.each([["nothing"], [""], [" \n"], ["null"], ['""']])("has an empty input if the wire says so: %j", (json) => {
    const chunks = [start(0, "list_tasks"), ...(json === "nothing" ? [] : [delta(0, json)]), inputEnd(0)];
    expect(blockOf(chunks)).toMatchObject({ input: {}, params: [], partial: false, closedBy: "close" });
  });

  it("has an empty input at a regular end of the message", () => {
    expect(blockOf([start(0, "list_tasks")], "mend")).toMatchObject({ input: {}, partial: false, closedBy: "close" });
  });

  it.each(["leave", "cut"] as const)("is cut off where the end does not say that all came (%s)", (kind) => {
    const { blocks, truncated } = read([start(0, "list_tasks")], kind);
    expect(blocks).toMatchObject([{ partial: true, closedBy: "end" }]);
    expect(blocks[0]).not.toHaveProperty("input");
    expect(truncated).toBe(true);
  });
});

describe("a native call that is cut off", () => {
  it.each(["mend", "leave", "cut"] as const)("is never run, whatever the end (%s)", (kind) => {
    const { blocks, truncated, events } = read(
      [start(0, "write_to_file"), delta(0, '{"path":"a","content":"li')],
      kind,
    );
    expect(blocks).toMatchObject([
      {
        partial: true,
        closedBy: "end",
        params: [
          ["path", "a"],
          ["content", "li"],
        ],
        span: { start: 0, end: 25 },
      },
    ]);
    expect(blocks[0]).not.toHaveProperty("input");
    expect(truncated).toBe(true);
    expect(events.at(-1)?.type).toBe("tool-end");
  });

  it("is never run after any byte but the last of three calls", () => {
    const texts = ['{"path":"a","content":"b"}', '"{\\"path\\":\\"a\\"}"', "{}"];
    const whole = texts.flatMap((json, index) => [
      start(index, "write_to_file"),
      ...cutEvery(json, 1).map((one) => delta(index, one)),
    ]);
    for (let length = 0; length <= whole.length; length++) {
      for (const kind of ["leave", "cut"] as const) {
        const { blocks } = read(whole.slice(0, length), kind);
        let left = length;
        const complete = texts.filter((json) => {
          left -= json.length + 1;
          return left >= 0;
        });
        expect(blocks.filter(({ partial }) => !partial)).toHaveLength(complete.length);
      }
    }
  });

  it("is not run if its JSON cannot be read, and says why", () => {
    const block = blockOf([start(0, "write_to_file"), delta(0, '{"path" "a"}')], "mend");
    expect(block).toMatchObject({ partial: true, closedBy: "end", span: { end: 12 } });
    expect(block.repairs).toStrictEqual([
      { kind: "json-syntax", message: 'The JSON cannot be read: """ does not belong there.' },
    ]);
  });

  it("ends as a note and no block if it was never named", () => {
    const { blocks, notes, truncated, lengths } = read([start(0, "", "c1"), delta(0, '{"a":1}')], "mend");
    expect([blocks, notes.map(({ kind }) => kind), truncated]).toStrictEqual([[], ["nameless-call"], true]);
    expect([...lengths]).toStrictEqual([["arguments:0", 7]]);
  });

  it("is given up when it grows past the limit, even if its name comes last", () => {
    const piece = "x".repeat(16 * 1024 * 1024);
    const chunks = [
      delta(0, '{"content":"'),
      delta(0, piece),
      delta(0, piece),
      delta(0, piece),
      delta(0, '"}', "write_to_file"),
    ];
    const block = blockOf(chunks, "mend");
    expect(block.closedBy).toBe("end");
    expect(block.repairs.map(({ kind }) => kind)).toStrictEqual(["too-long"]);
  });
});

describe("what comes behind a closed native call", () => {
  const call = [start(0, "write_to_file", "c1"), delta(0, '{"path":"a"}')];

  it("is ignored if the server sends the same arguments again", () => {
    const { blocks, notes, lengths } = read([...call, delta(0, ' {"path":'), delta(0, '"a"} ')], "mend");
    expect(blocks).toMatchObject([{ input: { path: "a" }, span: { start: 0, end: 12 } }]);
    expect(notes).toStrictEqual([]);
    expect([...lengths]).toStrictEqual([["arguments:0", 26]]);
  });

  it.each([['{"path":"b"}'], ["}"], ['{"path":'], ["and more"]])(
    "is noted once if it is something else: %s",
    (behind) => {
      const { blocks, notes } = read([...call, delta(0, behind), delta(0, behind)], "mend");
      expect(blocks).toHaveLength(1);
      expect(notes.map(({ kind }) => kind)).toStrictEqual(["repeated-call"]);
    },
  );

  it("is the next call if a start brings another provider id", () => {
    const { blocks, notes } = read([...call, start(0, "list_tasks", "c2"), delta(0, "{}")], "mend");
    expect(blocks).toMatchObject([
      { id: "m.1", providerCallId: "c1", span: { channel: "arguments:0", start: 0, end: 12 } },
      { id: "m.2", providerCallId: "c2", name: "list_tasks", span: { channel: "arguments:0", start: 12, end: 14 } },
    ]);
    expect(notes).toStrictEqual([]);
  });

  it("is not needed for a start with another provider id to begin the next call", () => {
    const { blocks } = read(
      [start(0, "write_to_file", "c1"), delta(0, '{"path":'), start(0, "list_tasks", "c2"), delta(0, "{}")],
      "mend",
    );
    expect(blocks).toMatchObject([
      { providerCallId: "c1", closedBy: "end", span: { start: 0, end: 8 } },
      { providerCallId: "c2", closedBy: "close", span: { start: 8, end: 10 } },
    ]);
  });

  it("is the same call if a start repeats its id or brings none", () => {
    const { blocks } = read([...call, start(0, "write_to_file", "c1"), start(0, "write_to_file")], "mend");
    expect(blocks).toHaveLength(1);
  });
});

describe("the signature of a native call", () => {
  it("is kept if it comes before the arguments are complete", () => {
    expect(blockOf([start(0, "list_tasks"), inputEnd(0, "s")])).toMatchObject({ signature: "s" });
    expect(blockOf([start(0, "list_tasks"), delta(0, "{"), inputEnd(0, "s")], "cut")).toMatchObject({ signature: "s" });
  });

  it("is added to a call that has ended, and told", () => {
    const { blocks, events } = read([start(0, "list_tasks"), delta(0, "{}"), inputEnd(0, "s")]);
    expect(blocks).toMatchObject([{ signature: "s", closedBy: "close" }]);
    expect(events.slice(-2).map(({ type }) => type)).toStrictEqual(["tool-end", "tool-signature"]);
    expect(fold(events)[0]?.value).toStrictEqual(blocks[0]);
  });
});

describe("cutting the pieces of native calls", () => {
  const messages: [title: string, texts: readonly string[]][] = [
    ["plain", ['{"path":"a😀","content":"caf\\u00e9 \\ud83d\\ude00\\n\\"","mode":420}']],
    ["mended", ["{path: 'it\\'s', 'content': \"x\ny\", \"mode\": True, /* c */}"]],
    ["stringified", [JSON.stringify(JSON.stringify({ path: "a", content: 'b"\n' }))]],
    ["repeated", ['{"path":"a"}{"path":"a"}{"path":"b"}']],
    ["broken and cut", ['{"path" 1}', '{"path":"a","content":"b', "  "]],
    ["side by side", ['{"path":"a","content":{"x":[1,2.5]}}', '{"mode":"7"}']],
  ];

  it.each(messages)("changes nothing: %s", (_title, texts) => {
    const starts = texts.map((_, index) => start(index, "write_to_file", `c${index}`));
    const whole = texts.map((json, index) => delta(index, json));
    for (const kind of ["mend", "leave", "cut"] as const) {
      const expected = summary([...starts, ...whole], kind);
      for (const [cutIndex, text] of texts.entries()) {
        for (let at = 0; at <= text.length; at++) {
          const chunks = texts.flatMap((json, index) =>
            (index === cutIndex ? cutAt(json, [at]) : [json]).map((piece) => delta(index, piece)),
          );
          expect(summary([...starts, ...chunks], kind)).toStrictEqual(expected);
        }
      }
    }
  });

  it("changes nothing for any arguments cut anywhere, one call's pieces between another's", () => {
    const args = fc.oneof(
      fc.json(),
      fc
        .dictionary(fc.constantFrom("path", "content", "mode", "x"), harmlessJson)
        .map((value) => JSON.stringify(value)),
      fc.string(),
    );
    fc.assert(
      fc.property(
        args,
        args,
        fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
        fc.boolean(),
        (first, second, lengths, isCut) => {
          const kind = isCut ? "cut" : "mend";
          const starts = [start(0, "write_to_file"), start(1, "list_tasks")];
          const expected = summary([...starts, delta(0, first), delta(1, second)], kind);
          const cut = [
            pieces(first, lengths).map((piece) => delta(0, piece)),
            pieces(second, lengths).map((piece) => delta(1, piece)),
          ] as const;
          const mixed = Array.from({ length: Math.max(cut[0].length, cut[1].length) }, (_, at) => [
            cut[0][at],
            cut[1][at],
          ]).flat();
          const chunks = mixed.filter((chunk) => chunk !== undefined);
          const { notes: expectedNotes, ...expectedRest } = expected;
          const { notes, ...rest } = summary([...starts, ...chunks], kind);
          expect(rest).toStrictEqual(expectedRest);
          // Of two calls the notes may come in either order: they come when they are seen.
          expect(new Set(notes.map(({ message }) => message))).toStrictEqual(
            new Set(expectedNotes.map(({ message }) => message)),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("tells of what it ends with: the pieces of an ended parameter are its text", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("path", "content", "mode", "x"), harmlessJson),
        fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
        (input, lengths) => {
          const { blocks, events } = read([
            start(0, "x"),
            ...pieces(JSON.stringify(input), lengths).map((piece) => delta(0, piece)),
          ]);
          const block: Block | undefined = blocks[0];
          if (block?.type !== "tool-use") throw new Error("expected a call");
          const told = fold(events)[0];
          expect(told?.params).toStrictEqual(block.params);
          expect(told?.ended).toStrictEqual(block.params.map(([name]) => name));
          expect(told?.value).toStrictEqual(block);
          expect(block.input).toStrictEqual(JSON.parse(JSON.stringify(input)));
        },
      ),
    );
  });
});
