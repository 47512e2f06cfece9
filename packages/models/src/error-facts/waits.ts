import { MAX_BELIEVED_WAIT_MS } from "../limits.js";
import { durationAt } from "./durations.js";
import type { FailureText } from "./read-failure.js";

type Headers = Readonly<Record<string, string>>;

/** "try again in 8.262s", "retry after 23 seconds", "Please retry in 2m3.5s", "wait 42 seconds": up to the duration. */
const WAIT_IN_WORDS =
  /\b(?:try(?:ing)? again|retry(?:ing)?(?: your request)?|wait|resets?|available again) (?:in |after |for |at least )?(?:about )?(?=\d)/gi;
/** "resets at 2026-05-15T15:00:00Z", "You will regain access on 2026-04-01 at 00:00 UTC": up to a date in UTC. */
const RESET_DATE =
  /\b(?:resets?|regain access|renewed|available again) (?:at|on) (\d{4}-\d\d-\d\d)(?:T| at | )(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})? ?(?:Z|UTC|GMT)/i;
/** A date as HTTP writes it, or ISO 8601. `Date.parse` alone would take "-5" for a date. */
const DATE = /^(?:[A-Z][a-z]{2,8}, \d|\d{4}-\d\d-\d\dT)/;
/** Headers that say when a limit is renewed, whatever was used of it. */
const RESET_HEADERS = ["x-ratelimit-reset", "ratelimit-reset"];
/** Headers of one limit each: only the one of which nothing remains holds the request back. */
const LIMIT_RESET = /^(anthropic-ratelimit-.{1,40})-reset$|^(x-ratelimit)-reset-(requests|tokens)$/;

/**
 * The wait that a server asked for, in milliseconds; undefined if it named none that can be believed (negative, no
 * number, longer than a month). In order: a header in milliseconds, Retry-After in seconds or as a date, a field of the
 * body, its words, and of a 429 the headers that say when a limit is renewed.
 *
 * Sources: RFC 9110 section 10.2.3 (Retry-After); google.rpc.RetryInfo; the rate limit pages of OpenAI, Anthropic and
 * OpenRouter (headers, in the body as well).
 *
 * @param now milliseconds since 1970, for dates
 */
export function retryAfterMs(headers: Headers, text: FailureText, now: number): number | undefined {
  return (
    believed(number(headers["retry-after-ms"])) ??
    believed(secondsOrDate(headers["retry-after"], now)) ??
    believed(waitInFields(text)) ??
    believed(waitInWords(text.said)) ??
    (text.status === 429 ? believed(limitReset(headers, text, now)) : undefined)
  );
}

/**
 * How long until a used-up quota is renewed, in milliseconds; undefined if the server does not say.
 *
 * @param now milliseconds since 1970, for dates
 */
export function quotaResetMs(headers: Headers, text: FailureText, now: number): number | undefined {
  const date = RESET_DATE.exec(text.said);
  const named = date ? Date.parse(`${date[1]}T${date[2]}Z`) - now : undefined;
  const seconds = number(text.fields.get("resets_in_seconds"));
  return (
    believed(seconds === undefined ? undefined : seconds * 1_000) ??
    believed(fromReset(text.fields.get("resets_at"), now)) ??
    believed(named) ??
    retryAfterMs(headers, text, now)
  );
}

function believed(ms: number | undefined): number | undefined {
  return ms !== undefined && ms >= 0 && ms <= MAX_BELIEVED_WAIT_MS ? Math.round(ms) : undefined;
}

function number(value: string | number | undefined): number | undefined {
  if (value === undefined || (typeof value === "string" && !/^\s*\d{1,16}(?:\.\d{1,16})?\s*$/.test(value)))
    return undefined;
  return Number(value);
}

function secondsOrDate(value: string | undefined, now: number): number | undefined {
  const seconds = number(value);
  if (seconds !== undefined) return seconds * 1_000;
  const trimmed = value?.trim() ?? "";
  const date = DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Google's `retryDelay: "45.8s"`, and `retry_after` in seconds. */
function waitInFields({ fields }: FailureText): number | undefined {
  const delay = fields.get("retrydelay");
  if (typeof delay === "string") return durationAt(delay, 0);
  const seconds = number(fields.get("retry_after") ?? fields.get("retry_after_seconds"));
  return seconds === undefined ? undefined : seconds * 1_000;
}

function waitInWords(said: string): number | undefined {
  for (const words of said.matchAll(WAIT_IN_WORDS)) {
    const wait = durationAt(said, words.index + words[0].length);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** When the limit that was hit is renewed: of several the latest. */
function limitReset(headers: Headers, { fields }: FailureText, now: number): number | undefined {
  for (const name of RESET_HEADERS) {
    const reset = fromReset(headers[name] ?? fields.get(name), now);
    if (reset !== undefined) return reset;
  }
  const resets = Object.entries(headers).flatMap(([name, value]) => {
    const [, anthropic, openai, what] = LIMIT_RESET.exec(name) ?? [];
    const remaining = headers[anthropic ? `${anthropic}-remaining` : `${openai}-remaining-${what}`];
    const reset = remaining?.trim() === "0" ? fromReset(value, now) : undefined;
    return reset === undefined ? [] : [reset];
  });
  return resets.length === 0 ? undefined : Math.max(...resets);
}

/** A Unix time in seconds or milliseconds, seconds from now, a date, or a duration such as `1m30s`. */
function fromReset(value: string | number | undefined, now: number): number | undefined {
  const count = number(value);
  // No limit lasts 30 years, so what is that large is a time, not a duration.
  if (count !== undefined) return count > 1e12 ? count - now : count > 1e9 ? count * 1_000 - now : count * 1_000;
  if (typeof value !== "string") return undefined;
  return secondsOrDate(value, now) ?? durationAt(value.trim(), 0);
}
