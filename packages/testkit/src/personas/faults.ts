import type { DialectName } from "./dialects.js";

/** What a model does wrong, each in the dialects where it does so. */
export interface Faults {
  /** Closing tags and marks are left out. */
  forgetsCloses?: readonly DialectName[];
  /** A value of several lines gets a code fence around it. */
  fencesBodies?: readonly DialectName[];
  /** `<` becomes `&lt;`, `&` becomes `&amp;`. */
  escapesHtml?: readonly DialectName[];
  /** A value's last line break is left out. */
  dropsFinalNewline?: readonly DialectName[];
  /** Line breaks stand as they are in strings of JSON. */
  rawNewlines?: readonly DialectName[];
  /** The lesson is not followed: the answer is prose. */
  ignoresLesson?: readonly DialectName[];
  /** Whatever is taught, the family's own syntax is written. */
  ownSyntax?: readonly DialectName[];
}
