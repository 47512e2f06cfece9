import { barePythonListFrame } from "../readers/bare-python-list-frame.js";
import { jsonFrame } from "../readers/json-frame-reader.js";
import { pythonFrame } from "../readers/python-frame.js";
import { writePythonCall } from "../render/write-python-call.js";
import { pythonLesson } from "../teach/python-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * As pythonic, between `<|tool_call_start|>` and `<|tool_call_end|>`: lfm2.5-8b.jinja (which does not escape strings; llama.cpp's
 * tests have them escaped).
 */
export const lfm2 = defineDialect({
  name: "lfm2",
  families: ["lfm2"],
  frames: [
    // Where a server hides the opener.
    barePythonListFrame,
    pythonFrame({ openers: [{ tag: "|tool_call_start|" }], closes: ["<|tool_call_end|>"] }),
    jsonFrame({ openers: [{ tag: "|tool_call_start|" }], closes: ["<|tool_call_end|>"] }),
  ],
  hiddenTags: ["|tool_call_end|"],
  scalars: "data",
  writeCall: writePythonCall({ before: "<|tool_call_start|>[", after: "]<|tool_call_end|>" }),
  lesson: pythonLesson({
    call: "a list in square brackets with a Python call in it, between <|tool_call_start|> and <|tool_call_end|>",
    brief: "a list of Python calls between <|tool_call_start|> and <|tool_call_end|>",
    several: "Several calls stand in one list, [f(…), g(…)], or each between marks of its own.",
  }),
});
