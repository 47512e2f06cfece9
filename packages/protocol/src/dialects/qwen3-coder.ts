import { jsonFrame } from "../readers/json-frame-reader.js";
import { taggedFrame } from "../readers/tagged-frame.js";
import { writeTaggedCall } from "../render/write-tagged-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<tool_call>` around `<function=F>` and `<parameter=P>`, each mark and each value on lines of its own: qwen3-coder.jinja,
 * qwen3.5.jinja, nemotron-3-nano.jinja, step-3.5-flash.jinja. One line break behind the open tag and one before the close tag
 * are layout, all else in a value is data.
 */
export const qwen3Coder = defineDialect({
  name: "qwen3-coder",
  families: ["qwen3-coder", "qwen3-next-coder", "qwen3.5", "qwen3.6", "nemotron-3", "step-3.5"],
  frames: [
    taggedFrame({
      openers: [{ tag: "tool_call" }, { tag: "function=" }],
      calls: ["function", "call", "tool", "invoke"],
      parameters: ["parameter"],
      around: ["tool_call"],
      values: "layout",
      namedTags: true,
    }),
    jsonFrame({ openers: [{ tag: "tool_call" }], closes: ["</tool_call>"], between: ["<tool_call>"] }),
  ],
  scalars: "data",
  writeCall: writeTaggedCall({
    open: (name) => `<tool_call>\n<function=${name}>\n`,
    argument: ({ name, text }) => `<parameter=${name}>\n${text}\n</parameter>\n`,
    close: "</function>\n</tool_call>",
  }),
  lesson: rawLesson({
    call: "a function tag with the tool's name, in it a parameter tag for each parameter, all between <tool_call> tags",
    brief: "these tags",
    edges:
      "A value stands on lines of its own between its tags. The line break behind the open tag and the one before the close tag are not part of it, all else is.",
    shortEdges: "A value stands on lines of its own between its tags.",
    own: "<tool_call> tags",
  }),
});
