import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REDACTED, redact, secretsAmong } from "../src/redact.js";
import { SECRET_PATTERNS } from "../src/secret-patterns.js";

describe("redacting", () => {
  it.each(SECRET_PATTERNS.map(({ what, sample }) => [what, sample]))("takes out a token of %s", (_, sample) => {
    expect(redact(`before ${sample.trim()} after`, [])).not.toContain(sample.trim());
    expect(redact(`{"a":"${sample.trim()}"}`, [])).not.toContain(sample.trim());
  });

  it.each([
    ["authorization: Bearer opaque-value-1", "opaque-value-1"],
    ["Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="],
    ['{"headers":{"X-Api-Key":"opaque-value-1"}}', "opaque-value-1"],
    ['"{\\"authorization\\":\\"Bearer opaque-value-1\\"}"', "opaque-value-1"],
    ["Cookie: session=abc; other=def", "other=def"],
    ["MY_SERVICE_TOKEN=opaque-value-1 npm test", "opaque-value-1"],
    ["export DB_PASSWORD='opaque-value-1'", "opaque-value-1"],
    ['"apiKey": "opaque-value-1"', "opaque-value-1"],
    ['{"client_secret":"opaque value"}{"password":"opaque-value-1"}', "opaque-value-1"],
    ["GET https://x.test/v1?alt=sse&key=opaque-value-1#top", "opaque-value-1"],
    ["postgres://me:opaque-value-1@db.test/app", "opaque-value-1"],
  ])("takes out the value in %s", (line, secret) => {
    const clean = redact(line, []);
    expect(clean).not.toContain(secret);
    expect(clean).toContain(REDACTED);
  });

  it.each([
    "const token = parseToken(input);",
    "API_KEY = process.env.API_KEY_FALLBACK",
    "if (key === undefined) throw new Error('no key');",
    "the monkey: bananas-and-more",
    "max_tokens: 1234567890",
    "task-0123456789 and risk-assessment-2024",
    "authorization: buildAuthorization(request)",
    "tokenizer = AutoTokenizer.from_pretrained(name)",
    "PASSWORD=short",
    "struct sk_buff_head *list; .sk-fading-circle { }",
  ])("leaves ordinary text as it is: %s", (line) => {
    expect(redact(line, [])).toBe(line);
  });

  it("takes out given values wherever they stand, if longer than 8 characters", () => {
    expect(redact("a my-secret-value b$& my-secret-value", ["my-secret-value"])).toBe(`a ${REDACTED} b$& ${REDACTED}`);
    expect(redact("the letter abc", ["abc"])).toBe("the letter abc");
  });

  it("never leaves a given secret in, nor changes text around it", () => {
    const words = fc.stringMatching(/^[a-z ]{0,20}$/);
    fc.assert(
      fc.property(
        words,
        words,
        fc.string({ minLength: 9 }).filter((secret) => !/\[redacted\]/.test(secret)),
        (before, after, secret) => {
          expect(redact(before + secret + after, [secret])).not.toContain(secret);
        },
      ),
    );
  });

  it("reads large texts that look like many beginnings of secrets once", () => {
    for (const unit of [
      "sk-",
      "KEY=",
      "://a:",
      "eyJ",
      "x-x-x-",
      "Authorization: ",
      "-----BEGIN PRIVATE KEY-----",
      "a",
    ]) {
      const text = unit.repeat(2_000_000 / unit.length);
      expect(redact(text, []).length).toBeLessThanOrEqual(text.length * 4);
    }
  });

  const cases = new URL("../../../../shared/cases/redaction.jsonl", import.meta.url);
  const folder = process.env.MILLRACE_SHARED;
  const file = folder ? `${folder}/cases/redaction.jsonl` : cases;
  it.skipIf(!existsSync(file))("passes the shared cases (skipped where ../shared is absent)", () => {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    for (const line of lines) {
      const { given, expect: wanted } = JSON.parse(line);
      const clean = redact(given.line, []);
      for (const secret of wanted.mustNotContain) expect(clean).not.toContain(secret);
      for (const rest of wanted.mustContain) expect(clean).toContain(rest);
    }
    expect(lines.length).toBeGreaterThan(0);
  });
});

describe("secrets among variables", () => {
  it("are the values of key-like names, longest first, longer than 8 characters", () => {
    const secrets = secretsAmong({
      OPENAI_API_KEY: "value-one",
      npm_config_authToken: "value-two-2",
      PGPASSWORD: "value-three-33",
      "x-api-key": "value-one",
      SHORT_TOKEN: "12345678",
      MONKEY: "banana-banana",
      PWD: "/home/me/project",
      SSH_AUTH_SOCK: "/run/agent.sock",
      EMPTY_KEY: undefined,
    });
    expect(secrets).toEqual(["value-three-33", "value-two-2", "value-one"]);
  });
});
