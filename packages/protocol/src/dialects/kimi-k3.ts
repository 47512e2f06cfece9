import { kimiK3Frame } from "../readers/kimi-k3-frame.js";
import { writeTaggedCall } from "../render/write-tagged-call.js";
import { rawLesson } from "../teach/raw-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * Sections between `<|open|>NAME<|sep|>` and `<|close|>NAME<|sep|>`: tools, in it a call, in it an argument with its type. The type
 * decides how a value is read: strings are raw, all else is JSON. llama.cpp's tests; the words for types are those of the
 * model's own encoder, which also escapes & and " in attributes.
 */
export const kimiK3 = defineDialect({
  name: "kimi-k3",
  families: ["kimi-k3"],
  frames: [kimiK3Frame],
  hiddenTags: ["|sep|"],
  endsReasoning: ["|open|", "|close|"],
  scalars: "data",
  writeCall: writeTaggedCall({
    open: (name) => `<|open|>tools<|sep|><|open|>call tool="${attribute(name)}" index="1"<|sep|>`,
    argument: ({ name, value, text }) =>
      `<|open|>argument key="${attribute(name)}" type="${typeOf(value)}"<|sep|>${text}<|close|>argument<|sep|>`,
    close: "<|close|>call<|sep|><|close|>tools<|sep|>",
  }),
  lesson: rawLesson({
    call: "a tools section, in it a call section with the tool's name, in it an argument section for each parameter with its type",
    brief: "these marks",
    edges:
      "A value begins directly behind <|sep|> and ends at <|close|>argument: blanks and line breaks there are part of it. Its type is string, number, boolean, null, object or array.",
    shortEdges: "Types are string, number, boolean, null, object and array.",
    own: "a tools section",
  }),
});

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
