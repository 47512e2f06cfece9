import { writeTagCall } from "../render/write-tag-call.js";
import { tagLesson } from "../teach/tag-lesson.js";
import { ALL_DIALECTS } from "./all-dialects.js";
import { defineDialect } from "./define-dialect.js";

/**
 * Reads all dialects at once, told apart by their start marks. Taught and rendered as cline is.
 */
export const auto = defineDialect({
  name: "auto",
  families: [],
  toolTags: true,
  frames: [],
  reads: ALL_DIALECTS,
  scalars: "layout",
  writeCall: writeTagCall,
  lesson: tagLesson,
});
