const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Mistral's templates take ids of exactly nine letters and digits; all others take them, too. */
const LENGTH = 9;

/** A new id for a call, random: it must not come twice in a conversation, of which the middleware keeps nothing. */
export function createCallId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => DIGITS[byte % DIGITS.length]).join("");
}
