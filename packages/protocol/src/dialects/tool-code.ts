import { jsonFrame } from "../readers/json-frame-reader.js";
import { pythonFrame } from "../readers/python-frame.js";
import { writePythonCall } from "../render/write-python-call.js";
import { pythonLesson } from "../teach/python-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * A Python call in a `tool_code` fence: what Gemma 3 and Gemini write where the prompt asks for it, often as
 * `print(default_api.f(…))`. The fence is the mark; a call must name a known tool.
 */
export const toolCode = defineDialect({
  name: "tool-code",
  families: ["gemma-3", "gemini"],
  frames: [
    pythonFrame({ openers: [{ fence: "tool_code" }], closes: ["```"], weak: true }),
    pythonFrame({ openers: [{ tag: "tool_code" }], closes: ["</tool_code>"] }),
    jsonFrame({ openers: [{ tag: "tool_code" }], closes: ["</tool_code>"] }),
    jsonFrame({ openers: [{ fence: "tool_code" }], weak: true }),
  ],
  scalars: "data",
  writeCall: writePythonCall({ before: "```tool_code\n", after: "\n```" }),
  lesson: pythonLesson({
    call: "a tool_code code fence that holds nothing but a Python call",
    brief: "a tool_code code fence with a Python call",
    several: "Several calls stand on lines of their own in the fence, or each in a fence of its own.",
    place: "fence",
  }),
});
