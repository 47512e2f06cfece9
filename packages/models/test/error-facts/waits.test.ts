import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { durationAt, inWords } from "../../src/error-facts/durations.js";
import { classifyError } from "../../src/index.js";

const now = Date.parse("2026-01-01T00:00:00Z");
type Headers = Record<string, string>;

const http = (status: number, body: unknown, headers: Headers = {}) =>
  classifyError(
    {
      provider: "custom",
      phase: "first-byte",
      status,
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    },
    { now },
  );

describe("the wait a server asks for", () => {
  test.each<[what: string, headers: Headers, body: unknown, wait: number | undefined]>([
    ["milliseconds win over seconds", { "retry-after-ms": "750", "retry-after": "1" }, "", 750],
    ["seconds", { "retry-after": "17" }, "", 17_000],
    ["parts of a second", { "retry-after": " 0.5 " }, "", 500],
    ["none at all", { "retry-after": "0" }, "", 0],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, "", 30_000],
    ["an ISO date", { "retry-after": "2026-01-01T00:00:30Z" }, "", 30_000],
    ["a date that has passed", { "retry-after": "Wed, 31 Dec 2025 00:00:30 GMT" }, "", 0],
    ["a header over words", { "retry-after": "3" }, "try again in 9s", 3_000],
    ["words", {}, "Please try again in 8.262s.", 8_262],
    ["words of minutes and seconds", {}, "Please try again in 2m3s.", 123_000],
    ["words of minutes and parts of seconds", {}, "Please try again in 10m56.64s. Need more?", 656_640],
    ["words of milliseconds", {}, "try again in 250ms", 250],
    ["whole words", {}, "Please retry after 23 seconds. Please go here", 23_000],
    ["one minute", {}, "Please wait 1 minute before trying again.", 60_000],
    ["hours", {}, "Please try again in 1 hour and 5 minutes", 3_900_000],
    ["many seconds", {}, "Please wait 42054 seconds before retrying.", 42_054_000],
    ["LiteLLM's words", {}, "No deployments available for selected model, Try again in 60 seconds.", 60_000],
    ["the first that is a wait", {}, "Wait 1 turn. Try again in 5s", 5_000],
    ["Google's field", {}, { error: { message: "x", details: [{ retryDelay: "45.837906927s" }] } }, 45_838],
    ["a field of seconds", {}, { message: "x", retry_after: 1.5 }, 1_500],
    ["when a limit is renewed, Unix seconds", { "x-ratelimit-reset": "1767225642" }, "", 42_000],
    ["when a limit is renewed, Unix milliseconds", { "x-ratelimit-reset": "1767225642000" }, "", 42_000],
    ["when a limit is renewed, seconds from now", { "ratelimit-reset": "42" }, "", 42_000],
    ["when a limit is renewed, a duration", { "x-ratelimit-reset": "1m30s" }, "", 90_000],
    [
      "when a limit is renewed, in the body",
      {},
      { error: { message: "x", metadata: { headers: { "X-RateLimit-Reset": "1767225642000" } } } },
      42_000,
    ],
    [
      "when the limit that is used up is renewed",
      {
        "x-ratelimit-remaining-requests": "12",
        "x-ratelimit-reset-requests": "6m0s",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "1.5s",
      },
      "",
      1_500,
    ],
    [
      "when Anthropic's limit is renewed",
      {
        "anthropic-ratelimit-input-tokens-remaining": "0",
        "anthropic-ratelimit-input-tokens-reset": "2026-01-01T00:00:20Z",
        "anthropic-ratelimit-requests-remaining": "9",
        "anthropic-ratelimit-requests-reset": "2026-01-01T00:01:00Z",
      },
      "",
      20_000,
    ],
    ["no limit is used up", { "x-ratelimit-remaining-tokens": "7", "x-ratelimit-reset-tokens": "6m0s" }, "", undefined],
    ["nonsense", { "retry-after": "soon" }, "", undefined],
    ["less than nothing", { "retry-after": "-5", "retry-after-ms": "-1" }, "", undefined],
    ["no number", { "retry-after": "NaN", "retry-after-ms": "Infinity" }, "", undefined],
    ["years", { "retry-after": "99999999999" }, "", undefined],
    ["years, and words that can be believed", { "retry-after": "99999999999" }, "try again in 5s", 5_000],
    ["hexadecimal", { "retry-after": "0x10" }, "", undefined],
    ["nothing", {}, "slow down", undefined],
    ["a limit, not a wait", {}, "Limit 30000, Used 28011, Requested 6120", undefined],
  ])("%s", (_, headers, body, wait) => {
    expect(http(429, body, headers).retryAfterMs).toBe(wait);
  });

  test("is not read of a limit's headers where the answer is no 429", () => {
    expect(http(500, "no", { "x-ratelimit-reset": "42" }).retryAfterMs).toBeUndefined();
    expect(http(503, "no", { "retry-after": "42" }).retryAfterMs).toBe(42_000);
  });
});

describe("when a quota is renewed", () => {
  const spent = (extra: object, message = "used up") =>
    http(429, { error: { type: "usage_limit_reached", message, ...extra } });

  test("is said in seconds, as a time, as a date or in words, and told with the remedy", () => {
    expect(spent({ resets_in_seconds: 11_211 })).toMatchObject({ kind: "quota", resetMs: 11_211_000 });
    expect(spent({ resets_at: 1_767_226_200 }).resetMs).toBe(600_000);
    expect(spent({}, "resets at 2026-01-01T05:00:00Z (2056)").resetMs).toBe(5 * 3_600_000);
    expect(spent({}, "You will regain access on 2026-01-02 at 00:00 UTC.").resetMs).toBe(24 * 3_600_000);
    expect(spent({}, "Please wait 42054 seconds.").resetMs).toBe(42_054_000);
    expect(spent({ resets_in_seconds: 11_211 }).remedy).toMatch(/\. It is renewed in 3 h 7 min\.$/);
  });

  test("is no wait to send it again after", () => {
    expect(spent({ resets_in_seconds: 5 })).not.toHaveProperty("retryAfterMs");
  });

  test("is not said where the server does not say it, or not believably", () => {
    expect(spent({})).not.toHaveProperty("resetMs");
    expect(spent({ resets_in_seconds: -1 })).not.toHaveProperty("resetMs");
    expect(spent({}, "resets at 2025-01-01T05:00:00Z")).not.toHaveProperty("resetMs");
    expect(spent({}, "Your limit will reset at 2026-08-27 21:31:39")).not.toHaveProperty("resetMs");
  });
});

describe("a duration", () => {
  test("is read as it is written in any unit", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(59), fc.nat(59), fc.constantFrom("", " "), (hours, minutes, seconds, gap) => {
        const ms = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
        expect(durationAt(`${hours}h${gap}${minutes}m${gap}${seconds}s`, 0)).toBe(ms);
        expect(durationAt(`in ${hours} hours, ${minutes} minutes and ${seconds} seconds`, 2)).toBe(ms);
      }),
    );
  });

  test("is not read of a number without a unit, or of another word", () => {
    for (const text of ["12", "12 tokens", "12 months", "5 meters", "m", ""])
      expect(durationAt(text, 0)).toBeUndefined();
  });

  test.each([
    [45_000, "45 s"],
    [118_001, "119 s"],
    [119_001, "2 min"],
    [720_000, "12 min"],
    [11_211_000, "3 h 7 min"],
    [10_800_000, "3 h"],
    [200_000_000, "3 days"],
  ])("of %i ms is %s", (ms, words) => {
    expect(inWords(ms)).toBe(words);
  });
});
