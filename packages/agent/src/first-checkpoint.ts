import type { Checkpointer } from "./checkpointer.js";
import type { EventStream } from "./event-stream.js";
import { messageOf } from "./message-of.js";

/**
 * Gives a function that makes the first checkpoint of a run when it is first called and, each time, resolves when that
 * one is there or is known to be impossible; the latter is told in a `notice` and stops nothing. Never rejects.
 */
export function firstCheckpoint(
  checkpointer: Checkpointer,
  events: EventStream,
  signal: AbortSignal,
): () => Promise<void> {
  const reason = "before the first change";
  const make = async () => {
    try {
      const made = await checkpointer.save(reason, signal);
      if (made !== undefined) events.emit({ type: "checkpoint-made", id: made.id, reason });
    } catch (error) {
      if (signal.aborted) return;
      const why = messageOf(error);
      events.emit({
        type: "notice",
        level: "warning",
        message: `No checkpoint could be made, so these changes cannot be undone by one: ${why}`,
      });
    }
  };
  let made: Promise<void> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
