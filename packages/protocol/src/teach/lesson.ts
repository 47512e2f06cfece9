/**
 * What is told of a dialect's form, as data; the example, the tools and the rest are the same for all dialects. Every
 * sentence says what the reader does.
 */
export interface Lesson {
  /** What a call is: "a tag with the tool's name, and inside it a tag for each parameter". */
  call: string;
  /** The same in a few words: "tags". */
  brief: string;
  /** `text`: a call in a code fence does not run · `fence`: the dialect's marker is a fence. */
  place: "text" | "fence";
  /** The rules of the full tier, a line each. */
  rules: readonly string[];
  /** The rules of the compact tier, in one line. */
  shortRules: string;
  /** The rules of the minimal tier, in one line. */
  minimalRules: string;
  /** The form of a call for the minimal tier. Absent: a call with placeholders, as it is written. */
  shape?: string;
  /** What the rules call a body's type. Absent: what the schema calls it. */
  bodyType?: string;
  /** Of several calls in a message only the first runs. */
  calls?: "one";
}
