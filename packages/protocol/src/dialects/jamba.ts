import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<tool_calls>` around a JSON list, an object a line: jamba-large-1.6.jinja. Apriel writes the list on one line and an `id`
 * in each object (apriel-1.6.jinja).
 */
export const jamba = defineDialect({
  name: "jamba",
  families: ["jamba", "apriel"],
  frames: [jsonFrame({ openers: [{ tag: "tool_calls" }], closes: ["</tool_calls>"] })],
  scalars: "data",
  writeCall: writeJsonCall({ before: "<tool_calls>[\n    ", after: "\n]</tool_calls>" }),
  lesson: jsonLesson({
    call: "a JSON list with an object for the call, which has the tool's name and its arguments, between <tool_calls> tags",
    brief: "a JSON list in <tool_calls> tags",
    own: "<tool_calls> tags",
  }),
});
