import type { Lesson } from "./lesson.js";

/** The parts of a lesson that dialects with raw strings do not share. */
export interface RawLessonParts {
  call: string;
  brief: string;
  /** Where a value begins and ends, a whole sentence. */
  edges: string;
  /** The same in a few words, as a sentence. */
  shortEdges: string;
  /** What each call has of its own: "<tool_call> tags". */
  own: string;
}

/** The lesson of a dialect that gives each argument a mark of its own, and strings in it as they are. */
export function rawLesson({ call, brief, edges, shortEdges, own }: RawLessonParts): Lesson {
  return {
    call,
    brief,
    place: "text",
    rules: [
      "Use the names below exactly; write each parameter once and close it; leave out optional ones you do not need.",
      edges,
      "A string is taken exactly as written: escape nothing, keep indentation, put no quotes and no code fence around it. Other values are JSON.",
      `Each call has ${own} of its own.`,
    ],
    shortRules: `${shortEdges} Strings are taken as written, escape nothing; other values are JSON. Each call has ${own} of its own.`,
    minimalRules: "Strings are taken as written, other values are JSON. ? is optional.",
  };
}
