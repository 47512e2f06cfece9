import { deepseekFrame } from "../readers/deepseek-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * The name, the separator and the arguments as JSON, no fence, in DeepSeek's tokens (bars U+FF5C, blanks U+2581):
 * deepseek-v3.1.jinja.
 */
export const deepseekV31 = defineDialect({
  name: "deepseek-v31",
  families: ["deepseek-v3.1"],
  frames: [deepseekFrame],
  hiddenTags: ["|tool_call_end|", "|tool_calls_end|", "|tool_sep|"],
  scalars: "data",
  writeCall: writeDelimitedCall({
    before: (name) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>`,
    after: "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
  }),
  lesson: jsonLesson({
    call: "these marks with the tool's name and the arguments as a JSON object",
    brief: "these marks",
    own: "all of these marks",
  }),
});
