import type { JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import type { Call, Part } from "../scenario.js";
import { argumentsText, joined, parsedArguments } from "./answer-parts.js";
import { callId } from "./call-id.js";
import { signatureOf } from "./thinking-signature.js";

/** What a response is built of: parts that are an item each. */
export type ItemPart = Extract<
  Part,
  { text: unknown } | { reasoning: unknown } | { redacted: unknown } | { call: unknown }
>;

/** Where an item stands: what its ids are made of. */
export interface ItemPlace {
  request: ReceivedRequest;
  /** Its index in the output. */
  index: number;
  /** How many calls there are up to here. */
  calls: number;
}

export function isItem(part: Part): part is ItemPart {
  return "text" in part || "reasoning" in part || "redacted" in part || "call" in part;
}

/** An item as it ends; `status` is that of the response: what is cut is incomplete, too. */
export function wholeItem(part: ItemPart, place: ItemPlace, status: string): JsonObject {
  if ("text" in part) {
    const content = [textPart(joined(part.text))];
    return { ...openItem(part, place), status: statusOf(status), content };
  }
  if ("call" in part) {
    const isWhole = parsedArguments(part.call) !== undefined;
    return {
      ...openItem(part, place),
      status: isWhole ? "completed" : statusOf(status),
      arguments: argumentsText(part.call),
    };
  }
  const summary = "reasoning" in part ? [summaryPart(joined(part.reasoning))] : [];
  return { ...openItem(part, place), summary, ...encrypted(part, place.request) };
}

/** An item as it begins. */
export function openItem(part: ItemPart, { request, index, calls }: ItemPlace): JsonObject {
  const at = `${request.number}_${index + 1}`;
  if ("text" in part) {
    return { id: `msg_${at}`, type: "message", status: "in_progress", role: "assistant", content: [] };
  }
  if ("call" in part) return { ...callItem(part.call, request, calls), id: `fc_${at}` };
  return { id: `rs_${at}`, type: "reasoning", summary: [] };
}

export function textPart(text: string): JsonObject {
  return { type: "output_text", text, annotations: [] };
}

export function summaryPart(text: string): JsonObject {
  return { type: "summary_text", text };
}

/** Did the request ask for thoughts that it can bring back? */
export function asksForThoughts({ include }: JsonObject): boolean {
  return Array.isArray(include) && include.includes("reasoning.encrypted_content");
}

function callItem(call: Call, request: ReceivedRequest, position: number): JsonObject {
  const id = callId(call, request.number, position);
  return {
    type: "function_call",
    status: "in_progress",
    ...(id === null ? {} : { call_id: id }),
    name: call.name,
    arguments: "",
  };
}

function encrypted(part: Extract<Part, { reasoning: unknown } | { redacted: unknown }>, request: ReceivedRequest) {
  if (!asksForThoughts(request.json)) return {};
  const content = "redacted" in part ? part.redacted : signatureOf(part);
  return content === null ? {} : { encrypted_content: content };
}

function statusOf(status: string): string {
  return status === "incomplete" ? "incomplete" : "completed";
}
