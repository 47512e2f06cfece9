import { MAX_ERROR_CHARS } from "../limits.js";
import type { Failure } from "./failure.js";

/** What a failure says, made comparable. */
export interface FailureText {
  /** The status that counts: of an error inside a 200 the one it names, if it names one. */
  status: number | undefined;
  /** Everything it says, at any depth, a sentence a line. For matching. */
  said: string;
  /** The innermost sentence meant for people. For showing. */
  message: string;
  /** Codes and types, lower case. */
  codes: ReadonlySet<string>;
  /** Numbers and short texts by field name, lower case, from anywhere in the error; the first of a name. */
  fields: ReadonlyMap<string, string | number>;
  html: boolean;
  empty: boolean;
}

/** Fields whose text is a sentence for people. */
const MESSAGE_FIELDS = new Set([
  "message",
  "error",
  "errors",
  "detail",
  "details",
  "raw",
  "error_description",
  "title",
  "msg",
  "status_msg",
]);
/** Fields whose text says what limit was hit, in no sentence. */
const LIMIT_FIELDS = new Set(["quotaid", "quota_limit", "quotametric", "quota_metric"]);
const CODE_FIELDS = new Set(["code", "type", "__type", "status", "reason", "status_code"]);
const STATUS_FIELDS = new Set(["status_code", "code", "status"]);
/** Fields that hold what was sent or generated: whatever it says is no word of the server. */
const ECHO_FIELDS = new Set(["input", "messages", "request", "tools", "failed_generation", "flagged_input"]);
/** Errors nest: an upstream's error stands as text inside the gateway's. Deeper than this there is nothing new. */
const MAX_DEPTH = 24;
/** A field longer than this is no number, code or date. */
const MAX_FIELD_CHARS = 100;

/** Reads an error whatever its shape: JSON, JSON in a string in JSON, an event of a stream, HTML, plain text. Never throws. */
export function readFailure(failure: Failure): FailureText {
  const body = (failure.body ?? "").slice(0, MAX_ERROR_CHARS).trim();
  const reader = new ErrorReader();
  const html = /^<(?:!doctype|html|head|body|\?xml|center)/i.test(body);
  if (html) reader.keep(htmlTitle(body), 0);
  else for (const text of dataOf(body)) reader.text(text, 0);
  // A body of nothing but fields no one knows still says something.
  if (!html && reader.isSilent && body !== "") reader.keep(body, 0);
  if (failure.errorMessage) reader.text(failure.errorMessage.slice(0, MAX_ERROR_CHARS), 0);
  // Amazon names the code of some errors in a header only, with an address behind it.
  const header = failure.headers?.["x-amzn-errortype"]?.split(":", 1)[0];
  if (header) reader.codes.add(header.toLowerCase());
  const status = failure.status || undefined;
  return {
    status: status === undefined || status === 200 ? (reader.status ?? status) : status,
    said: reader.said,
    message: reader.message,
    codes: reader.codes,
    fields: reader.fields,
    html,
    empty: body === "",
  };
}

/** Collects what an error says while it is walked. */
class ErrorReader {
  readonly codes = new Set<string>();
  readonly fields = new Map<string, string | number>();
  /** The first that is named, 400 to 599. */
  status: number | undefined;
  readonly #sentences: { text: string; depth: number }[] = [];
  readonly #limits: string[] = [];

  get isSilent(): boolean {
    return this.#sentences.length === 0;
  }

  get said(): string {
    return [...this.#sentences.map(({ text }) => text), ...this.#limits].join("\n");
  }

  /** The deepest sentence, of several the last: what is around it is the gateway's. */
  get message(): string {
    let deepest = { text: "", depth: 0 };
    for (const sentence of this.#sentences) if (sentence.depth >= deepest.depth) deepest = sentence;
    return deepest.text;
  }

  keep(text: string, depth: number): void {
    if (text.trim() !== "") this.#sentences.push({ text: text.trim(), depth });
  }

  /** A text for people, which may be JSON or have some in it. */
  text(text: string, depth: number): void {
    const value = parsed(text) ?? cutShort(text);
    if (value !== undefined) {
      this.value(value, "message", depth + 1);
      return;
    }
    const { error, around } = errorWithin(text);
    for (const part of around) this.keep(part, depth);
    this.value(error, "message", depth + 1);
  }

  value(value: unknown, field: string, depth: number): void {
    if (depth > MAX_DEPTH || ECHO_FIELDS.has(field)) return;
    if (typeof value === "string" || typeof value === "number") this.#scalar(value, field, depth);
    else if (Array.isArray(value)) for (const item of value) this.value(item, field, depth + 1);
    else if (value !== null && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) this.value(inner, key.toLowerCase(), depth + 1);
    }
  }

  #scalar(value: string | number, field: string, depth: number): void {
    const word = String(value);
    if (!this.fields.has(field) && word.length <= MAX_FIELD_CHARS) this.fields.set(field, value);
    if (CODE_FIELDS.has(field)) this.codes.add(word.toLowerCase());
    if (STATUS_FIELDS.has(field) && Number(value) >= 400 && Number(value) < 600) this.status ??= Number(value);
    if (typeof value === "number") return;
    if (MESSAGE_FIELDS.has(field)) this.text(value, depth);
    if (LIMIT_FIELDS.has(field)) this.#limits.push(value);
  }
}

/** The value of a text that is a JSON object, array or string; undefined for any other text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error inside a text that is no JSON as a whole, as in `400 {"error":{…}}`, and the text around it. */
function errorWithin(text: string): { error: unknown; around: readonly string[] } {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}") + 1;
  const error = start < 0 ? undefined : parsed(text.slice(start, end));
  const isError = typeof error === "object" && error !== null && ("error" in error || "message" in error);
  return isError ? { error, around: [text.slice(0, start), text.slice(end)] } : { error: undefined, around: [text] };
}

/** The value of JSON that was cut, as if it had been closed where it ends; undefined for anything else. */
function cutShort(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const open: string[] = [];
  let inString = false;
  let whole = text;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (inString && character === "\\") {
      // An escape that was cut is left out.
      if (at + (text.charAt(at + 1) === "u" ? 5 : 1) >= text.length) whole = text.slice(0, at);
      at++;
    } else if (character === '"') inString = !inString;
    else if (!inString && character === "{") open.push("}");
    else if (!inString && character === "[") open.push("]");
    else if (!inString && (character === "}" || character === "]")) open.pop();
  }
  const close = open.reverse().join("");
  const begun = inString ? whole : whole.trimEnd().replace(/,$/, "");
  const rests = inString ? ['"', '":null'] : ["", "null", ":null"];
  return rests.map((rest) => parsed(begun + rest + close)).find((value) => value !== undefined);
}

/** An error may be kept as the event it came in. */
function dataOf(body: string): readonly string[] {
  if (!/^(?:event|data|error|id|retry):/.test(body)) return [body];
  const lines = body.split(/\r\n|\r|\n/).filter((line) => /^(?:data|error):/.test(line));
  return lines.map((line) => line.slice(line.indexOf(":") + 1).trim()).filter((data) => data !== "[DONE]");
}

/** The title of a page: the markup itself is of no use to anyone. */
function htmlTitle(html: string): string {
  const title = /<(title|h1)\b[^>]{0,200}>([^<]{0,400})/i.exec(html)?.[2]?.replace(/\s+/g, " ").trim() ?? "";
  return title === "" ? "a page of HTML" : `a page titled "${title}"`;
}
