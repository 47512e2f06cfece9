import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<TOOLCALL>[{"name": …, "arguments": {…}}]</TOOLCALL>`: nemotron-nano-v2.jinja, llama-nemotron-super-v1.5.jinja.
 * Nemotron 3 speaks qwen3-coder.
 */
export const nemotron = defineDialect({
  name: "nemotron",
  families: ["nemotron-nano", "nemotron-super"],
  frames: [jsonFrame({ openers: [{ tag: "toolcall" }], closes: ["</TOOLCALL>"], between: ["<TOOLCALL>"] })],
  scalars: "data",
  writeCall: writeJsonCall({ before: "<TOOLCALL>[", after: "]</TOOLCALL>" }),
  lesson: jsonLesson({
    call: "a JSON list with an object for the call, which has the tool's name and its arguments, between <TOOLCALL> tags",
    brief: "a JSON list in <TOOLCALL> tags",
    own: "<TOOLCALL> tags",
  }),
});
