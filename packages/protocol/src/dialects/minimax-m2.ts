import { jsonFrame } from "../readers/json-frame-reader.js";
import { taggedFrame } from "../readers/tagged-frame.js";
import { writeInvokeCall } from "../render/write-invoke-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<minimax:tool_call>` around `<invoke name="F">` and `<parameter name="P">`: minimax-m2.jinja. Blanks at the edges of a string
 * are data.
 */
export const minimaxM2 = defineDialect({
  name: "minimax-m2",
  families: ["minimax-m2"],
  frames: [
    taggedFrame({
      openers: [{ tag: "minimax:tool_call" }, { tag: "invoke" }],
      calls: ["invoke"],
      parameters: ["parameter"],
      around: ["minimax:tool_call"],
      values: "data",
    }),
    jsonFrame({
      openers: [{ tag: "minimax:tool_call" }],
      closes: ["</minimax:tool_call>"],
      between: ["<minimax:tool_call>"],
    }),
  ],
  scalars: "data",
  writeCall: writeInvokeCall({
    before: "<minimax:tool_call>\n",
    prefix: "",
    between: "\n",
    after: "</minimax:tool_call>",
  }),
  lesson: rawLesson({
    call: "an <invoke> tag with the tool's name, in it a <parameter> tag for each parameter, all between <minimax:tool_call> tags",
    brief: "these tags",
    edges:
      "A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it.",
    shortEdges: "A value stands directly between its tags.",
    own: "<minimax:tool_call> tags",
  }),
});
