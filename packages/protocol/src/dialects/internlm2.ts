import { codeFrame } from "../readers/code-frame.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<|action_start|><|plugin|>`, `{"name": …, "parameters": {…}}`, `<|action_end|>`: internlm2-tools-vllm.jinja has the marks;
 * the key `parameters` is that of vLLM's tests, its parser takes `arguments` too. `<|interpreter|>` in the place of `<|plugin|>`
 * stands before fenced Python.
 */
export const internlm2 = defineDialect({
  name: "internlm2",
  families: ["internlm2", "internlm3"],
  frames: [
    jsonFrame({ openers: [{ tag: "|action_start|" }], behindOpener: "<|plugin|>", closes: ["<|action_end|>"] }),
    codeFrame({ openers: [{ tag: "|action_start|" }], behindOpener: "<|interpreter|>", closes: ["<|action_end|>"] }),
  ],
  hiddenTags: ["|action_end|", "|plugin|", "|interpreter|"],
  scalars: "data",
  writeCall: writeJsonCall({
    before: "<|action_start|><|plugin|>\n",
    value: (name, input) => ({ name, parameters: input }),
    after: "<|action_end|>",
  }),
  lesson: jsonLesson({
    call: "a JSON object with the tool's name and its parameters, between <|action_start|><|plugin|> and <|action_end|>",
    brief: "JSON between <|action_start|><|plugin|> and <|action_end|>",
    own: "these marks",
  }),
});
