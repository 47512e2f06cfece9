import { harmonyFrame } from "../readers/harmony-frame.js";
import { harmonyWordsFrame } from "../readers/harmony-words-frame.js";
import { writeDelimitedCall } from "../render/write-delimited-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A message of the commentary channel to `functions.F`: gpt-oss.jinja renders `<|start|>assistant to=functions.F<|channel|>commentary
 * json<|message|>{…}<|call|>`; the form here, with the recipient behind the channel and `<|constrain|>json`, is the one that the
 * model writes itself (the published description of harmony, llama.cpp's tests).
 */
export const harmony = defineDialect({
  name: "harmony",
  families: ["gpt-oss"],
  frames: [harmonyFrame, harmonyWordsFrame],
  hiddenTags: ["|message|", "|constrain|", "|call|"],
  literals: [
    { text: "assistantcommentary", does: "ends" },
    { text: "assistantfinal", does: "closes" },
  ],
  endsReasoning: ["|start|", "|channel|", "|call|", "|end|", "|return|"],
  scalars: "data",
  writeCall: writeDelimitedCall({
    before: (name) => `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>`,
    after: "<|call|>",
  }),
  lesson: jsonLesson({
    call: "a message of the commentary channel to functions. and the tool's name, with the arguments as a JSON object",
    brief: "messages of the commentary channel",
    own: "a message",
  }),
});
