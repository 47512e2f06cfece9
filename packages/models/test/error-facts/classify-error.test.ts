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

  test("of a wait too long to be waited for names it, of a short one it does not", () => {
    const limited = (seconds: string) =>
      classifyError({ provider: "custom", phase: "first-byte", status: 429, headers: { "retry-after": seconds } });
    expect(limited("600").remedy).toMatch(/\. It asks to wait 10 min\.$/);
    expect(limited("5").remedy).not.toContain("asks to wait");
  });

  test("of a key names the provider's variable only where its key is sent: at its own address", () => {
    const refused = { provider: "anthropic", phase: "first-byte", status: 401, body: "{}" } as const;
    expect(classifyError(refused, { address: "https://api.anthropic.com" }).remedy).toContain("ANTHROPIC_API_KEY");
    const elsewhere = classifyError(refused, { address: "https://gateway.example" }).remedy;
    expect(elsewhere).not.toContain("ANTHROPIC_API_KEY");
    expect(elsewhere).toContain("--api-key-env");
  });

  test("404 of Anthropic's wire is an unknown model only where it names one", () => {
    const missing = (message: string) =>
      classifyError({
        provider: "anthropic",
        phase: "first-byte",
        status: 404,
        body: JSON.stringify({ type: "error", error: { type: "not_found_error", message } }),
      }).remedy;
    expect(missing("model: claude-x")).toContain("has no model named");
    expect(missing("Not Found")).toContain("Check the base URL");
  });

  test("in a page that came through a proxy names the proxy: it may be its page", () => {
    const page = "<html><title>Blocked by policy</title></html>";
    const failure = { provider: "custom", phase: "first-byte", status: 403, body: page } as const;
    const proxy = { address: "http://proxy.example:3128", variable: "HTTP_PROXY" };
    expect(classifyError(failure, { proxy }).message).toBe(
      'The server, asked through the proxy http://proxy.example:3128 (HTTP_PROXY), answered 403 with a page titled "Blocked by policy" instead of JSON',
    );
  });

  test.each(["aborted", "socket hang up"])(
    "of a connection that was closed does not say %s, as if the user had ended it",
    (errorMessage) => {
      const failure = { provider: "custom", phase: "stream", causeCode: "ECONNRESET", errorMessage } as const;
      expect(classifyError(failure).message).toMatch(/^The connection broke to .*: it was closed /);
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
