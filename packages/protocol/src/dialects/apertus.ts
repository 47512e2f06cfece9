import { keyedJsonFrame } from "../readers/keyed-json-frame.js";
import { reasoningFrame } from "../readers/reasoning-frame.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<|tools_prefix|>[{"F": {…}}]<|tools_suffix|>`, the tool's name is the key; thoughts stand between
 * `<|inner_prefix|>` and `<|inner_suffix|>`: apertus.jinja.
 */
export const apertus = defineDialect({
  name: "apertus",
  families: ["apertus"],
  frames: [
    keyedJsonFrame({ openers: [{ tag: "|tools_prefix|" }], closes: ["<|tools_suffix|>"] }),
    reasoningFrame([{ tag: "|inner_prefix|" }]),
  ],
  hiddenTags: ["|tools_suffix|", "|inner_suffix|", "|assistant_end|"],
  endsReasoning: ["|inner_suffix|", "|tools_prefix|"],
  scalars: "data",
  writeCall: writeJsonCall({
    before: "<|tools_prefix|>[",
    value: (name, input) => ({ [name]: input }),
    after: "]<|tools_suffix|>",
  }),
  lesson: jsonLesson({
    call: "a JSON list with an object for the call, which has the tool's name as its only key and the arguments under it, between <|tools_prefix|> and <|tools_suffix|>",
    brief: "a JSON list between <|tools_prefix|> and <|tools_suffix|>",
    own: "these marks",
  }),
});
