import { SECRET_PATTERNS } from "./secret-patterns.js";

/** What stands in place of a secret. */
export const REDACTED = "[redacted]";

/** A value this short is no secret: it would be found by chance. */
const MIN_SECRET_LENGTH = 9;

/** Names of variables, headers and settings whose value is a secret: `OPENAI_API_KEY`, `x-auth-token`, `PGPASSWORD`. */
const KEY_LIKE =
  /(?:^|[_.-])(?:api|access|secret|private|auth)?(?:key|token|secret|passwd|passphrase|credentials?|authorization|auth|cookie)$|password$|[_.-]pwd$/i;
/** As above, in one word: `clientSecret`, `authToken`. */
const KEY_LIKE_WORD = /[a-z0-9](?:Key|Token|Secret|Passphrase|Credentials?)$/;

const TOKEN = `(?:${SECRET_PATTERNS.map(({ source }) => source).join("|")})`;

/** Between a name and its value; quotes may be escaped, as in JSON within JSON. */
const ASSIGNED = "\\\\?[\"']?\\s{0,3}[:=]\\s{0,3}\\\\?[\"']?";
/** A value that stands alone: code that computes one is none. */
const VALUE = "(?!process\\.|os\\.|import\\.)[^\\s\"'\\\\,;(){}\\[\\]$<>]{9,}(?![\\w(\\[])";

/** `Authorization: Bearer …`, `"x-api-key":"…"`, `cookie: …`. */
const HEADERS = [
  `(?<=\\b(?:(?:proxy-)?authorization|x-[a-z-]{0,30}?(?:key|token|secret)|api-key)${ASSIGNED}(?:(?:bearer|basic|token)\\s{1,3})?)${VALUE}`,
  `(?<=\\b(?:set-)?cookie${ASSIGNED})[^\\r\\n"'\\\\]{9,}`,
];
/** `"apiKey": "…"`, `"client_secret":"…"`: both quoted. */
const PROPERTY =
  "(?<=(?:api_?key|access_?token|auth_?token|refresh_?token|client_?secret|secret|password|passphrase)\\\\?[\"']\\s{0,3}:\\s{0,3}\\\\?[\"'])[^\\s\"'\\\\]{9,}";
/** `?key=…`, `&access_token=…`, and `//user:password@`. */
const IN_ADDRESS = [
  "(?<=[?&;](?:key|api[_-]?key|access_token|token|auth|sig|signature|x-amz-signature|password|secret)=)[^\\s\"'\\\\&#]{9,}",
  "(?<=:\\/\\/[^\\s/:@]{0,64}:)[^\\s/:@\"']{9,}(?=@)",
];
/** `OPENROUTER_API_KEY=…`, `"ANTHROPIC_AUTH_TOKEN": "…"`. */
const VARIABLE = `(?<=(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS)${ASSIGNED})${VALUE}`;

const ANY_CASE = new RegExp([...HEADERS, PROPERTY, ...IN_ADDRESS].join("|"), "gi");
const EXACT_CASE = new RegExp(`${TOKEN}|${VARIABLE}`, "g");

/**
 * Takes secrets out of a text: the given values, values behind the name of a key-like header, variable, property or
 * query field, and what has the published form of a token. Only what is longer than 8 characters.
 *
 * Linear in the text, for a given list of secrets: no repetition in the patterns can run into another.
 *
 * @param secrets values as they are, e.g. from {@link secretsAmong}
 * @example
 * redact("401 for key sk-proj-abcdef012345", []) // "401 for key [redacted]"
 */
export function redact(text: string, secrets: readonly string[]): string {
  return redactValues(text, secrets).replace(EXACT_CASE, REDACTED).replace(ANY_CASE, REDACTED);
}

/** Takes the given values out of a text, and nothing else: a file that only looks as if it held a key stays whole. */
export function redactValues(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_LENGTH && clean.includes(secret)) clean = clean.replaceAll(secret, () => REDACTED);
  }
  return clean;
}

/**
 * The values of key-like variables or headers, longest first, so that one secret inside another leaves nothing over.
 *
 * @example
 * redact(line, secretsAmong(process.env))
 */
export function secretsAmong(variables: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && value.length >= MIN_SECRET_LENGTH && (KEY_LIKE.test(name) || KEY_LIKE_WORD.test(name))
      ? [value]
      : [],
  );
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}
