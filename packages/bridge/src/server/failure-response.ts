import type { ClientFailure } from "../client-failure.js";
import type { ClientWire } from "../client-wire.js";

/** An answer that is an error, in the client's format. @param headers besides those that the failure itself asks for */
export function failureResponse(
  wire: ClientWire,
  failure: ClientFailure,
  headers: Readonly<Record<string, string>>,
): Response {
  const { status, retryAfterSeconds } = failure;
  return Response.json(wire.error(failure), {
    status,
    headers: { ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }), ...headers },
  });
}
