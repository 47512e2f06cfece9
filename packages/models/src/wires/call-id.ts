const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 9;

/**
 * The id of a call as it stands on the wire: nine letters or digits, made from our id alone, so that it is the same in
 * every request. Every template and server that checks ids takes this form (Mistral refuses others). Ids of the wire
 * are not sent back: they may be of any form, and some servers repeat them in each turn.
 *
 * 53 bits: two calls of one conversation of 10,000 have the same with a chance of one in 10^8.
 */
export function wireCallId(id: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  let number = 4294967296 * (2097151 & low) + (high >>> 0);
  let text = "";
  for (let digit = 0; digit < LENGTH; digit++) {
    text = ALPHABET[number % 62] + text;
    number = Math.floor(number / 62);
  }
  return text;
}
