import type { RunEnd } from "./events/session-event.js";
import type { ErrorKind } from "./model-error.js";

/** Why a run failed, as far as the exit code tells it apart. */
export type FailureKind = ErrorKind | "empty" | "internal";

const BY_END: Readonly<Record<Exclude<RunEnd, "failed">, number>> = {
  answered: 0,
  completed: 0,
  denied: 3,
  limit: 4,
  aborted: 130,
};

const BY_FAILURE: Readonly<Record<FailureKind, number>> = {
  auth: 10,
  quota: 11,
  spend_limit: 11,
  entitlement: 11,
  rate_limit: 12,
  overloaded: 12,
  network: 13,
  timeout: 13,
  context_overflow: 14,
  invalid_request: 15,
  content_filter: 15,
  unknown: 1,
  empty: 1,
  internal: 1,
};

/** The program's exit code for a run that ended so: 0 done, 3 denied, 4 a limit, 10 to 15 the model's, 130 aborted. */
export function exitCode(end: Exclude<RunEnd, "failed">): number {
  return BY_END[end];
}

/** The exit code of a run that failed. */
export function failureExitCode(kind: FailureKind): number {
  return BY_FAILURE[kind];
}
