import { isBlank } from "../scan/characters.js";
import { isNameStart } from "./python-call-reader.js";
import { pythonFrame } from "./python-frame.js";

/** A list of Python calls without a mark, `[f(a='x'), g()]`. A call must name a known tool. */
export const barePythonListFrame = pythonFrame({
  openers: [{ literal: "[", before: (code) => isNameStart(code) || isBlank(code) }],
  weak: true,
});
