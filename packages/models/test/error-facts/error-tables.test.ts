import { describe, expect, test } from "vitest";
import { factFor, fits } from "../../src/error-facts/classify-error.js";
import type { Sample } from "../../src/error-facts/error-fact.js";
import { ERROR_FACTS, ERROR_TABLES } from "../../src/error-facts/error-tables.js";
import { readFailure } from "../../src/error-facts/read-failure.js";
import { classifyError } from "../../src/index.js";

const now = Date.parse("2026-01-01T00:00:00Z");
const samples = ERROR_FACTS.flatMap((fact) =>
  fact.samples.map((sample): [title: string, ...Row] => [`${fact.name}: ${shortened(sample)}`, fact, sample]),
);
type Row = [fact: (typeof ERROR_FACTS)[number], sample: Sample];

function shortened({ provider, status, body, errorMessage }: Sample): string {
  return `${provider} ${status ?? ""} ${(body ?? errorMessage ?? "").slice(0, 60)}`;
}

describe("the error tables", () => {
  test.each(samples)("know their own sample: %s", (_, fact, sample) => {
    expect(factFor(sample, readFailure(sample))?.name).toBe(fact.name);
  });

  test.each(samples)("read the numbers of: %s", (_, __, sample) => {
    const { limitTokens, usedTokens, retryAfterMs, resetMs } = classifyError(sample, { now });
    expect([limitTokens, usedTokens, retryAfterMs, resetMs]).toEqual([
      sample.limitTokens,
      sample.usedTokens,
      sample.retryAfterMs,
      sample.resetMs,
    ]);
  });

  test.each(samples)("say what to do about: %s", (_, __, sample) => {
    const { remedy, message } = classifyError(sample, { now });
    expect(remedy).toMatch(/^(?:[A-Z`]|https?:|llama\.cpp ).*\.$/s);
    expect(remedy).not.toMatch(/[{}]|the server.s address\w/);
    expect(message).not.toMatch(/<html|<title/i);
    expect(message).not.toBe("");
  });

  test("name each fact once", () => {
    expect(new Set(ERROR_FACTS.map(({ name }) => name)).size).toBe(ERROR_FACTS.length);
  });

  test("give no family's message to another family, so that their order does not matter", () => {
    const families = ERROR_TABLES.filter(({ ownWords }) => ownWords);
    const claims = families.flatMap(({ title, facts }) =>
      families
        .filter((other) => other.title !== title)
        .flatMap((other) => other.facts.flatMap((fact) => fact.samples.map((sample) => ({ sample, of: fact.name }))))
        .flatMap(({ sample, of }) =>
          facts.filter((fact) => fits(fact, sample, readFailure(sample))).map(({ name }) => `"${name}" claims "${of}"`),
        ),
    );
    expect(claims).toEqual([]);
  });

  test("keep rows that name nobody and nothing to the last table", () => {
    const loose = ERROR_TABLES.slice(0, -1).flatMap(({ facts }) =>
      facts.filter(({ codes, says, causeCodes, html, malformed, providers, status, atProxy }) => {
        const isRedirect = status?.every((code) => code >= 300 && code < 400);
        return !codes && !says && !causeCodes && !html && !malformed && !providers && !atProxy && !isRedirect;
      }),
    );
    expect(loose.map(({ name }) => name)).toEqual([]);
  });

  test("call nothing an overflow without a status, and words or a code of the size", () => {
    for (const { name, kind, status, codes, says } of ERROR_FACTS) {
      if (kind !== "context_overflow") continue;
      expect(status, name).toBeDefined();
      expect(status, name).not.toContain(429);
      expect(codes !== undefined || says !== undefined || status?.join() === "413", name).toBe(true);
    }
  });

  test("look for words in time linear in what was said: no repetition is without a bound", () => {
    for (const { name, says } of ERROR_FACTS) {
      const bare = says?.source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x") ?? "";
      expect(bare, name).not.toMatch(/[*+]|\{\d+,\}/);
      expect(says?.flags ?? "", name).not.toMatch(/[gy]/);
      const bounds = [...bare.matchAll(/\{\d+,(\d+)\}/g)].map(([, most]) => Number(most));
      expect(Math.max(0, ...bounds), name).toBeLessThanOrEqual(2_000);
    }
  });

  test("list codes in lower case, as they are compared", () => {
    const codes = ERROR_FACTS.flatMap(({ codes }) => codes ?? []);
    expect(codes).toEqual(codes.map((code) => code.toLowerCase()));
  });
});
