import type { Dialect } from "../dialects/dialect.js";
import { orderedArguments } from "./ordered-arguments.js";
import { PYTHON_WORDS, pythonLiteral, type ValueWords } from "./python-literal.js";

/** A call that is a Python call with keyword arguments, in a wrapper. */
export interface PythonCallForm {
  before: string;
  after: string;
  /** Absent: Python's own. */
  words?: ValueWords;
}

/**
 * Makes the writer of a dialect whose calls look like Python. An argument whose name is no Python name is written all
 * the same: reading it back tells.
 *
 * @example
 * writePythonCall({ before: "[", after: "]" })({ name: "f", input: { a: "x", b: [1, null] } }, tools); // [f(a='x', b=[1, None])]
 */
export function writePythonCall({ before, after, words = PYTHON_WORDS }: PythonCallForm): Dialect["writeCall"] {
  return (call, tools) => {
    const keywords = orderedArguments(call, tools).map(([name, value]) => `${name}=${pythonLiteral(value, words)}`);
    return `${before}${call.name}(${keywords.join(", ")})${after}`;
  };
}
