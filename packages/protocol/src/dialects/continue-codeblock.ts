import { codeblockFrames } from "../readers/codeblock-frame.js";
import { writeTaggedCall } from "../render/write-tagged-call.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A `tool` fence with lines `TOOL_NAME: F`, `BEGIN_ARG: p`, the value's lines and `END_ARG`: Continue's system message tools
 * (core/tools/systemMessageTools). A value is JSON if it parses, else text. Fences inside a value are fine. Continue
 * takes one call a message; here all are read.
 */
export const continueCodeblock = defineDialect({
  name: "continue-codeblock",
  families: [],
  frames: codeblockFrames,
  scalars: "layout",
  writeCall: writeTaggedCall({
    open: (name) => `\`\`\`tool\nTOOL_NAME: ${name}\n`,
    argument: ({ name, text }) => `BEGIN_ARG: ${name}\n${text}\nEND_ARG\n`,
    close: "```",
  }),
  lesson: {
    call: "a tool code fence with a line TOOL_NAME: and the tool's name, and for each parameter a line BEGIN_ARG: and its name, the value, and a line END_ARG",
    brief: "a tool code fence",
    place: "fence",
    rules: [
      "Use the names below exactly; write each parameter once; leave out optional ones you do not need.",
      "A value stands on lines of its own. The line break before END_ARG is not part of it. A string is taken exactly as written: escape nothing, put no code fence around it. Other values are JSON.",
      "Each call has a fence of its own.",
    ],
    shortRules:
      "A value stands on lines of its own; strings are taken exactly as written, other values are JSON. Each call has a fence of its own.",
    minimalRules: "Strings are taken as written, other values are JSON. ? is optional.",
  },
});
