import { bareJsonListFrame } from "../readers/bare-json-list-frame.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A bare list, `[{"name": …, "arguments": {…}}]`: xlam-qwen-vllm.jinja. There is no mark, so a call must name a known tool.
 */
export const xlam = defineDialect({
  name: "xlam",
  families: ["xlam"],
  frames: [
    bareJsonListFrame,
    jsonFrame({ openers: [{ literal: "[TOOL_CALLS]" }] }),
    jsonFrame({ openers: [{ tag: "tool_call" }], closes: ["</tool_call>"] }),
    jsonFrame({ openers: [{ fence: "json" }], weak: true }),
  ],
  scalars: "data",
  writeCall: writeJsonCall({ before: "[", after: "]" }),
  lesson: jsonLesson({
    call: "a JSON list with an object for the call, which has the tool's name and its arguments",
    brief: "a JSON list",
    own: "a list",
  }),
});
