import type { Lesson } from "./lesson.js";

/** The parts of a lesson that JSON dialects do not share. */
export interface JsonLessonParts {
  call: string;
  brief: string;
  /** What each call has of its own: "<tool_call> tags". */
  own: string;
  place?: Lesson["place"];
  calls?: Lesson["calls"];
}

/** The lesson of a dialect whose arguments are JSON. */
export function jsonLesson({ call, brief, own, place = "text", calls }: JsonLessonParts): Lesson {
  return {
    call,
    brief,
    place,
    rules: [
      "Use the names below exactly; leave out optional arguments you do not need.",
      'The arguments are one valid JSON object. In its strings write \\n for a line break, \\" for a quote and \\\\ for a backslash; numbers, true, false and null have no quotes; put no comments in it.',
      `Each call has ${own} of its own.`,
    ],
    shortRules: `The arguments are one valid JSON object: in strings escape line breaks, quotes and backslashes. Each call has ${own} of its own.`,
    minimalRules: "Arguments are one valid JSON object. ? is optional.",
    ...(calls !== undefined && { calls }),
  };
}
