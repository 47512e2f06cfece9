/** A lesson in its parts. Joined without a separator they are the whole of it, see `renderTools`. */
export interface LessonParts {
  /** How calls are written, with an example. Empty where there are no tools. */
  rules: string;
  /** What is said of each tool, in the order of the tools, with the blank lines behind it. */
  tools: readonly string[];
}
