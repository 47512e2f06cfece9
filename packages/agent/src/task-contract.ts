import type { RunEnd, SessionEvent } from "./events/session-event.js";
import type { Message } from "./history/message.js";

/** Options of one task. */
export interface TaskOptions {
  /** Names the task in its events and its call ids. Default: a random one. */
  id?: string;
  /**
   * What was said before, e.g. to another model: `foldSession(events).history` of that session. It is told again in the
   * events of this task, and fitted to the window of its model. Default: nothing.
   */
  history?: readonly Message[];
}

/** What came of undoing a compaction. `why`: a sentence. */
export type UndoneCompaction = { undone: true } | { undone: false; why: string };

/** How a run ended, for whoever started it. */
export interface RunResult {
  end: RunEnd;
  exitCode: number;
  /** The last text the model said, or the result of the completing tool. */
  text: string;
  message: string;
}

/** A conversation and the loop that works on it. */
export interface Task {
  readonly id: string;
  /**
   * Sends a message and runs until completed, aborted, a limit is reached or nobody can go on. Never rejects and settles
   * once; then nothing of it runs any more: no timer, no open ask. A second `run` while one is going on ends at once as
   * `failed` and changes nothing.
   */
  run(userMessage: string, options?: { signal?: AbortSignal }): Promise<RunResult>;
  /** Words of the user while it works: they follow the results of the running turn. Kept for the next run if idle. */
  steer(words: string): void;
  /** Aborts the running turn; `run` resolves within 2 s. */
  stop(reason?: string): void;
  /**
   * Gives the history back as it was before the last compaction, with what was said since: told in `compaction-undone`,
   * durable before this resolves. The next request leaves something out again only if it must. Not while a run goes on.
   */
  undoCompaction(): Promise<UndoneCompaction>;
  /**
   * Called for every event from now on, synchronously, in order. Returns a function that ends it. A listener that throws
   * is left out from then on, which is said in a `notice`.
   */
  subscribe(listener: (event: SessionEvent) => void): () => void;
}
