import { codeFrame } from "../readers/code-frame.js";
import { functionTagFrame } from "../readers/function-tag-frame.js";
import { functionaryFrame } from "../readers/functionary-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<function=F>{…}</function>`: functionary-v3.1.jinja, which has `<|python_tag|>` before code, and the custom form of Llama 3.1. Functionary 3.2 writes `>>>F` and the
 * object on the next line (functionary-v3.2.jinja).
 */
export const functionary = defineDialect({
  name: "functionary",
  families: ["functionary"],
  frames: [functionTagFrame, functionaryFrame, codeFrame({ openers: [{ tag: "|python_tag|" }] })],
  literals: [{ text: "all\n", does: "hidden", at: "message-start" }],
  scalars: "data",
  writeCall: writeDelimitedCall({ before: (name) => `<function=${name}>`, after: "</function>" }),
  lesson: jsonLesson({
    call: "a function tag with the tool's name, and in it the arguments as a JSON object",
    brief: "a function tag with JSON in it",
    own: "a function tag",
  }),
});
