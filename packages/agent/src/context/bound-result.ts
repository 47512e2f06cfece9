import { redactValues } from "../redact.js";
import type { ContentPart, ToolResult } from "../tool.js";
import { utf8Bytes } from "./estimate.js";

/** Of what is kept, this share is the beginning; ends of logs say more than their middles. */
const HEAD_SHARE = 0.6;
/** Room for the line that says what was left out. */
const NOTICE_BYTES = 200;
/** A cut moves to a line's end only if that costs at most this share of its side. */
const LINE_SHARE = 0.5;

/**
 * A result that fits: its text keeps head and tail, on line ends where lines are short enough, never in the middle of a
 * character, with a line between that says how many bytes were left out and how to get them. A result that fits is
 * kept whole. Images count nothing here. No secret is in what is kept, and no half of one that a cut went through.
 * O(limit) for each secret, plus counting the bytes.
 *
 * @param limitBytes UTF-8 bytes of all its text together; at least 1,000 are kept
 * @param secrets values to take out, as they are. Default: none
 */
export function boundResult(result: ToolResult, limitBytes: number, secrets: readonly string[] = []): ToolResult {
  const texts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const total = texts.reduce((sum, text) => sum + utf8Bytes(text), 0);
  const limit = Math.max(limitBytes, 1_000);
  if (total <= limit) return withoutSecrets(result, secrets);
  const text = texts.join("\n");
  const whole = total + texts.length - 1;
  const keep = limit - NOTICE_BYTES;
  const headBytes = Math.floor(keep * HEAD_SHARE);
  const head = takeHead(cleanHead(text, headBytes, secrets), headBytes);
  const tail = takeTail(cleanTail(text, keep - headBytes, secrets), keep - headBytes);
  const dropped = whole - utf8Bytes(head) - utf8Bytes(tail);
  const how = result.meta?.path
    ? `ask for a smaller part of ${result.meta.path}, e.g. a range of lines`
    : "make the call more specific, or ask for a part at a time";
  const notice = `[${dropped} of ${whole} bytes left out here; to see them, ${how}]`;
  const bounded: ContentPart = { type: "text", text: `${endLine(head)}${notice}\n${tail}` };
  return {
    ...result,
    content: [bounded, ...result.content.filter((part) => part.type !== "text")],
    meta: { ...result.meta, bytesDropped: (result.meta?.bytesDropped ?? 0) + dropped },
  };
}

function withoutSecrets(result: ToolResult, secrets: readonly string[]): ToolResult {
  if (secrets.length === 0) return result;
  const content = result.content.map((part) =>
    part.type === "text" ? { ...part, text: redactValues(part.text, secrets) } : part,
  );
  return { ...result, content };
}

/** The beginning, from which so many bytes can be taken. What its own end leaves of a secret is not in it. */
function cleanHead(text: string, bytes: number, secrets: readonly string[]): string {
  const margin = marginFor(secrets);
  const clean = redactValues(text.slice(0, bytes + margin), secrets);
  return text.length <= bytes + margin ? clean : clean.slice(0, Math.max(0, clean.length - margin));
}

function cleanTail(text: string, bytes: number, secrets: readonly string[]): string {
  const margin = marginFor(secrets);
  const clean = redactValues(text.slice(-(bytes + margin)), secrets);
  return text.length <= bytes + margin ? clean : clean.slice(margin);
}

/** The most of a secret that a cut can leave, UTF-16 units. */
function marginFor(secrets: readonly string[]): number {
  return secrets.reduce((most, secret) => Math.max(most, secret.length - 1), 0);
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** The longest beginning of at most so many bytes, ended at a line if that is near. */
export function takeHead(text: string, bytes: number): string {
  // A UTF-16 unit is at least one byte, so the slice holds all that can fit.
  const units = Buffer.from(text.slice(0, bytes));
  let end = Math.min(bytes, units.length);
  while (end > 0 && isContinuation(units[end])) end--;
  const head = units.subarray(0, end).toString();
  const line = head.lastIndexOf("\n") + 1;
  return line > head.length * LINE_SHARE ? head.slice(0, line) : head;
}

function takeTail(text: string, bytes: number): string {
  const units = Buffer.from(text.slice(-bytes));
  let start = Math.max(0, units.length - bytes);
  while (isContinuation(units[start])) start++;
  const tail = units.subarray(start).toString();
  const line = tail.indexOf("\n") + 1;
  return line > 0 && line < tail.length * LINE_SHARE ? tail.slice(line) : tail;
}

/** A byte inside a UTF-8 character, not at its beginning. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
