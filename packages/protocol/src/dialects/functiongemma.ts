import { gemmaFrame } from "../readers/gemma-frame.js";
import { writeGemmaCall } from "../render/write-gemma-call.js";
import { gemmaLesson } from "../teach/gemma-lesson.js";
import { defineDialect } from "./define-dialect.js";

/** What stands on both sides of a string. */
const QUOTE = "<escape>";

/**
 * `<start_function_call>call:F{k:<escape>v<escape>,n:3}<end_function_call>`: the model card of FunctionGemma. Its template at vLLM
 * (functiongemma-vllm.jinja) puts numbers between the quotes as well; the schema decides. It stops at
 * `<start_function_response>`, the beginning of a result.
 */
export const functiongemma = defineDialect({
  name: "functiongemma",
  families: ["functiongemma"],
  frames: [gemmaFrame({ openers: [{ tag: "start_function_call" }], close: "<end_function_call>", quote: QUOTE })],
  hiddenTags: ["end_function_call", "start_function_response"],
  scalars: "data",
  writeCall: writeGemmaCall({ before: "<start_function_call>", after: "<end_function_call>", quote: QUOTE }),
  lesson: gemmaLesson({ marks: "<start_function_call> and <end_function_call>", quote: QUOTE }),
});
