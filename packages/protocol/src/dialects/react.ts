import { reactFrame } from "../readers/react-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/** The black florette around the words of Qwen-Agent. */
const FLOWER = "\u273f";

/**
 * `Action: F` and `Action Input: {…}` on the next line, as prompts of the ReAct kind teach it. The name must be known. One call
 * a message: what follows is the observation.
 */
export const react = defineDialect({
  name: "react",
  families: [],
  frames: [
    reactFrame({
      openers: [{ literal: "Action:", at: "line-start" }],
      input: ["action input:", "action_input:"],
      result: "observation:",
      others: ["thought:", "action:", "final answer:"],
      weak: true,
    }),
    reactFrame({
      openers: [{ literal: `${FLOWER}FUNCTION${FLOWER}:` }],
      input: [`${FLOWER}args${FLOWER}:`],
      result: `${FLOWER}result${FLOWER}:`,
      others: [`${FLOWER}function${FLOWER}:`, `${FLOWER}return${FLOWER}:`],
    }),
  ],
  literals: [
    { text: "Thought:", does: "opens", at: "line-start" },
    { text: "Thought:", does: "ends", at: "line-start" },
    { text: "Action:", does: "ends", at: "line-start" },
    { text: "Final Answer:", does: "closes", at: "line-start" },
    { text: "Final Answer:", does: "hidden", at: "line-start" },
    { text: `${FLOWER}FUNCTION${FLOWER}:`, does: "ends" },
    { text: `${FLOWER}RETURN${FLOWER}:`, does: "hidden" },
  ],
  scalars: "data",
  writeCall: writeDelimitedCall({ before: (name) => `Action: ${name}\nAction Input: `, after: "" }),
  lesson: jsonLesson({
    call: "a line with Action: and the tool's name, then a line with Action Input: and the arguments as a JSON object on that line",
    brief: "an Action: and an Action Input: line",
    own: "both lines",
    calls: "one",
  }),
});
