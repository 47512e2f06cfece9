import type { EventOf, SessionEvent, SessionEventType } from "@millrace/agent";
import type { WatchedRun } from "./watch-run.js";

/** The events of one kind, in order. */
export function eventsOf<Type extends SessionEventType>(
  { events }: Pick<WatchedRun, "events">,
  type: Type,
): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

/** What a reader of the events shows at the end: the deltas of one kind, less those that were to be dropped. */
export function shown({ events }: Pick<WatchedRun, "events">, type: "text-delta" | "reasoning-delta"): string {
  let kept: readonly SessionEvent[] = [];
  for (const event of events) {
    if (event.type === "request-restarted") kept = kept.filter(({ seq }) => seq < event.fromSeq);
    else kept = [...kept, event];
  }
  return kept
    .flatMap((event) => (event.type === "block" && event.event.type === type ? [event.event.text] : []))
    .join("");
}

/** The kind of the failure that a run ended in. An empty answer is none of the kinds of errors: it has no reason. */
export function finalClass(run: Pick<WatchedRun, "events">): string | undefined {
  const kind = eventsOf(run, "request-failed").at(-1)?.kind;
  return kind === "empty" ? "unknown" : kind;
}

/** Milliseconds of the clock from the begin of the run to its first event of this kind. */
export function firstTime({ events, times }: WatchedRun, type: SessionEventType): number | undefined {
  return times[events.findIndex((event) => event.type === type)];
}
