import { jsonFrame } from "../readers/json-frame-reader.js";
import { pythonFrame } from "../readers/python-frame.js";
import { writePythonCall } from "../render/write-python-call.js";
import { pythonLesson } from "../teach/python-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A Python call a line between `<function_calls>` tags: olmo-3-vllm.jinja, which writes true, false and null as JSON does.
 * anthropic-fc has the same wrapper.
 */
export const olmo3 = defineDialect({
  name: "olmo3",
  families: ["olmo-3"],
  frames: [
    pythonFrame({ openers: [{ tag: "function_calls" }], closes: ["</function_calls>"] }),
    jsonFrame({ openers: [{ tag: "function_calls" }], closes: ["</function_calls>"] }),
  ],
  scalars: "data",
  writeCall: writePythonCall({
    before: "<function_calls>\n",
    after: "\n</function_calls>",
    words: { true: "true", false: "false", null: "null" },
  }),
  lesson: pythonLesson({
    call: "a Python call on a line of its own, between <function_calls> tags",
    brief: "Python calls between <function_calls> tags",
    several: "Several calls stand on lines of their own, or each between tags of its own.",
  }),
});
