import { printParseErrorCode, visit } from "jsonc-parser";
import { MAX_EXPLAINED_JSON } from "../limits.js";

/**
 * Says where a text is not JSON, and nothing of what stands there: `line 3, column 14: comma expected`. Looks at the
 * first megabyte.
 *
 * @param text that JSON.parse does not take
 */
export function describeJsonFault(text: string): string {
  const part = text.slice(0, MAX_EXPLAINED_JSON);
  try {
    visit(
      part,
      {
        onError(error, offset, _length, line, column) {
          if (offset < MAX_EXPLAINED_JSON)
            throw new Found(`line ${line + 1}, column ${column + 1}: ${wordsOf(printParseErrorCode(error))}`);
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof Found) return error.place;
    // It nests deeper than the stack reaches.
    if (error instanceof RangeError) return "it nests too deeply";
    throw error;
  }
  return `somewhere behind its first ${MAX_EXPLAINED_JSON} characters`;
}

/** Ends a visit, which has no other way. */
class Found extends Error {
  readonly place: string;

  constructor(place: string) {
    super(place);
    this.place = place;
  }
}

/** `CloseBraceExpected` as `close brace expected`. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
