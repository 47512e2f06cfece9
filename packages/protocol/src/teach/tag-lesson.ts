import type { Lesson } from "./lesson.js";

/** The lesson of the dialects whose tags have the tool's and the parameters' names. */
export const tagLesson: Lesson = {
  call: "a tag with the tool's name, and inside it a tag for each parameter",
  brief: "tags",
  place: "text",
  rules: [
    "Tags have no attributes. Use the names below exactly; write each parameter once and close it; leave out optional ones you do not need.",
    "A value of type text begins on the line after its open tag and ends at its close tag. It is taken exactly as written: escape nothing, keep indentation, put no code fence around it.",
    "Other values are trimmed. Arrays and objects are JSON.",
  ],
  shortRules:
    "Tags have no attributes. A text value begins on the line after its open tag and is taken exactly as written; escape nothing. Arrays and objects are JSON.",
  minimalRules:
    "Long text begins on the line after its open tag and is taken as written. ? is optional; arrays and objects are JSON.",
  shape: "<tool_name><parameter>value</parameter></tool_name>",
  bodyType: "text",
};
