import { writeTagCall } from "../render/write-tag-call.js";
import { tagLesson } from "../teach/tag-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * The XML protocol of the AI SDK's tool call middleware: tags as in cline, and besides them attributes, `<TOOL/>` for a
 * call without arguments, and repeated tags or `<item>` for lists. Written as cline is: lists and objects as JSON.
 */
export const morphXml = defineDialect({
  name: "morph-xml",
  families: [],
  toolTags: true,
  frames: [],
  scalars: "layout",
  writeCall: writeTagCall,
  lesson: tagLesson,
});
