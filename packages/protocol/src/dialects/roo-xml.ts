import { writeTagCall } from "../render/write-tag-call.js";
import { tagLesson } from "../teach/tag-lesson.js";
import { defineDialect } from "./define-dialect.js";

/**
 * Roo Code's form of cline's, given up there in January 2026: the same grammar under other names of tools and parameters. It
 * cut one line break before the close of `content` as well; here that one is data, as in cline, so that a file keeps it.
 */
export const rooXml = defineDialect({
  name: "roo-xml",
  families: [],
  toolTags: true,
  frames: [],
  scalars: "layout",
  writeCall: writeTagCall,
  lesson: tagLesson,
});
