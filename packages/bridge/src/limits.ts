/** Models of the upstream of which something is remembered. */
export const MAX_KNOWN_MODELS = 64;
/** An answer that says nothing is asked for so often in all. */
export const MAX_EMPTY_TRIES = 3;
/** A request's body may be so long, bytes: a window of a million tokens, some pictures, and room. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** When nothing is known of the answer for so long, the client is told that it is being worked on, milliseconds. */
export const FIRST_KEEP_ALIVE_MS = 5_000;
/** While nothing else is sent, a sign of life comes this often, milliseconds: proxies give up after 30 to 60 s. */
export const KEEP_ALIVE_MS = 10_000;
