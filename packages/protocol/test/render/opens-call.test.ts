import { expect, test } from "vitest";
import type { Frame, FrameOpener } from "../../src/readers/frame.js";
import { opensCall } from "../../src/render/opens-call.js";
import { SAMPLE_TOOLS } from "../teach/sample-tools.js";

function frame(...openers: readonly FrameOpener[]): Frame {
  return {
    openers,
    *read() {
      yield;
      return "text";
    },
  };
}

function opens(text: string, frames: readonly Frame[]): boolean {
  return opensCall(text, { frames }, SAMPLE_TOOLS);
}

const TAG = frame({ tag: "tool_call" }, { tag: "function=" }, { tag: "|tool_calls_begin|" });

test.each([
  "a <tool_call> b",
  "<TOOL_CALL>",
  "<  tool_call >",
  '<tool_call id="1">',
  "<function=f>",
  "< Function='f'>",
])("a tag opens a call in every form that the reader takes: %s", (text) => {
  expect(opens(text, [TAG])).toBe(true);
});

test.each(["<\uff5ctool\u2581calls\u2581begin\uff5c>", "<|tool_calls_begin|>", "<|tool\\_calls\\_begin|>"])(
  "a special token opens a call in every spelling: %s",
  (text) => {
    expect(opens(text, [TAG])).toBe(true);
  },
);

test.each(["</tool_call>", "tool_call", "<tool_calls>", "<function>", "a < b", "List<T>"])(
  "%s opens nothing",
  (text) => {
    expect(opens(text, [TAG])).toBe(false);
  },
);

test("a literal opens a call anywhere, in any case, before what the reader wants there", () => {
  const call = frame({ literal: "Action:", at: "line-start", before: (code) => code === 32 });
  expect(opens("1 | action: x", [call])).toBe(true);
  expect(opens("cut: Action:", [call])).toBe(true);
  expect(opens("Action:x, no action", [call])).toBe(false);
});

test("a fence opens a call by its info string", () => {
  const fence = frame({ fence: "tool_code" });
  expect(opens("```tool_code\n", [fence])).toBe(true);
  expect(opens("  ~~~~ Tool_Code \n", [fence])).toBe(true);
  expect(opens("```tool_coder\n```", [fence])).toBe(false);
});

test("an opener that is no sure sign counts only where a tool is named", () => {
  const weak: Frame = { ...frame({ literal: "{" }), weak: true };
  expect(opens('{"name": "x"}', [weak])).toBe(false);
  expect(opens('{"name": "Read_File"}', [weak])).toBe(true);
});

test("the tag of a tool counts where tags open calls, and what other dialects read along", () => {
  expect(opensCall("<read_file>", { frames: [] }, SAMPLE_TOOLS)).toBe(false);
  expect(opensCall("<read_file>", { frames: [], toolTags: true }, SAMPLE_TOOLS)).toBe(true);
});
