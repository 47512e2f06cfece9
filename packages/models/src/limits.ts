/** A single event of a stream may be this long, UTF-16 units; a longer one fails the answer. */
export const MAX_EVENT_CHARS = 64 * 1024 * 1024;
/** Of a body that is an error, this much is read and looked at, bytes. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** Of what a server said, this much is shown, characters. */
export const MAX_SHOWN_CHARS = 400;
