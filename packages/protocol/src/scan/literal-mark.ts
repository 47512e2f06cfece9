/**
 * A mark that is no tag and has a meaning of its own. `opens`: reasoning begins behind it · `closes`: reasoning ends before
 * it, and it is not shown · `ends`: reasoning ends before it, and it is read as text · `hidden`: it is not shown and means
 * nothing. Matched in any case of its letters.
 *
 * What a dialect declares goes together: reasoning that one of its marks opened is closed by its own marks alone.
 */
export interface LiteralMark {
  text: string;
  does: "opens" | "closes" | "ends" | "hidden";
  /** Counts only there. Absent: anywhere outside of code. */
  at?: "line-start" | "message-start";
}
