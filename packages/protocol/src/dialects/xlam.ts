import { OPEN_BRACE } from "../readers/json-characters.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { isBlank } from "../scan/characters.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A bare list, `[{"name": …, "arguments": {…}}]`: xlam-qwen-vllm.jinja. There is no mark, so a call must name a known tool.
 */
export const xlam = defineDialect({
  name: "xlam",
  families: ["xlam"],
  frames: [
    jsonFrame({ openers: [{ literal: "[", before: (code) => code === OPEN_BRACE || isBlank(code) }], weak: true }),
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
