import { dialectNames, parseAssistantMessage, renderCall, type ToolDefinition } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const TOOL: ToolDefinition = {
  name: "typed",
  description: "",
  parameters: {
    type: "object",
    properties: {
      word: { type: "string" },
      count: { type: "integer" },
      ratio: { type: "number" },
      on: { type: "boolean" },
      nothing: { type: "null" },
      list: { type: "array" },
      thing: { type: "object" },
      content: { type: "string" },
      script: { type: "string" },
    },
  },
};

const MARKS = [
  "<tool_call>",
  "</tool_call>",
  "</tool_calls>",
  "</TOOLCALL>",
  "</function>",
  "</parameter>",
  "<parameter=word>",
  "</invoke>",
  "</arg_value>",
  "</typed>",
  "</content>",
  "<|tool_call_end|>",
  "<|END_ACTION|>",
  "<|close|>argument<|sep|>",
  "<\uff5ctool\u2581call\u2581end\uff5c>",
  "]<]minimax[>[",
  "[TOOL_CALLS]",
  '<|"|>',
  "<escape>",
  "END_ARG",
  "Observation:",
  "</think>",
  "```",
  "~~~",
  "\\",
  "\\u003c",
  '"',
  "'",
  "'''",
  "\n",
  "\r",
  "\r\n",
  "\t",
  " ",
  "#",
  ": ",
  "- ",
  "{",
  "}",
  "[",
  "]",
  ")",
  ",",
  "true",
  "None",
  "007",
];

/** Keys that are dropped wherever they stand in arguments. */
const isSafe = (key: string) => !["__proto__", "constructor", "prototype"].includes(key);

/** A text of these pieces and of anything else. */
function textOf(pieces: readonly string[], others: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(fc.oneof(fc.constantFrom(...pieces), others), { maxLength: 6 }).map((parts) => parts.join(""));
}

const number = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => value + 0);

/** Arguments with all their strings, and those inside lists and objects, of one kind. */
function inputOf(text: fc.Arbitrary<string>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const key = text.filter(isSafe);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    ),
  }));
  return fc.record(
    {
      word: text,
      count: fc.maxSafeInteger(),
      ratio: number,
      on: fc.boolean(),
      nothing: fc.constant(null),
      list: fc.array(value, { maxLength: 3 }),
      thing: fc.dictionary(key, value, { maxKeys: 3 }),
      content: text,
      script: text,
    },
    { requiredKeys: [] },
  );
}

const anyInput = inputOf(textOf(MARKS, fc.string({ unit: "binary", maxLength: 4 })));

/** Without what opens a mark in any dialect: this much every dialect can say. */
const plainInput = inputOf(
  textOf(
    MARKS.filter((mark) => !/[<\]]|END_ARG/.test(mark)),
    fc.string({ unit: "binary", maxLength: 4 }),
  ).map((text) => text.replaceAll(/[<\]]/g, "")),
);

type Input = Readonly<Record<string, unknown>>;

/** The strings that stand as they are in a dialect of raw strings. */
function rawStrings(input: Input): readonly string[] {
  return [input.word, input.content, input.script].filter((value) => typeof value === "string");
}

const holds = (mark: RegExp) => (input: Input) => rawStrings(input).some((text) => mark.test(text));

/** Names of parameters may be tags as well. */
const NAMES = Object.keys(TOOL.parameters.properties ?? {}).join("|");

const TAGS = (input: Input) =>
  // Of lists and objects, too: their JSON is written as it is.
  JSON.stringify(input).includes("<") || (typeof input.word === "string" && input.word.trim() !== input.word);

/**
 * What a dialect has no way to say; it is written all the same, and `renderCall` says that it does not read back.
 * Absent: there is nothing that it cannot say.
 */
const CANNOT_SAY: Readonly<Record<string, (input: Input) => boolean>> = {
  cline: TAGS,
  "roo-xml": TAGS,
  "morph-xml": TAGS,
  // A carriage return at the end becomes part of the line break before the close tag.
  "qwen3-coder": holds(new RegExp(`</?(?:parameter|function|invoke|call|tool|tool_call|typed|${NAMES})|\\r$`, "i")),
  "seed-oss": holds(/<\/?(?:parameter|function)/i),
  "anthropic-fc": holds(/<\/?(?:parameter|invoke)/i),
  antml: holds(/<\/?(?:parameter|invoke)/i),
  "minimax-m2": holds(/<\/?(?:parameter|invoke)/i),
  "deepseek-dsml": holds(/<\/?\uff5cDSML\uff5c/i),
  step3: holds(/<\/?steptml:|<[|\uff5c]tool[_\u2581](?:calls?[_\u2581](?:begin|end)|sep)[|\uff5c]>/i),
  glm: holds(new RegExp(`</?(?:arg_key|arg_value|parameter|function|tool_call|typed|${NAMES})`, "i")),
  "kimi-k3": holds(/<\|(?:open|close)\|>/i),
  // Its lists and objects are raw as well, and nothing in the schema here says what is in them.
  "minimax-m3": (input) => "list" in input || "thing" in input || holds(/\]<\]minimax\[>\[/i)(input),
  functiongemma: (input) => JSON.stringify(input).includes("<escape>"),
  gemma4: (input) => JSON.stringify(input).includes('<|\\"|>'),
  "continue-codeblock": (input) =>
    holds(/END_ARG|\r$/i)(input) || (typeof input.word === "string" && input.word.trim() !== input.word),
};

describe.each(dialectNames.filter((name) => name !== "auto"))("%s", (dialect) => {
  test("reads back what it writes, whatever the arguments", () => {
    fc.assert(
      fc.property(fc.oneof(anyInput, plainInput), (input) => {
        const { text, readsBack } = renderCall({ name: "typed", input }, [TOOL], dialect);
        if (!readsBack && CANNOT_SAY[dialect]?.(input) !== true) expect.fail(`Not read back:\n${text}`);
      }),
      { numRuns: 150 },
    );
  });

  test("is told apart from the others where all are read at once", () => {
    fc.assert(
      fc.property(fc.oneof(anyInput, plainInput), (input) => {
        const { text, readsBack } = renderCall({ name: "typed", input }, [TOOL], dialect);
        if (!readsBack) return;
        const { blocks } = parseAssistantMessage(text, { tools: [TOOL], dialect: "auto", reason: "stop" });
        expect(blocks).toMatchObject([{ type: "tool-use", name: "typed", closedBy: "close", input }]);
      }),
      { numRuns: 50 },
    );
  });

  test("reads several calls of one message, and the text before them", () => {
    const inputs: readonly Readonly<Record<string, unknown>>[] = [{ word: "a b" }, {}, { count: 3, content: "x\ny" }];
    const calls = inputs.map((input) => renderCall({ name: "typed", input }, [TOOL], dialect).text);
    const { blocks } = parseAssistantMessage(`I do it.\n\n${calls.join("\n")}`, {
      tools: [TOOL],
      dialect,
      reason: "stop",
    });
    expect(blocks[0]).toMatchObject({ type: "text" });
    expect(blocks.slice(1)).toMatchObject(
      inputs.map((input) => ({ type: "tool-use", name: "typed", closedBy: "close", input })),
    );
  });
});
