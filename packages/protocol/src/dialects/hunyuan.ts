import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";
import { jamba } from "./jamba.js";

/**
 * `<tool_calls>[{"name": …, "arguments": {…}}]</tool_calls>`, often inside of `<answer>`: hunyuan-a13b-vllm.jinja.
 */
export const hunyuan = defineDialect({
  name: "hunyuan",
  families: ["hunyuan-a13b"],
  frames: jamba.frames,
  hiddenTags: ["answer"],
  scalars: "data",
  writeCall: writeJsonCall({ before: "<tool_calls>[", after: "]</tool_calls>" }),
  lesson: jsonLesson({
    call: "a JSON list with an object for the call, which has the tool's name and its arguments, between <tool_calls> tags",
    brief: "a JSON list in <tool_calls> tags",
    own: "<tool_calls> tags",
  }),
});
