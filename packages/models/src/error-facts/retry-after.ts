import type { FailureText } from "./read-failure.js";

/** "try again in 8.262s", "retry after 23 seconds", "Please retry in 2m3.5s". */
const IN_WORDS =
  /(?:try again|retry|retry your request|wait)\s+(?:in|after)\s+(?:(\d+)\s*m(?!s|illi)(?:in(?:ute)?s?)?\s*)?(?:(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s\b|sec(?:ond)?s?))?/i;
/** Google's `retryDelay: "45.8s"`. */
const DELAY_FIELD = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/**
 * The wait that a server asked for, in milliseconds; undefined if it named none. A header in milliseconds wins over
 * one in seconds or a date, and any header over the text.
 *
 * @param now milliseconds since 1970, for a date
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  text: FailureText,
  body: string,
  now: number,
): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] || Number.NaN);
  if (milliseconds >= 0) return Math.round(milliseconds);
  const header = headers["retry-after"]?.trim();
  if (header) {
    const seconds = Number(header);
    if (seconds >= 0) return Math.round(seconds * 1000);
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - now);
  }
  const delay = DELAY_FIELD.exec(body)?.[1];
  if (delay !== undefined) return Math.round(Number(delay) * 1000);
  const words = IN_WORDS.exec(text.said);
  if (!words || (words[1] === undefined && words[2] === undefined)) return undefined;
  const unit = words[3]?.startsWith("m") ? 1 : 1000;
  return Math.round(Number(words[1] ?? 0) * 60_000 + Number(words[2] ?? 0) * unit);
}
