import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `functools[{"name": …, "arguments": {…}}]`, a word for a mark: firefunction-v2.jinja, and what Phi-4-mini writes to vLLM.
 */
export const functools = defineDialect({
  name: "functools",
  families: ["phi-4-mini", "firefunction"],
  frames: [jsonFrame({ openers: [{ literal: "functools[", at: "line-start" }] })],
  scalars: "data",
  writeCall: writeJsonCall({ before: "functools[", after: "]" }),
  lesson: jsonLesson({
    call: "the word functools and directly behind it a JSON list with an object for the call, which has the tool's name and its arguments",
    brief: "functools and a JSON list",
    own: "the word functools and a list",
  }),
});
