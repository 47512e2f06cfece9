import { taggedFrame } from "../readers/tagged-frame.js";
import { writeInvokeCall } from "../render/write-invoke-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/** Put together here: some tools that read or write this file would take the whole for a tag of their own. */
const PREFIX = ["ant", "ml:"].join("");

/**
 * As anthropic-fc, with a prefix before each tag name: what newer Claude models write where a proxy shows their calls as text.
 */
export const antml = defineDialect({
  name: "antml",
  families: ["claude"],
  frames: [
    taggedFrame({
      // Proxies drop the prefix of some tags.
      openers: [`${PREFIX}function_calls`, `${PREFIX}invoke`, "function_calls", "invoke"].map((tag) => ({ tag })),
      calls: [`${PREFIX}invoke`, "invoke"],
      parameters: [`${PREFIX}parameter`, "parameter"],
      around: [`${PREFIX}function_calls`, "function_calls"],
      values: "data",
    }),
  ],
  scalars: "data",
  writeCall: writeInvokeCall({
    before: `<${PREFIX}function_calls>\n`,
    prefix: PREFIX,
    between: "\n",
    after: `</${PREFIX}function_calls>`,
  }),
  lesson: rawLesson({
    call: `an <${PREFIX}invoke> tag with the tool's name, in it a <${PREFIX}parameter> tag for each parameter, all between <${PREFIX}function_calls> tags`,
    brief: "these tags",
    edges:
      "A value begins directly behind its open tag and ends at its close tag: blanks and line breaks there are part of it.",
    shortEdges: "A value stands directly between its tags.",
    own: `an <${PREFIX}invoke> tag`,
  }),
});
