import { readMistralHeader } from "../readers/call-headers.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { namedJsonFrame } from "../readers/named-json-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `[TOOL_CALLS]F[ARGS]{…}`, the mark before each call, no end: devstral-small-2507.jinja, ministral-3-reasoning.jinja. Small 3.2
 * puts `[CALL_ID]id` before `[ARGS]` (mistral-small-3.2.jinja); Nemo and 7B v0.3 write a list of objects behind the mark
 * (mistral-nemo.jinja, mistral-7b-v0.3.jinja). All are read.
 */
export const mistral = defineDialect({
  name: "mistral",
  families: ["mistral", "mixtral", "ministral", "magistral", "devstral", "codestral"],
  frames: [
    jsonFrame({ openers: [{ literal: "[TOOL_CALLS]" }], between: ["[TOOL_CALLS]"] }),
    namedJsonFrame({
      openers: [{ literal: "[TOOL_CALLS]" }],
      readHeader: readMistralHeader,
      opens: ["[TOOL_CALLS]"],
    }),
  ],
  scalars: "data",
  writeCall: writeDelimitedCall({ before: (name) => `[TOOL_CALLS]${name}[ARGS]`, after: "" }),
  lesson: jsonLesson({
    call: "[TOOL_CALLS], the tool's name, [ARGS] and a JSON object with the arguments",
    brief: "[TOOL_CALLS]name[ARGS] and JSON",
    own: "[TOOL_CALLS] and [ARGS]",
  }),
});
