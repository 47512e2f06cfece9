import type { Lesson } from "./lesson.js";

/** The parts of a lesson that the Gemmas do not share. */
export interface GemmaLessonParts {
  /** "<|tool_call> and <tool_call|>" */
  marks: string;
  quote: string;
}

/** The lesson of a Gemma. */
export function gemmaLesson({ marks, quote }: GemmaLessonParts): Lesson {
  return {
    call: `call:, the tool's name and its arguments as {key:value,key:value}, between ${marks}`,
    brief: `call:name{key:value} between ${marks}`,
    place: "text",
    rules: [
      "Use the names below exactly; leave out optional arguments you do not need.",
      `A string stands between two ${quote} and is taken exactly as written: escape nothing. Numbers, true, false and null stand bare, an object is {key:value}, a list [value,value].`,
      "Each call has these marks of its own.",
    ],
    shortRules: `A string stands between two ${quote}, taken exactly as written; other values stand bare, objects are {key:value}, lists [value,value]. Each call has these marks of its own.`,
    minimalRules: `Strings stand between two ${quote}, taken as written. ? is optional.`,
  };
}
