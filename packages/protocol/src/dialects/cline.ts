import { renderFramedResult } from "../render/render-framed-result.js";
import { tagOpener } from "../render/tag-opener.js";
import { writeTagCall } from "../render/write-tag-call.js";
import { teachTags } from "../teach/teach-tags.js";
import type { Dialect } from "./dialect.js";

/**
 * `<tool><param>value</param></tool>`: a tag with the tool's name, in it a tag a parameter. The tool's name is the
 * marker, so an unknown name is text. Any model can be taught it.
 */
export const cline: Dialect = {
  name: "cline",
  families: [],
  reader: "tags",
  scalars: "layout",
  writeCall: writeTagCall,
  renderResult: (result, tools) => renderFramedResult(result, tagOpener(tools)),
  teach: teachTags,
};
