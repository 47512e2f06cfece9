import { prefixedFrame } from "../readers/prefixed-frame.js";
import { writeTaggedCall } from "../render/write-tagged-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/** Stands before every tag of a call. */
const MARK = "]<]minimax[>[";

/**
 * `]<]minimax[>[` before each tag; an element for each argument, nested for objects, `<item>` for the items of a list:
 * minimax-m3.jinja. Everything is raw; the schema says what is a number. An empty list, an empty object and the empty string
 * look alike. The template leaves null out; here it is the word, which the schema must allow.
 */
export const minimaxM3 = defineDialect({
  name: "minimax-m3",
  families: ["minimax-m3"],
  frames: [prefixedFrame],
  scalars: "data",
  writeCall: writeTaggedCall({
    open: (name) => `${MARK}<tool_call>\n${MARK}<invoke name="${name}">`,
    argument: ({ name, value }) => element(name, value),
    close: `${MARK}</invoke>\n${MARK}</tool_call>`,
  }),
  lesson: rawLesson({
    call: `an <invoke> tag with the tool's name, in it a tag for each parameter, all between <tool_call> tags, and ${MARK} before each tag`,
    brief: "these tags",
    edges: `A value begins directly behind its open tag and ends at the ${MARK} before its close tag: blanks and line breaks there are part of it. An object is a tag for each key, a list an <item> tag for each item.`,
    shortEdges:
      "A value stands directly between its tags; an object is a tag for each key, a list an <item> tag for each item.",
    own: "<tool_call> tags",
  }),
});

function element(name: string, value: unknown): string {
  return `${MARK}<${name}>${inside(value)}${MARK}</${name}>`;
}

function inside(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element("item", item)).join("");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .flatMap(([key, inner]) => (inner === undefined ? [] : [element(key, inner)]))
    .join("");
}
