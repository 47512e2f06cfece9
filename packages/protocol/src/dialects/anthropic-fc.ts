import { taggedFrame } from "../readers/tagged-frame.js";
import { writeInvokeCall } from "../render/write-invoke-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<function_calls>`, `<invoke name="F">`, `<parameter name="P">`: the prompt format of Claude 2 and 3, and its copies in many
 * prompts. Blanks at the edges of a string are data.
 */
export const anthropicFc = defineDialect({
  name: "anthropic-fc",
  families: ["claude-2", "claude-3"],
  frames: [
    taggedFrame({
      openers: [{ tag: "function_calls" }, { tag: "invoke" }],
      calls: ["invoke"],
      parameters: ["parameter"],
      around: ["function_calls"],
      values: "data",
    }),
  ],
  scalars: "data",
  writeCall: writeInvokeCall({
    before: "<function_calls>\n",
    prefix: "",
    between: "\n",
    after: "</function_calls>",
  }),
  lesson: rawLesson({
    call: "an <invoke> tag with the tool's name, in it a <parameter> tag for each parameter, all between <function_calls> tags",
    brief: "these tags",
    edges:
      "A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it.",
    shortEdges: "A value stands directly between its tags.",
    own: "an <invoke> tag",
  }),
});
