import type { Lesson } from "./lesson.js";

/** The parts of a lesson that dialects of Python calls do not share. */
export interface PythonLessonParts {
  call: string;
  brief: string;
  /** How several calls are written, a whole sentence. */
  several: string;
  place?: Lesson["place"];
}

/** The lesson of a dialect whose calls are Python calls. */
export function pythonLesson({ call, brief, several, place = "text" }: PythonLessonParts): Lesson {
  return {
    call,
    brief,
    place,
    rules: [
      "Use the names below exactly, each as a keyword argument; leave out optional ones you do not need.",
      "Values are literals: strings in quotes, with \\n for a line break and a backslash before a quote or a backslash; numbers, True, False, None, lists and dicts. No variables, no expressions, no other code: nothing is evaluated.",
      several,
    ],
    shortRules: `All arguments are keyword arguments with literal values: in strings escape line breaks, quotes and backslashes; True, False, None, lists and dicts as in Python. ${several}`,
    minimalRules: "Arguments are keywords with Python literals. ? is optional.",
  };
}
