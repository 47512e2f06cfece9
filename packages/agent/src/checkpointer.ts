/** Saves the workspace before it is changed, so that it can be restored. */
export interface Checkpointer {
  /**
   * Makes a checkpoint, or returns undefined where there is nothing to save to. The first call that changes anything
   * waits for the first one. A throw is reported and does not stop the run.
   */
  save(reason: string, signal: AbortSignal): Promise<{ id: string } | undefined>;
}

/** Saves nothing. The default. */
export const noCheckpoints: Checkpointer = { save: async () => undefined };
