import type { EventText } from "./event-text.js";
import type { CallForm } from "./offered-tools.js";
import {
  callItem,
  customItem,
  functionItem,
  type ItemPlace,
  messageItem,
  type OutputItem,
  reasoningItem,
  textPart,
} from "./output-items.js";
import { WholeText } from "./whole-text.js";

/** An item of the answer that is still being written. Each function gives the events that it comes to. */
export interface OpenItem {
  begin(): string;
  delta(text: string): string;
  /** `item` is absent where there is none in the answer: a cut call that must not be taken for a whole one. */
  end(how: { signature?: string; cut?: true }): { events: string; item?: OutputItem };
}

export function openMessage(events: EventText, place: ItemPlace): OpenItem {
  const item = messageItem(place, "in_progress");
  const at = { item_id: item.id, output_index: place.index, content_index: 0 };
  const written = new WholeText();
  const deltas = events.deltas("response.output_text.delta", { ...at, logprobs: [] });
  return {
    begin: () =>
      added(events, place, item) + events.event("response.content_part.added", { ...at, part: textPart("") }),
    delta: (text) => deltas(written.push(text)),
    end: () => {
      const { text } = written;
      const whole = messageItem(place, "completed", text);
      const ended =
        events.event("response.output_text.done", { ...at, text, logprobs: [] }) +
        events.event("response.content_part.done", { ...at, part: textPart(text) });
      return { events: ended + done(events, place, whole), item: whole };
    },
  };
}

/** Its text goes out as a summary: codex and the SDKs show that, and not `reasoning_text`, unless told otherwise. */
export function openReasoning(events: EventText, place: ItemPlace): OpenItem {
  const item = reasoningItem(place, "");
  const at = { item_id: item.id, output_index: place.index, summary_index: 0 };
  const written = new WholeText();
  const deltas = events.deltas("response.reasoning_summary_text.delta", at);
  const part = (text: string) => ({ ...at, part: { type: "summary_text", text } });
  let hasPart = false;
  const write = (text: string): string => {
    if (text === "") return "";
    const start = hasPart ? "" : events.event("response.reasoning_summary_part.added", part(""));
    hasPart = true;
    return start + deltas(text);
  };
  return {
    begin: () => added(events, place, item),
    delta: (text) => write(written.push(text)),
    end: ({ signature }) => {
      const { text } = written;
      const whole = reasoningItem(place, text, signature);
      const ended = hasPart
        ? events.event("response.reasoning_summary_text.done", { ...at, text }) +
          events.event("response.reasoning_summary_part.done", part(text))
        : "";
      return { events: ended + done(events, place, whole), item: whole };
    },
  };
}

export function openCall(events: EventText, place: ItemPlace, form: CallForm, id: string): OpenItem {
  if (form.kind === "function") return openFunction(events, place, { ...form, id });
  return form.kind === "text" ? openCustom(events, place, { ...form, id }) : openClientTool(events, place, form, id);
}

type NamedCall = { id: string; name: string; namespace?: string };

/** A cut one is given as incomplete: its arguments are no JSON, so that no client runs it. */
function openFunction(events: EventText, place: ItemPlace, call: NamedCall): OpenItem {
  const item = functionItem(place, "in_progress", { ...call, text: "" });
  const at = { item_id: item.id, output_index: place.index };
  const written = new WholeText();
  const deltas = events.deltas("response.function_call_arguments.delta", at);
  return {
    begin: () => added(events, place, item),
    delta: (text) => deltas(written.push(text)),
    end: ({ cut }) => {
      const { text } = written;
      const whole = functionItem(place, cut ? "incomplete" : "completed", { ...call, text });
      const fields = { ...at, name: call.name, arguments: text };
      const ended = cut ? "" : events.event("response.function_call_arguments.done", fields);
      return { events: ended + done(events, place, whole), item: whole };
    },
  };
}

/** A cut one is never said to be done: its input is a text, and any text looks whole. Clients run what is done. */
function openCustom(events: EventText, place: ItemPlace, call: NamedCall): OpenItem {
  const item = customItem(place, "in_progress", { ...call, text: "" });
  const at = { item_id: item.id, output_index: place.index };
  const written = new WholeText();
  const deltas = events.deltas("response.custom_tool_call_input.delta", at);
  return {
    begin: () => added(events, place, item),
    delta: (text) => deltas(written.push(text)),
    end: ({ cut }) => {
      if (cut) return { events: "" };
      const { text } = written;
      const whole = customItem(place, "completed", { ...call, text });
      const ended = events.event("response.custom_tool_call_input.done", { ...at, input: text });
      return { events: ended + done(events, place, whole), item: whole };
    },
  };
}

/** The wire has no deltas for these: they come as a whole, and a cut one not at all. */
function openClientTool(events: EventText, place: ItemPlace, form: CallForm, id: string): OpenItem {
  const written = new WholeText();
  return {
    begin: () => "",
    delta: (text) => {
      written.push(text);
      return "";
    },
    end: ({ cut }) => {
      if (cut) return { events: "" };
      const item = callItem(place, form, id, written.text);
      return { events: added(events, place, { ...item, status: "in_progress" }) + done(events, place, item), item };
    },
  };
}

function added(events: EventText, { index }: ItemPlace, item: OutputItem): string {
  return events.event("response.output_item.added", { output_index: index, item });
}

function done(events: EventText, { index }: ItemPlace, item: OutputItem): string {
  return events.event("response.output_item.done", { output_index: index, item });
}
