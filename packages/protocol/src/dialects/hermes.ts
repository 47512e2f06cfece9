import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<tool_call>` around `{"name": …, "arguments": {…}}`, one call a wrapper, each mark on a line of its own: as the templates
 * of Hermes, Qwen2.5, Qwen3, Granite 4 and Reka render it (hermes-vllm.jinja, qwen3.jinja, granite-4.0.jinja, reka-edge.jinja).
 */
export const hermes = defineDialect({
  name: "hermes",
  families: [
    "hermes",
    "qwen2.5",
    "qwen3",
    "qwq",
    "mimo",
    "granite-4",
    "cogito",
    "bielik",
    "reka",
    "rnj",
    "exaone-4",
    "smollm3",
  ],
  frames: [jsonFrame({ openers: [{ tag: "tool_call" }], closes: ["</tool_call>"], between: ["<tool_call>"] })],
  scalars: "data",
  writeCall: writeJsonCall({ before: "<tool_call>\n", after: "\n</tool_call>" }),
  lesson: jsonLesson({
    call: "a JSON object with the tool's name and its arguments, between <tool_call> tags",
    brief: "JSON in <tool_call> tags",
    own: "<tool_call> tags",
  }),
});
