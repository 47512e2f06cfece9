import { jsonFrame } from "../readers/json-frame-reader.js";
import { writeJsonCall } from "../render/write-json-call.js";
import { jsonLesson } from "../teach/json-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<|START_ACTION|>` around a JSON list, an object a line, with `tool_call_id`, `tool_name` and `parameters`: command-a.jinja
 * and command-r7b-tool-use.jinja. They count ids over the conversation; this writer sees one call, so its id is "0".
 */
export const commandA = defineDialect({
  name: "command-a",
  families: ["command-a", "command-r7b", "c4ai-command"],
  frames: [
    jsonFrame({ openers: [{ tag: "|start_action|" }], closes: ["<|END_ACTION|>"] }),
    jsonFrame({ openers: [{ literal: "Action:", at: "line-start" }], weak: true }),
  ],
  inlineTags: ["co", "co:"],
  hiddenTags: ["|end_action|", "|start_response|", "|end_response|", "|start_text|", "|end_text|"],
  scalars: "data",
  writeCall: writeJsonCall({
    before: "<|START_ACTION|>[\n    ",
    value: (name, input) => ({ tool_call_id: "0", tool_name: name, parameters: input }),
    after: "\n]<|END_ACTION|>",
  }),
  lesson: jsonLesson({
    call: "a JSON list with an object for the call, which has an id, the tool's name and its parameters, between <|START_ACTION|> and <|END_ACTION|>",
    brief: "a JSON list between <|START_ACTION|> and <|END_ACTION|>",
    own: "these marks",
  }),
});
