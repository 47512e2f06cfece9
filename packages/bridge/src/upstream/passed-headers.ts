import type { ClientWire } from "../client-wire.js";

/**
 * Headers that say something of the fields of a request: without them a server of the client's own wire refuses the
 * fields. Nothing else of a client's headers goes on, keys least of all. Sources: the API references of both.
 */
const PASSED_HEADERS: Readonly<Record<ClientWire["name"], readonly string[]>> = {
  // Sample: context-management-2025-06-27,interleaved-thinking-2025-05-14
  "anthropic-messages": ["anthropic-beta"],
  // Sample: responses=experimental
  "openai-responses": ["openai-beta"],
  "openai-chat": [],
};

/** What of a client's headers goes on to an upstream that speaks its wire. */
export function passedHeaders(wire: ClientWire["name"], headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    PASSED_HEADERS[wire].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
