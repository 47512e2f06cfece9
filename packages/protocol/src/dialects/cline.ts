import { writeTagCall } from "../render/write-tag-call.js";
import { tagLesson } from "../teach/tag-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * `<tool><param>value</param></tool>`: a tag with the tool's name, in it a tag a parameter. The tool's name is the
 * marker, so an unknown name is text. Any model can be taught it.
 */
export const cline = defineDialect({
  name: "cline",
  families: [],
  toolTags: true,
  frames: [],
  scalars: "layout",
  writeCall: writeTagCall,
  lesson: tagLesson,
});
