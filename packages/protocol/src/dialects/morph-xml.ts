import { cline } from "./cline.js";
import type { Dialect } from "./dialect.js";

/**
 * The XML protocol of the AI SDK's tool call middleware: tags as in cline, and besides them attributes, `<TOOL/>` for a
 * call without arguments, and repeated tags or `<item>` for lists. Written as cline is: lists and objects as JSON.
 */
export const morphXml: Dialect = { ...cline, name: "morph-xml" };
