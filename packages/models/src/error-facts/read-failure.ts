import type { Failure } from "./failure.js";

/** What a failure says, made comparable. */
export interface FailureText {
  /** The status that counts: of an error inside a 200 the one it names, if it names one. */
  status: number | undefined;
  /** Everything it says, at any depth, joined. For matching. */
  said: string;
  /** The innermost sentence meant for people. For showing. */
  message: string;
  /** Codes and types, lower case. */
  words: ReadonlySet<string>;
  /** Numbers by field name, from anywhere in the error. */
  numbers: ReadonlyMap<string, number>;
  html: boolean;
  empty: boolean;
}

const MESSAGE_FIELDS = new Set(["message", "error", "detail", "raw", "error_description", "title", "msg"]);
const WORD_FIELDS = new Set(["code", "type", "__type", "status", "reason", "quotaid", "quota_limit", "quotametric"]);
const STATUS_FIELDS = ["status_code", "code", "status"];
/** Errors nest: an upstream's error stands as text inside the gateway's. Deeper than this there is nothing new. */
const MAX_DEPTH = 8;

/** Reads an error whatever its shape: JSON, JSON in a string in JSON, an event of a stream, HTML, plain text. Never throws. */
export function readFailure(failure: Failure): FailureText {
  const body = (failure.body ?? "").trim();
  const sentences: string[] = [];
  const words = new Set<string>();
  const numbers = new Map<string, number>();
  const html = /^<(?:!doctype|html|head|body|\?xml|center)/i.test(body);

  const walk = (value: unknown, field: string, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof value === "string") {
      if (WORD_FIELDS.has(field)) words.add(value.toLowerCase());
      if (depth === 0 || MESSAGE_FIELDS.has(field)) {
        const inner = parsed(value);
        if (inner === undefined) sentences.push(value);
        else walk(inner, field, depth + 1);
      }
    } else if (typeof value === "number") {
      if (WORD_FIELDS.has(field)) words.add(String(value));
      if (!numbers.has(field)) numbers.set(field, value);
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item, field, depth + 1);
    } else if (value !== null && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) walk(inner, key.toLowerCase(), depth + 1);
    }
  };

  if (html) sentences.push(htmlTitle(body));
  else if (body !== "") walk(parsed(dataOfEvent(body)) ?? body, "", 0);
  if (failure.errorMessage) sentences.push(failure.errorMessage);

  return {
    status: statusOf(failure, numbers),
    said: sentences.join("\n"),
    message: sentences.findLast((sentence) => sentence.trim() !== "")?.trim() ?? "",
    words,
    numbers,
    html,
    empty: body === "",
  };
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

/** An error may be kept as the event it came in. */
function dataOfEvent(body: string): string {
  if (!/^(?:event|data|error):/.test(body)) return body;
  const lines = body.split(/\r\n|\r|\n/).filter((line) => /^(?:data|error):/.test(line));
  return lines.map((line) => line.slice(line.indexOf(":") + 1).trim()).join("\n");
}

/** The title of a page: the markup itself is of no use to anyone. */
function htmlTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1] ?? "";
  return title.trim() === "" ? "a page of HTML" : `a page titled "${title.replace(/\s+/g, " ").trim()}"`;
}

function statusOf(failure: Failure, numbers: ReadonlyMap<string, number>): number | undefined {
  const status = failure.status || undefined;
  if (status !== undefined && status !== 200) return status;
  for (const field of STATUS_FIELDS) {
    const named = numbers.get(field);
    if (named !== undefined && named >= 400 && named < 600) return named;
  }
  return status;
}
