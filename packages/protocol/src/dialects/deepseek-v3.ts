import { deepseekFrame } from "../readers/deepseek-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A call of type `function`, the name, and a json fence with the arguments, in DeepSeek's tokens (bars U+FF5C, blanks U+2581):
 * deepseek-v3.jinja and deepseek-r1.jinja. The close token follows the fence on its line.
 */
export const deepseekV3 = defineDialect({
  name: "deepseek-v3",
  families: ["deepseek-v3", "deepseek-r1"],
  frames: [deepseekFrame],
  hiddenTags: ["|tool_call_end|", "|tool_calls_end|", "|tool_sep|"],
  scalars: "data",
  writeCall: writeDelimitedCall({
    before: (name) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n`,
    after: "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
  }),
  lesson: jsonLesson({
    call: "these marks with the tool's name, and a json code fence with the arguments as a JSON object",
    brief: "these marks",
    own: "all of these marks",
  }),
});
