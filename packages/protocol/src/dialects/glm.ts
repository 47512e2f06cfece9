import { glmFrame } from "../readers/glm-frame.js";
import { writeTaggedCall } from "../render/write-tagged-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<tool_call>F`, then `<arg_key>` and `<arg_value>` for each argument: glm-4.5.jinja, glm-4.6.jinja, a mark a line; GLM 4.7 and 5
 * write it without the line breaks (glm-4.7-flash.jinja, glm-5.1.jinja). Blanks at the edges of a string are data.
 */
export const glm = defineDialect({
  name: "glm",
  families: ["glm-4.5", "glm-4.6", "glm-4.7", "glm-5", "laguna"],
  frames: [glmFrame],
  scalars: "data",
  writeCall: writeTaggedCall({
    open: (name) => `<tool_call>${name}\n`,
    argument: ({ name, text }) => `<arg_key>${name}</arg_key>\n<arg_value>${text}</arg_value>\n`,
    close: "</tool_call>",
  }),
  lesson: rawLesson({
    call: "the tool's name behind <tool_call>, then for each parameter its name in <arg_key> and its value in <arg_value> tags, and </tool_call>",
    brief: "these tags",
    edges:
      "A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it.",
    shortEdges: "A value stands directly between its tags.",
    own: "<tool_call> tags",
  }),
});
