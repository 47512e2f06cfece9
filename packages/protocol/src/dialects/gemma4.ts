import { bareGemmaFrame, gemmaFrame } from "../readers/gemma-frame.js";
import { gemmaThoughts } from "../readers/gemma-thoughts.js";
import { writeGemmaCall } from "../render/write-gemma-call.js";
import { gemmaLesson } from "../teach/gemma-lesson.js";
import { defineDialect } from "./define-dialect.js";

/** What stands on both sides of a string. */
const QUOTE = '<|"|>';
const CLOSE = "<tool_call|>";

/**
 * `<|tool_call>call:F{k:<|"|>v<|"|>,n:3}<tool_call|>`: gemma-4.jinja (which prints null as None). It thinks between
 * `<|channel>thought` and `<channel|>`, and stops at `<|tool_response>`, the beginning of a result.
 */
export const gemma4 = defineDialect({
  name: "gemma4",
  families: ["gemma-4"],
  frames: [
    gemmaFrame({ openers: [{ tag: "|tool_call" }], close: CLOSE, quote: QUOTE }),
    bareGemmaFrame({ openers: [{ literal: "call:", at: "line-start" }, { tag: "call" }], close: CLOSE, quote: QUOTE }),
    gemmaThoughts,
  ],
  endsReasoning: ["channel|"],
  hiddenTags: ["channel|", "tool_call|", "|tool_response"],
  scalars: "data",
  writeCall: writeGemmaCall({ before: "<|tool_call>", after: "<tool_call|>", quote: QUOTE }),
  lesson: gemmaLesson({ marks: "<|tool_call> and <tool_call|>", quote: QUOTE }),
});
