import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A fence of JSON with `name` and `arguments`: what models write that were asked for JSON and know no marks. A call must name
 * a known tool.
 */
export const markdownJson = defineDialect({
  name: "markdown-json",
  families: [],
  frames: [jsonFrame({ openers: ["json", "", "tool_call", "tool_calls"].map((fence) => ({ fence })), weak: true })],
  scalars: "data",
  writeCall: writeJsonCall({ before: "```json\n", after: "\n```" }),
  lesson: jsonLesson({
    call: "a json code fence that holds nothing but a JSON object with the tool's name and its arguments",
    brief: "a json code fence with one JSON object",
    own: "a fence",
    place: "fence",
  }),
});
