import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<|tool_call|>` and a list of `{"name": …, "arguments": {…}}`, no close mark: what the template of Granite 3.3 asks for
 * (granite-3.3.jinja); vLLM's parser takes `<tool_call>` for the mark as well (3.1 and later). The 20B function calling model
 * writes `<function_call> {…}` (granite-20b-fc-vllm.jinja). Granite 4 speaks hermes.
 */
export const granite = defineDialect({
  name: "granite",
  families: ["granite-3", "granite-20b-functioncalling"],
  frames: [
    jsonFrame({ openers: [{ tag: "|tool_call|" }] }),
    jsonFrame({ openers: [{ tag: "tool_call" }], closes: ["</tool_call>"], listOnly: true }),
    jsonFrame({ openers: [{ tag: "function_call" }], closes: ["</function_call>"], between: ["<function_call>"] }),
  ],
  hiddenTags: ["response"],
  literals: [
    { text: "Here is my thought process:", does: "opens", at: "line-start" },
    { text: "Here is my response:", does: "closes" },
  ],
  scalars: "data",
  writeCall: writeJsonCall({ before: "<|tool_call|>[", after: "]" }),
  lesson: jsonLesson({
    call: "<|tool_call|> and a JSON list with an object for the call, which has the tool's name and its arguments",
    brief: "<|tool_call|> and a JSON list",
    own: "<|tool_call|> and a list",
  }),
});
