import { yamlFrame } from "../readers/yaml-frame.js";
import { writeYamlCall } from "../render/write-yaml-call.js";
import { defineDialect } from "./define-dialect.js";

/**
 * The YAML protocol of the AI SDK's tool call middleware: a YAML mapping between the tags of the tool. The tool's name is
 * the marker, so an unknown name is text.
 */
export const yamlXml = defineDialect({
  name: "yaml-xml",
  families: [],
  toolTags: true,
  toolBodies: [yamlFrame],
  frames: [],
  scalars: "data",
  writeCall: writeYamlCall,
  lesson: {
    call: "a tag with the tool's name, and inside it the parameters as YAML, one a line",
    brief: "a tag with the tool's name and YAML in it",
    place: "text",
    rules: [
      "The tag has no attributes. Use the names below exactly; write each parameter once; leave out optional ones you do not need.",
      "Begin a text of several lines with | and indent it by two blanks; it ends at the line that is indented less. Use |- if it has no line break at its end.",
      "Lists, objects, numbers, true, false and null may be JSON; put a text of one line in double quotes, escaped as in JSON.",
    ],
    shortRules:
      "The tag has no attributes. Text of several lines begins with | and is indented by two blanks; other values may be JSON.",
    minimalRules: "Text of several lines begins with | and is indented. ? is optional.",
  },
});
