import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<longcat_tool_call>` around `{"name": …, "arguments": {…}}`: the model card of LongCat Flash has the marks on lines of
 * their own; vLLM reads it with the parser of hermes.
 */
export const longcat = defineDialect({
  name: "longcat",
  families: ["longcat"],
  frames: [
    jsonFrame({
      openers: [{ tag: "longcat_tool_call" }],
      closes: ["</longcat_tool_call>"],
      between: ["<longcat_tool_call>"],
    }),
  ],
  scalars: "data",
  writeCall: writeJsonCall({ before: "<longcat_tool_call>\n", after: "\n</longcat_tool_call>" }),
  lesson: jsonLesson({
    call: "a JSON object with the tool's name and its arguments, between <longcat_tool_call> tags",
    brief: "JSON in <longcat_tool_call> tags",
    own: "<longcat_tool_call> tags",
  }),
});
