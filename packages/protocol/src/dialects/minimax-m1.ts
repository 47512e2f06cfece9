import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";
import { jamba } from "./jamba.js";

/**
 * `<tool_calls>` around an object a line, no list: minimax-m1-vllm.jinja.
 */
export const minimaxM1 = defineDialect({
  name: "minimax-m1",
  families: ["minimax-m1"],
  frames: jamba.frames,
  scalars: "data",
  writeCall: writeJsonCall({ before: "<tool_calls>\n", after: "\n</tool_calls>" }),
  lesson: jsonLesson({
    call: "a JSON object on one line with the tool's name and its arguments, between <tool_calls> tags",
    brief: "JSON in <tool_calls> tags",
    own: "<tool_calls> tags",
  }),
});
