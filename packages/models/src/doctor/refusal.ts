import { type ErrorKind, isModelError, type ModelError } from "@millrace/agent";

/** A server's no to the request itself, and not to the key, the hour or the connection. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(["invalid_request", "context_overflow", "content_filter", "unknown"]);

/** The error if the server refused just this request; anything else is thrown on. */
export function refusalIn(error: unknown): ModelError {
  if (isModelError(error) && REFUSALS.has(error.kind)) return error;
  throw error;
}
