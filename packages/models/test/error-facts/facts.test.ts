import { describe, expect, test } from "vitest";
import { factFor } from "../../src/error-facts/classify-error.js";
import { ERROR_FACTS } from "../../src/error-facts/facts.js";
import { readFailure } from "../../src/error-facts/read-failure.js";
import { OVERFLOW_WORDINGS, tokenNumbers } from "../../src/error-facts/token-numbers.js";
import { classifyError } from "../../src/index.js";

describe("the table of error facts", () => {
  test.each(ERROR_FACTS.map((fact) => [fact.name, fact] as const))("knows its own sample: %s", (_, fact) => {
    expect(factFor(fact.sample, readFailure(fact.sample))?.name).toBe(fact.name);
  });

  test("names each fact once", () => {
    expect(new Set(ERROR_FACTS.map(({ name }) => name)).size).toBe(ERROR_FACTS.length);
  });

  test.each(ERROR_FACTS.map((fact) => [fact.name, fact] as const))("says what to do: %s", (_, fact) => {
    const { remedy, message } = classifyError(fact.sample);
    expect(remedy).toMatch(/^(?:[A-Z`]|https?:).*\.$/s);
    expect(remedy).not.toMatch(/[{}]/);
    expect(message).not.toContain("<");
  });

  test.each(OVERFLOW_WORDINGS.map((wording) => [wording.sample, wording] as const))(
    "reads the numbers of: %s",
    (said, { limit, used }) => {
      const failure = {
        provider: "custom",
        phase: "first-byte",
        status: 400,
        body: JSON.stringify({ error: said }),
      } as const;
      expect(classifyError(failure).kind).toBe("context_overflow");
      const numbers = tokenNumbers(readFailure(failure));
      expect(numbers).toEqual({ ...(limit && { limitTokens: limit }), ...(used && { usedTokens: used }) });
    },
  );
});

describe("an error", () => {
  const http = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    classifyError(
      {
        provider: "custom",
        phase: "first-byte",
        status,
        headers,
        body: typeof body === "string" ? body : JSON.stringify(body),
      },
      { now: Date.parse("2026-01-01T00:00:00Z") },
    );

  test("that speaks of tokens a minute is a rate limit, not an overflow", () => {
    expect(http(429, { error: { message: "exceeds your limit of 80,000 input tokens per minute" } }).kind).toBe(
      "rate_limit",
    );
  });

  test("with the words of an overflow but another status is none", () => {
    expect(http(429, { error: { message: "prompt is too long: 3 tokens > 2 maximum" } }).kind).toBe("rate_limit");
  });

  test("with an unknown 4xx is not sent again, without a status it is", () => {
    expect(http(418, "no")).toMatchObject({ kind: "unknown", retryable: false });
    expect(classifyError({ provider: "custom", phase: "stream", status: 200, body: '{"error":"odd"}' })).toMatchObject({
      kind: "unknown",
      retryable: true,
    });
  });

  test.each(["ENOTFOUND", "EAI_AGAIN"])(
    "of a host name, %s, may be sent again: the network may be lost",
    (causeCode) => {
      const failure = {
        provider: "custom",
        phase: "connect",
        errorMessage: `getaddrinfo ${causeCode} x.example`,
      } as const;
      expect(classifyError({ ...failure, causeCode })).toMatchObject({ kind: "network", retryable: true });
    },
  );

  test("inside a stream counts by the status it names", () => {
    const failure = {
      provider: "custom",
      phase: "stream",
      status: 200,
      body: '{"error":{"message":"x","code":502}}',
    } as const;
    expect(classifyError(failure)).toMatchObject({ kind: "overloaded", status: 502, retryable: true });
  });

  test("inside an error is found", () => {
    const raw = JSON.stringify({ error: { message: "prompt is too long: 300 tokens > 200 maximum" } });
    const outer = { error: { message: "Provider returned error", code: 400, metadata: { raw } } };
    expect(http(400, outer)).toMatchObject({ kind: "context_overflow", limitTokens: 200, usedTokens: 300 });
  });

  test.each([
    ["milliseconds win over seconds", { "retry-after-ms": "750", "retry-after": "1" }, "", 750],
    ["seconds", { "retry-after": "17" }, "", 17_000],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, "", 30_000],
    ["a date that has passed", { "retry-after": "Wed, 31 Dec 2025 00:00:30 GMT" }, "", 0],
    ["words", {}, "Please try again in 8.262s.", 8_262],
    ["words in minutes", {}, "Please try again in 2m3s.", 123_000],
    ["words in milliseconds", {}, "try again in 250ms", 250],
    ["a field", {}, { error: { message: "x", details: [{ retryDelay: "45.5s" }] } }, 45_500],
    ["nonsense", { "retry-after": "soon" }, "", undefined],
    ["nothing", {}, "slow down", undefined],
  ])("names a wait: %s", (_, headers, body, wait) => {
    expect(http(429, body, headers as Record<string, string>).retryAfterMs).toBe(wait);
  });

  test("that echoes the key does not show it", () => {
    const secret = "abcdefghijkl-0123";
    const failure = {
      provider: "custom",
      phase: "first-byte",
      status: 401,
      body: `{"error":"bad key ${secret}"}`,
    } as const;
    expect(classifyError(failure, { secrets: [secret] }).message).not.toContain(secret);
  });

  test("that is long is cut to what a person reads", () => {
    expect(http(500, "x".repeat(100_000)).message.length).toBeLessThan(500);
  });
});
