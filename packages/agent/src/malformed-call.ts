/**
 * Some servers end a message so in which they could not read the model's call: the message is whole, the call is not in
 * it. `raw` is the reason as it was on the wire.
 *
 * Samples: `MALFORMED_FUNCTION_CALL` (Gemini), `function_call_filter: MALFORMED_FUNCTION_CALL` (Gemini behind a gateway).
 */
export function isMalformedCall(raw: string | undefined): boolean {
  return raw !== undefined && /malformed/i.test(raw);
}
