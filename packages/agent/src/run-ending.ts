import type { Usage } from "@millrace/protocol";
import { asSentence } from "./as-sentence.js";
import type { EventStream } from "./event-stream.js";
import type { Budget, EventOf, RunEnd } from "./events/session-event.js";
import { exitCode, failureExitCode } from "./exit-codes.js";
import type { ModelError } from "./model-error.js";
import { knownUsage } from "./request-record.js";

/** How a run ends, before its last words are known. */
export interface RunEnding {
  end: RunEnd;
  exitCode: number;
  message: string;
  /** What the completing tool gave, if one did. */
  text?: string;
}

/** Any end but a failure. */
export function endedBy(end: Exclude<RunEnd, "failed">, message: string): RunEnding {
  return { end, exitCode: exitCode(end), message };
}

/** What failed a run, as its event has it. */
export type RequestFailure = Pick<EventOf<"request-failed">, "kind" | "message" | "remedy" | "status">;

/** A failure of the model or of the way to it. `empty`: it answered, but nothing. */
export function modelFailure(error: ModelError, empty: boolean): RequestFailure {
  const { message, remedy, status } = error;
  return { kind: empty ? "empty" : error.kind, message, remedy, ...(status === undefined ? {} : { status }) };
}

/** The end of a run by a failure: what happened, and what the user can do. */
export function failedBy({ kind, message, remedy }: RequestFailure): RunEnding {
  return { end: "failed", exitCode: failureExitCode(kind), message: `${asSentence(message)} ${remedy}`.trim() };
}

/** Tells what failed a run; `usage` is what its request cost where no event has told that. Gives the run's end. */
export function tellFailure(
  events: EventStream,
  requestId: string,
  failure: RequestFailure,
  usage: Usage = {},
): RunEnding {
  events.emit({ type: "request-failed", requestId, ...failure, ...knownUsage(usage) });
  return failedBy(failure);
}

/** Tells that a run reached a limit. Gives its end. */
export function tellLimit(events: EventStream, limit: Budget | "repetition", message: string): RunEnding {
  events.emit({ type: "limit-reached", limit, message });
  return endedBy("limit", message);
}
