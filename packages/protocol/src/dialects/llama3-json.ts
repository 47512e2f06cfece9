import { bareJsonListFrame } from "../readers/bare-json-list-frame.js";
import { codeFrame } from "../readers/code-frame.js";
import { functionTagFrame } from "../readers/function-tag-frame.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { pythonFrame } from "../readers/python-frame.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { DOUBLE_QUOTE, isBlank, SINGLE_QUOTE } from "../scan/characters.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `{"name": …, "parameters": {…}}` without a mark: llama-3.1.jinja, llama-3.2.jinja, llama-4.jinja. A call must name a known tool.
 * Some models write a list of such objects, or `<function=F>{…}</function>`, the custom form of Llama 3.1.
 * Behind `<|python_tag|>` stand such objects, too, calls of Llama's own tools, `F.call(k="v")`, and bare Python for one that runs it.
 */
export const llama3Json = defineDialect({
  name: "llama3-json",
  families: ["llama-3.1", "llama-3.2", "llama-3.3"],
  frames: [
    jsonFrame({
      openers: [{ literal: "{", before: (code) => code === DOUBLE_QUOTE || code === SINGLE_QUOTE || isBlank(code) }],
      weak: true,
    }),
    bareJsonListFrame,
    functionTagFrame,
    jsonFrame({ openers: [{ tag: "|python_tag|" }] }),
    pythonFrame({ openers: [{ tag: "|python_tag|" }], suffix: ".call" }),
    codeFrame({ openers: [{ tag: "|python_tag|" }] }),
  ],
  scalars: "data",
  writeCall: writeJsonCall({ before: "", value: (name, input) => ({ name, parameters: input }), after: "" }),
  lesson: jsonLesson({
    call: "a JSON object with the tool's name and its parameters",
    brief: "a JSON object",
    own: "an object",
  }),
});
