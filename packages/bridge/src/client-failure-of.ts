import { asSentence, type ErrorKind, isModelError, type ModelError } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";
import type { ClientFailure } from "./client-failure.js";
import { isRefusal } from "./refusal.js";
import type { RequestFault } from "./request-fault.js";

/** The status of an answer where the upstream gave none. Sample of each kind: docs/PROVIDERS.md, "Kinds". */
const STATUSES: Readonly<Record<ErrorKind, number>> = {
  auth: 401,
  quota: 429,
  spend_limit: 402,
  entitlement: 403,
  invalid_request: 400,
  content_filter: 400,
  rate_limit: 429,
  overloaded: 503,
  network: 502,
  timeout: 504,
  context_overflow: 400,
  unknown: 502,
};

/** What a client is told of anything that was thrown while its request was understood or answered. */
export function clientFailureOf(error: unknown): ClientFailure {
  if (isModelError(error)) return upstreamFailure(error);
  if (isRefusal(error)) return error.failure;
  if (isRequestFault(error)) {
    return { status: 400, kind: "invalid_request", message: error.message, param: error.param };
  }
  if (MillraceError.isInstance(error) && error.code === "invalid_option") {
    return { status: 400, kind: "invalid_request", message: String(Reflect.get(error, "message")) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, kind: "unknown", message: `The bridge failed: ${asSentence(message)} Please report it.` };
}

function upstreamFailure({ kind, status, message, remedy, retryAfterMs, resetMs }: ModelError): ClientFailure {
  const waitMs = retryAfterMs ?? resetMs;
  const told = message.includes(remedy) ? message : `${asSentence(message)} ${remedy}`;
  return {
    // Servers send numbers that none of HTTP's own answers has, and codes of their own inside a stream.
    status: status !== undefined && status >= 400 && status <= 599 ? status : STATUSES[kind],
    kind,
    message: told,
    ...(waitMs !== undefined && { retryAfterSeconds: Math.ceil(waitMs / 1_000) }),
  };
}

function isRequestFault(error: unknown): error is RequestFault {
  return MillraceError.isInstance(error) && error.code === "request_fault";
}
