import type { WatchedRun } from "./watch-run.js";

/** A case as it was played: what the agent did, and what the server saw. Times in milliseconds of the case. */
export interface Played {
  readonly run: WatchedRun;
  /** Those that the case is about, in the order they came. */
  readonly requests: readonly { readonly atMs: number; readonly body: string }[];
  /** The client closed the first request's connection before the server was done. */
  readonly leftFirst: boolean;
  /** How much later than planned things may be here: none where the clock is moved by hand. */
  readonly slackMs: number;
}
