import { taggedFrame } from "../readers/tagged-frame.js";
import { writeInvokeCall } from "../render/write-invoke-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<steptml:invoke name="F">` and `<steptml:parameter name="P">` between Step 3's tokens (bars U+FF5C, underscores), with no line
 * break anywhere: vLLM's parser and its tests. Blanks at the edges of a string are data.
 */
export const step3 = defineDialect({
  name: "step3",
  families: ["step3"],
  frames: [
    taggedFrame({
      openers: [{ tag: "|tool_calls_begin|" }, { tag: "|tool_call_begin|" }, { tag: "steptml:invoke" }],
      calls: ["steptml:invoke"],
      parameters: ["steptml:parameter"],
      around: ["|tool_calls_begin|", "|tool_call_begin|", "|tool_sep|", "|tool_call_end|", "|tool_calls_end|"],
      words: ["function"],
      values: "data",
    }),
  ],
  scalars: "data",
  writeCall: writeInvokeCall({
    before: "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>",
    prefix: "steptml:",
    between: "",
    after: "<｜tool_call_end｜><｜tool_calls_end｜>",
  }),
  lesson: rawLesson({
    call: "a <steptml:invoke> tag with the tool's name, in it a <steptml:parameter> tag for each parameter, all between these marks",
    brief: "these marks",
    edges:
      "A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it.",
    shortEdges: "A value stands directly between its tags.",
    own: "all of these marks",
  }),
});
