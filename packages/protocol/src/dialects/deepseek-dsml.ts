import { taggedFrame } from "../readers/tagged-frame.js";
import { writeInvokeCall } from "../render/write-invoke-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * The invoke family with `｜DSML｜` (bars U+FF5C) before each tag name, and a flag that tells strings from JSON: deepseek-v4.jinja;
 * V3.2 calls the wrapper `function_calls` (deepseek-v3.2.jinja).
 */
export const deepseekDsml = defineDialect({
  name: "deepseek-dsml",
  families: ["deepseek-v3.2", "deepseek-v4"],
  frames: [
    taggedFrame({
      openers: [{ tag: "|dsml|function_calls" }, { tag: "|dsml|tool_calls" }, { tag: "|dsml|invoke" }],
      calls: ["|dsml|invoke"],
      parameters: ["|dsml|parameter"],
      around: ["|dsml|function_calls", "|dsml|tool_calls"],
      values: "data",
    }),
  ],
  scalars: "data",
  writeCall: writeInvokeCall({
    before: "<｜DSML｜tool_calls>\n",
    prefix: "｜DSML｜",
    between: "\n",
    attributes: ({ value }) => ` string="${typeof value === "string"}"`,
    after: "</｜DSML｜tool_calls>",
  }),
  lesson: rawLesson({
    call: "an <｜DSML｜invoke> tag with the tool's name, in it a <｜DSML｜parameter> tag for each parameter, all between <｜DSML｜tool_calls> tags",
    brief: "these tags",
    edges:
      'A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it. string="true" says that it is a string, string="false" that it is JSON.',
    shortEdges: 'string="true" marks a string, string="false" JSON.',
    own: "an <｜DSML｜invoke> tag",
  }),
});
