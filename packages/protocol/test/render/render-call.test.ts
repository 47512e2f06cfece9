import { InvalidOptionError, parseAssistantMessage, renderCall, type ToolDefinition } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SAMPLE_TOOLS } from "../teach/sample-tools.js";

const TYPED: ToolDefinition = {
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

describe("a rendered call", () => {
  test("has a line a tag, a body on the line after its open tag, and the schema's order", () => {
    const input = { content: "one\ntwo\n", path: "a.txt" };
    expect(renderCall({ name: "write_to_file", input }, SAMPLE_TOOLS)).toEqual({
      text: "<write_to_file>\n<path>a.txt</path>\n<content>\none\ntwo\n</content>\n</write_to_file>",
      readsBack: true,
    });
  });

  test("writes numbers, booleans, null, arrays and objects as JSON", () => {
    const input = { count: 3, ratio: 0.5, on: false, nothing: null, list: [1, "a"], thing: { a: { b: null } } };
    expect(renderCall({ name: "typed", input }, [TYPED])).toEqual({
      text: '<typed>\n<count>3</count>\n<ratio>0.5</ratio>\n<on>false</on>\n<nothing>null</nothing>\n<list>[1,"a"]</list>\n<thing>{"a":{"b":null}}</thing>\n</typed>',
      readsBack: true,
    });
  });

  test("leaves out what is undefined", () => {
    expect(renderCall({ name: "read_file", input: { path: "a", start_line: undefined } }, SAMPLE_TOOLS)).toEqual({
      text: "<read_file>\n<path>a</path>\n</read_file>",
      readsBack: true,
    });
  });

  test("without arguments reads back", () => {
    expect(renderCall({ name: "list_files", input: {} }, SAMPLE_TOOLS)).toEqual({
      text: "<list_files>\n</list_files>",
      readsBack: true,
    });
  });

  test.each([
    "",
    "\n",
    "\n\nA",
    "A\n",
    "  A  ",
    "\r\nA",
    "a < b && c > d",
    "<p>&amp;</p>",
    "</content>\n",
    "<content>x</content>\n",
  ])("keeps the body %j", (content) => {
    const call = { name: "write_to_file", input: { path: "a", content } };
    expect(renderCall(call, SAMPLE_TOOLS).readsBack).toBe(true);
  });

  test.each([
    ["a scalar with blanks at its ends", { name: "read_file", input: { path: " a " } }],
    ["a tool that there is not", { name: "write_file", input: { path: "a" } }],
    ["a parameter that there is not", { name: "read_file", input: { path: "a", encoding: "utf-8" } }],
    ["a value of another type than the schema's", { name: "read_file", input: { path: 5 } }],
    [
      "a body that closes its own call",
      { name: "attempt_completion", input: { result: "a\n</result>\n</attempt_completion>\nb" } },
    ],
  ])("says so when %s cannot be read back", (_what, call) => {
    expect(renderCall(call, SAMPLE_TOOLS).readsBack).toBe(false);
  });
});

test("an unknown dialect is refused", () => {
  expect(() => renderCall({ name: "read_file", input: {} }, SAMPLE_TOOLS, "klingon")).toThrow(InvalidOptionError);
});

/** Text made of what is dangerous in this dialect, and of what is not. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<content>",
        "</content>",
        "<script>",
        "</script>",
        "<typed>",
        "</typed>",
        "<word>",
        "</word>",
        "</",
        "<",
        "\n",
        "\r\n",
        " ",
        "`",
        "```",
        "<think>",
        "</think>",
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

const typedInput = fc.record(
  {
    word: nasty,
    count: fc.integer(),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }),
    on: fc.boolean(),
    nothing: fc.constant(null),
    list: fc.array(fc.oneof(fc.integer(), nasty)),
    thing: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), nasty),
    content: nasty,
    script: nasty,
  },
  { requiredKeys: [] },
);

test("a call that says it reads back is read as the same call, also among prose", () => {
  let readBack = 0;
  fc.assert(
    fc.property(typedInput, (input) => {
      const { text, readsBack } = renderCall({ name: "typed", input }, [TYPED]);
      if (!readsBack) return;
      readBack += 1;
      const { blocks } = parseAssistantMessage(`I do it.\n${text}`, { tools: [TYPED], reason: "stop" });
      const call = blocks[1];
      expect(blocks).toHaveLength(2);
      expect(call).toMatchObject({ type: "tool-use", name: "typed", closedBy: "close", repairs: [], input });
    }),
    { numRuns: 2_000 },
  );
  expect(readBack).toBeGreaterThan(200);
});

test("any plain text survives as a body, byte for byte", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }).filter((text) => !text.includes("<")),
      (content) => {
        expect(renderCall({ name: "typed", input: { content } }, [TYPED]).readsBack).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
