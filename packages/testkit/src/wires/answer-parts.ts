import { isJsonObject } from "../json.js";
import type { Answer, Call, Part } from "../scenario.js";

/** After how many characters of content a fault ends the answer; undefined where none does. */
export function contentLimit({ fault }: Answer): number | undefined {
  if (fault === undefined || fault.end === "refuse") return undefined;
  return typeof fault.at === "object" && "character" in fault.at ? fault.at.character : undefined;
}

/** The parts of an answer in the order they are sent; with `limit`, only so many characters of content, then nothing. */
export function answerParts(answer: Answer, limit = Number.POSITIVE_INFINITY): readonly Part[] {
  const parts = answer.parts ?? [
    ...(answer.reasoning === undefined ? [] : [{ reasoning: answer.reasoning }]),
    ...(answer.reasoningDetails === undefined ? [] : [{ reasoningDetails: answer.reasoningDetails }]),
    ...(answer.text === undefined ? [] : [{ text: answer.text }]),
    ...(answer.calls ?? []).map((call) => ({ call })),
  ];
  if (limit === Number.POSITIVE_INFINITY) return parts;

  const kept: Part[] = [];
  let left = limit;
  for (const part of parts) {
    // With no content at all, what stands before the first of it still comes.
    if (left <= 0 && (limit > 0 || isContent(part))) break;
    if ("text" in part) {
      const text = take(part.text, left);
      left -= lengthOf(text);
      kept.push({ text });
    } else if ("reasoning" in part) {
      const reasoning = take(part.reasoning, left);
      left -= lengthOf(reasoning);
      kept.push({ ...part, reasoning });
    } else if ("call" in part) {
      const text = argumentsText(part.call).slice(0, left);
      left -= text.length;
      kept.push({ call: { ...part.call, arguments: text } });
    } else kept.push(part);
  }
  return kept;
}

/** The arguments of a call as JSON text, or as the raw text that they are. */
export function argumentsText(call: Call): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}

/** Is the part something that the model said? */
export function isContent(part: Part): boolean {
  return ["text", "reasoning", "redacted", "reasoningDetails", "call"].some((kind) => kind in part);
}

/**
 * Is it a second message_start (Anthropic) or response.created (responses), as relays send it after a retry? What follows
 * counts from the beginning.
 */
export function beginsAnew(part: Part): boolean {
  return "event" in part && isJsonObject(part.event) && BEGINNINGS.includes(String(part.event.type));
}

const BEGINNINGS = ["message_start", "response.created"];

/** The arguments as a value; undefined for text that is no JSON. */
export function parsedArguments(call: Call): unknown {
  if (typeof call.arguments !== "string") return call.arguments;
  try {
    return JSON.parse(call.arguments);
  } catch {
    return undefined;
  }
}

/** The pieces of one text: a list as it is, a string cut every `chunk` characters (never inside a surrogate pair). */
export function* piecesOf(text: string | readonly string[], chunk: number | undefined): Generator<string> {
  if (typeof text !== "string") {
    yield* text;
    return;
  }
  const size = chunk ?? text.length;
  for (let start = 0; start < text.length; ) {
    let end = start + size;
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** A text that may be given in pieces, as one. */
export function joined(text: string | readonly string[]): string {
  return typeof text === "string" ? text : text.join("");
}

/** Characters of content in all: what a token count is estimated from. */
export function contentLength(parts: readonly Part[]): number {
  let length = 0;
  for (const part of parts) {
    if ("text" in part) length += lengthOf(part.text);
    else if ("reasoning" in part) length += lengthOf(part.reasoning);
    else if ("call" in part) length += argumentsText(part.call).length;
  }
  return length;
}

function lengthOf(text: string | readonly string[]): number {
  return typeof text === "string" ? text.length : text.reduce((sum, piece) => sum + piece.length, 0);
}

function take(text: string | readonly string[], limit: number): string | readonly string[] {
  if (typeof text === "string") return text.slice(0, limit);
  const kept: string[] = [];
  let left = limit;
  for (const piece of text) {
    if (left <= 0) break;
    kept.push(piece.slice(0, left));
    left -= piece.length;
  }
  return kept;
}
