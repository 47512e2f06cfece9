import { taggedFrame } from "../readers/tagged-frame.js";
import { writeTaggedCall } from "../render/write-tagged-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<seed:tool_call>` around `<function=F>` and `<parameter=P>` with the value directly between its tags: seed-oss.jinja.
 */
export const seedOss = defineDialect({
  name: "seed-oss",
  families: ["seed-oss"],
  frames: [
    taggedFrame({
      openers: [{ tag: "seed:tool_call" }, { tag: "function=" }],
      calls: ["function"],
      parameters: ["parameter"],
      around: ["seed:tool_call"],
      values: "data",
    }),
  ],
  scalars: "data",
  writeCall: writeTaggedCall({
    open: (name) => `<seed:tool_call>\n<function=${name}>\n`,
    argument: ({ name, text }) => `<parameter=${name}>${text}</parameter>\n`,
    close: "</function>\n</seed:tool_call>",
  }),
  lesson: rawLesson({
    call: "a function tag with the tool's name, in it a parameter tag for each parameter, all between <seed:tool_call> tags",
    brief: "these tags",
    edges:
      "A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it.",
    shortEdges: "A value stands directly between its tags.",
    own: "<seed:tool_call> tags",
  }),
});
