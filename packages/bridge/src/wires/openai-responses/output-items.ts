import { isRecord, type JsonRecord } from "../../json.js";
import type { CallForm, OfferedTool } from "./offered-tools.js";

/** Where an item stands: `id` is of the whole answer, `index` its place among the items. */
export interface ItemPlace {
  id: string;
  index: number;
}

/** An item of `output`. */
export type OutputItem = { id: string; type: string } & JsonRecord;

type Status = "in_progress" | "completed" | "incomplete";

export function textPart(text: string): JsonRecord {
  return { type: "output_text", annotations: [], logprobs: [], text };
}

export function messageItem(place: ItemPlace, status: Status, text?: string): OutputItem {
  const content = text === undefined ? [] : [textPart(text)];
  return { id: itemId("msg", place), type: "message", status, role: "assistant", content };
}

/** The text stands in the summary, because that is what clients show. */
export function reasoningItem(place: ItemPlace, text: string, signature?: string): OutputItem {
  return {
    id: itemId("rs", place),
    type: "reasoning",
    summary: text === "" ? [] : [{ type: "summary_text", text }],
    ...(signature !== undefined && { encrypted_content: signature }),
  };
}

export function functionItem(
  place: ItemPlace,
  status: Status,
  call: { id: string; name: string; namespace?: string; text: string },
): OutputItem {
  return { id: itemId("fc", place), type: "function_call", status, ...calledBy(call), arguments: call.text };
}

export function customItem(
  place: ItemPlace,
  status: Status,
  call: { id: string; name: string; namespace?: string; text: string },
): OutputItem {
  return { id: itemId("ctc", place), type: "custom_tool_call", status, ...calledBy(call), input: call.text };
}

/** A whole call in the form that its tool has. */
export function callItem(place: ItemPlace, form: CallForm, id: string, text: string): OutputItem {
  if (form.kind === "function") return functionItem(place, "completed", { ...form, id, text });
  if (form.kind === "text") return customItem(place, "completed", { ...form, id, text });
  const { callType, idPrefix, fieldsOf } = form.tool;
  return {
    id: itemId(idPrefix, place),
    type: callType,
    status: "completed",
    call_id: id,
    ...fieldsOf(recordIn(text)),
  };
}

/** How a call is written: as its tool was offered; a name that was not offered is a function. */
export function callForm(offered: ReadonlyMap<string, OfferedTool>, name: string): CallForm {
  return offered.get(name)?.call ?? { kind: "function", name };
}

function itemId(prefix: string, { id, index }: ItemPlace): string {
  return `${prefix}_${id}${index}`;
}

function recordIn(text: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    // Whoever gave the call vouches for its arguments; without any the client says what is missing.
    return {};
  }
}

function calledBy({ id, name, namespace }: { id: string; name: string; namespace?: string }): JsonRecord {
  return { call_id: id, name, ...(namespace !== undefined && { namespace }) };
}
