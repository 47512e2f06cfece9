import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyError, failureOf } from "../../src/index.js";

const known = { provider: "custom", phase: "connect" } as const;
const kindOf = (thrown: unknown) => classifyError(failureOf(thrown, known)).kind;
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

describe("a thrown value", () => {
  test("is known by the code of what caused it, as fetch throws", () => {
    const error = new TypeError("fetch failed", { cause: coded("connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED") });
    expect(failureOf(error, known)).toEqual({
      ...known,
      errorMessage: "connect ECONNREFUSED 127.0.0.1:1",
      causeCode: "ECONNREFUSED",
    });
    expect(classifyError(failureOf(error, { ...known, local: true }))).toMatchObject({
      kind: "network",
      retryable: false,
    });
  });

  test("is known by the errors of an AggregateError, as Node tries several addresses", () => {
    const both = new AggregateError(
      [coded("connect ETIMEDOUT ::1", "ETIMEDOUT"), coded("no route", "EHOSTUNREACH")],
      "",
    );
    expect(failureOf(new Error("outer", { cause: both }), known)).toMatchObject({
      causeCode: "ETIMEDOUT",
      errorMessage: "connect ETIMEDOUT ::1",
    });
    expect(kindOf(both)).toBe("timeout");
  });

  test("is a time-out by its name where it has no code", () => {
    expect(kindOf(new DOMException("The operation was aborted due to timeout", "TimeoutError"))).toBe("timeout");
  });

  test("is a broken connection by its words where it has neither", () => {
    expect(kindOf(new TypeError("terminated"))).toBe("network");
    expect(kindOf("fetch failed")).toBe("network");
  });

  test("is read as an answer where it holds one, as the libraries keep it", () => {
    const body = '{"error":{"message":"prompt is too long: 3 tokens > 2 maximum"}}';
    const aiSdk = Object.assign(new Error("prompt"), {
      statusCode: 400,
      responseBody: body,
      responseHeaders: { "Retry-After": "3" },
    });
    const sdk = Object.assign(new Error("400"), {
      status: 400,
      headers: new Headers({ "retry-after": "3" }),
      error: { message: "prompt is too long: 3 tokens > 2 maximum" },
      code: "context_length_exceeded",
    });
    const axios = Object.assign(coded("Request failed with status code 400", "ERR_BAD_REQUEST"), {
      response: {
        status: 400,
        headers: { "retry-after": "3" },
        data: { error: "prompt is too long: 3 tokens > 2 maximum" },
      },
    });
    for (const error of [aiSdk, sdk, axios, new Error("gave up after 3 tries", { cause: aiSdk })]) {
      expect(classifyError(failureOf(error, known))).toMatchObject({
        kind: "context_overflow",
        limitTokens: 2,
        usedTokens: 3,
        status: 400,
        retryAfterMs: 3_000,
      });
    }
  });

  test("says less than the caller knows", () => {
    const error = Object.assign(new Error("x"), { status: 500 });
    expect(failureOf(error, { ...known, status: 429 }).status).toBe(429);
  });

  test("that causes itself, or throws when it is looked at, is read all the same", () => {
    const circle = new Error("a");
    circle.cause = new Error("b", { cause: circle });
    expect(failureOf(circle, known).errorMessage).toBe("a");
    const hostile = new Proxy(new Error("a"), {
      get: () => {
        throw new Error("no");
      },
      getPrototypeOf: () => {
        throw new Error("no");
      },
    });
    expect(kindOf(hostile)).toBe("unknown");
    expect(kindOf({ body: { error: circle, toJSON: null, self: circle }, status: 500 })).toBe("overloaded");
  });

  test("of any kind is a failure that can be classified", () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    fc.assert(
      fc.property(
        fc.oneof(anything, fc.record({ status: anything, headers: anything, body: anything, cause: anything })),
        (thrown) => {
          expect(kindOf(thrown)).toMatch(/^\w+$/);
        },
      ),
    );
  });
});
