import { barePythonListFrame } from "../readers/bare-python-list-frame.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { pythonFrame } from "../readers/python-frame.js";
import { writePythonCall } from "../render/write-python-call.js";
import { pythonLesson } from "../teach/python-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * As pythonic, between `<|python_start|>` and `<|python_end|>`: what Llama 4 writes; the list alone is what
 * llama-4-pythonic-vllm.jinja renders. The end mark is often missing.
 */
export const llama4Pythonic = defineDialect({
  name: "llama4-pythonic",
  families: ["llama-4"],
  frames: [
    pythonFrame({ openers: [{ tag: "|python_start|" }], closes: ["<|python_end|>"] }),
    jsonFrame({ openers: [{ tag: "|python_start|" }], closes: ["<|python_end|>"] }),
    // Where a server hides the opener.
    barePythonListFrame,
  ],
  hiddenTags: ["|python_end|"],
  scalars: "data",
  writeCall: writePythonCall({ before: "<|python_start|>[", after: "]<|python_end|>" }),
  lesson: pythonLesson({
    call: "a list in square brackets with a Python call in it, between <|python_start|> and <|python_end|>",
    brief: "a list of Python calls between <|python_start|> and <|python_end|>",
    several: "Several calls stand in one list, [f(…), g(…)], or each between marks of its own.",
  }),
});
