import { cline } from "./cline.js";
import type { Dialect } from "./dialect.js";

/**
 * Roo Code's form of cline's, given up there in January 2026: the same grammar under other names of tools and parameters. It
 * cut one line break before the close of `content` as well; here that one is data, as in cline, so that a file keeps it.
 */
export const rooXml: Dialect = { ...cline, name: "roo-xml" };
