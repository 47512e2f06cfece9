import type { Answer } from "../scenario.js";

/**
 * How far the good answer had come when the fault strikes: nothing of it (`connect`), its headers (`first-byte`), bytes but
 * no content (`first-content`), content (`stream`).
 */
export type FaultPhase = "connect" | "first-byte" | "first-content" | "stream";

/** One way for an answer to go wrong. Plain data but for `apply`. */
export interface NamedFault {
  /** No other fault of the wire has it: `reset-in-the-middle`. */
  readonly name: string;
  readonly phase: FaultPhase;
  /**
   * What of the answer's content is in the bytes that are sent: `unfinished` is all of it without a reason for its end. A
   * client that reads on after `all` has a good answer, however odd it came.
   */
  readonly delivers: "nothing" | "part" | "unfinished" | "all";
  /**
   * The answers that stand in the place of a good one, for as many requests. The good one may follow them, for the client
   * that tries again. Its content must have eight characters or more.
   */
  apply(answer: Answer): readonly Answer[];
}
