/** How much of the request before begins this one: that much a server's prefix cache can serve. UTF-8 bytes. */
export interface PrefixMeasure {
  /** Of system, tools and messages of the request before, what this one begins with. 0 for the first request. */
  cachePrefixBytes: number;
  /** Of system, tools and messages of the request before. 0 for the first request. */
  previousBytes: number;
  /** Absent where the whole request before begins this one. */
  prefixBreak?: PrefixBreak;
}

/** Where a request goes another way than the one before it, and why. */
export interface PrefixBreak {
  /** What is the first to differ; a number is that of a message in the request before, from 0, behind the system message. */
  at: "system" | "tools" | number;
  /**
   * - `compaction`: the history was shortened.
   * - `configuration`: the prompt or the tools are others: protocol, mode, window, rules of the project.
   * - `question`: under the rule echo a finished loop loses its reasoning when the next question comes.
   * - `rewritten`: a message that was sent is written otherwise now. Nothing should do so but more words before the
   *   pictures of a message that nobody answered.
   */
  why: "compaction" | "configuration" | "question" | "rewritten";
}
