import { barePythonListFrame } from "../readers/bare-python-list-frame.js";
import { writePythonCall } from "../render/write-python-call.js";
import { pythonLesson } from "../teach/python-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `[f(a='x', b=1)]`, a list of Python calls without a mark: llama-3.2-pythonic-vllm.jinja, toolace-vllm.jinja,
 * gemma-3-pythonic-vllm.jinja (which print strings without quotes; their prompts and models have them). A call must name a
 * known tool.
 */
export const pythonic = defineDialect({
  name: "pythonic",
  families: ["toolace"],
  frames: [barePythonListFrame],
  scalars: "data",
  writeCall: writePythonCall({ before: "[", after: "]" }),
  lesson: pythonLesson({
    call: "a list in square brackets with a Python call in it",
    brief: "a list of Python calls",
    several: "Several calls stand in one list, [f(…), g(…)], or each in a list of its own.",
  }),
});
