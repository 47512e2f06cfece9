import { describe, expect, test } from "vitest";
import { classifyError } from "../../src/index.js";

describe("an error", () => {
  const http = (status: number, body: unknown) =>
    classifyError({
      provider: "custom",
      phase: "first-byte",
      status,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

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
