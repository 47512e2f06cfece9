import { kimiK2Frame } from "../readers/kimi-k2-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A section of calls, each with `functions.F:N` and the arguments as JSON: kimi-k2.jinja, kimi-k2-thinking-hf.jinja. N counts
 * over the conversation there; this writer sees one call, so it is 0.
 */
export const kimiK2 = defineDialect({
  name: "kimi-k2",
  families: ["kimi-k2"],
  frames: [kimiK2Frame],
  hiddenTags: ["|tool_call_end|", "|tool_calls_section_end|", "|tool_call_section_end|", "|tool_call_argument_begin|"],
  scalars: "data",
  writeCall: writeDelimitedCall({
    before: (name) => `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>`,
    after: "<|tool_call_end|><|tool_calls_section_end|>",
  }),
  lesson: jsonLesson({
    call: "these marks with functions., the tool's name, a colon and a number, and the arguments as a JSON object",
    brief: "these marks",
    own: "all of these marks",
  }),
});
