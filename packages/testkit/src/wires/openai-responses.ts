import type { JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import type { Answer, Part, Usage } from "../scenario.js";
import { modelOf } from "./answer-model.js";
import { answerParts, argumentsText, beginsAnew, joined } from "./answer-parts.js";
import { usageOf } from "./answer-usage.js";
import { asideFrames } from "./aside-frames.js";
import { deltaFrames } from "./delta-frames.js";
import { type Asides, type Frame, type WireWriter, wholeAnswer } from "./frame.js";
import { type ItemPart, type ItemPlace, isItem, openItem, summaryPart, textPart, wholeItem } from "./response-items.js";

const ASIDES: Asides = { event, keepAlive: 'event: keepalive\ndata: {"type":"keepalive"}\n\n' };
const CREATED = 1_767_225_600;

/** The error of a response whose finish is `failed`. */
const FAILURE = { code: "server_error", message: "The server had an error while processing your request." };

/**
 * The answer as OpenAI's /v1/responses sends it: named SSE events where the request says `stream: true`, else one response.
 * Reasoning is a summary; encrypted where the request asks for it. `finish`: `completed`, `failed`, or why it is incomplete.
 * `limit` characters of content are sent, the last item is left open, and no end follows.
 */
export function openAiResponsesWriter(answer: Answer, request: ReceivedRequest, limit?: number): WireWriter {
  const parts = answerParts(answer, limit);
  const usage = usageOf(answer, request, parts);
  if (request.json.stream !== true) {
    return wholeAnswer("application/json", () =>
      response(answer, request, endOf(answer), outputOf(parts, answer, request), usage),
    );
  }
  return {
    ...ASIDES,
    contentType: "text/event-stream; charset=utf-8",
    frames: () => stream(answer, parts, request, usage, limit === undefined),
  };
}

function* stream(
  answer: Answer,
  parts: readonly Part[],
  request: ReceivedRequest,
  usage: Usage | null,
  whole: boolean,
): Generator<Frame> {
  const end = endOf(answer);
  const lastContent = parts.findLast(isItem);
  const numbered = eventNumbers();
  if (answerParts(answer).some(isItem) || answer.finish !== null) {
    const begun = response(answer, request, { status: "in_progress" }, [], null);
    yield numbered({ data: event({ type: "response.created", response: begun }), piece: false });
    yield numbered({ data: event({ type: "response.in_progress", response: begun }), piece: false });
  }

  let [index, calls] = [0, 0];
  for (const part of parts) {
    if (!isItem(part)) {
      // What is raw goes out as it is.
      for (const frame of asideFrames(part, ASIDES)) yield "raw" in part ? frame : numbered(frame);
      if (beginsAnew(part)) [index, calls] = [0, 0];
      continue;
    }
    if ("call" in part) calls += 1;
    const place = { request, index, calls };
    // What an answer was cut in is cut, too.
    const status = part === lastContent ? end.status : "completed";
    const writing = { place, chunk: answer.chunk, status, closed: whole || part !== lastContent };
    for (const frame of itemFrames(part, writing)) yield numbered(frame);
    index += 1;
  }
  if (!whole || answer.finish === null) return;
  const last = response(answer, request, end, outputOf(parts, answer, request), usage);
  yield numbered({ data: event({ type: `response.${end.status}`, response: last }), piece: true });
}

/** Gives each event of a response its number, and leaves all else as it is. */
function eventNumbers(): (frame: Frame) => Frame {
  let next = 0;
  return (frame) =>
    "data" in frame && frame.data.startsWith("event: response.")
      ? { ...frame, data: `${frame.data.slice(0, -EVENT_END.length)},"sequence_number":${next++}${EVENT_END}` }
      : frame;
}

const EVENT_END = "}\n\n";

interface ItemWriting {
  place: ItemPlace;
  chunk: number | undefined;
  status: string;
  closed: boolean;
}

/** An item from its beginning to its end; one that is not `closed` ends with its last delta. */
function* itemFrames(part: ItemPart, { place, chunk, status, closed }: ItemWriting): Generator<Frame> {
  const { index: output_index } = place;
  const opened = openItem(part, place);
  const whole = wholeItem(part, place, status);
  const of = (type: string, more: object): string =>
    event({ type: `response.${type}`, item_id: opened.id, output_index, ...more });
  const frame = (type: string, more: object): Frame => ({ data: of(type, more), piece: true });
  const item = (when: string, value: JsonObject): Frame => ({
    data: event({ type: `response.output_item.${when}`, output_index, item: value }),
    piece: true,
  });

  yield item("added", opened);
  if ("text" in part) {
    const text = joined(part.text);
    yield frame("content_part.added", { content_index: 0, part: textPart("") });
    yield* deltaFrames((delta) => of("output_text.delta", { content_index: 0, delta }), part.text, chunk);
    if (closed) {
      yield frame("output_text.done", { content_index: 0, text });
      yield frame("content_part.done", { content_index: 0, part: textPart(text) });
    }
  } else if ("reasoning" in part) {
    const text = joined(part.reasoning);
    yield frame("reasoning_summary_part.added", { summary_index: 0, part: summaryPart("") });
    yield* deltaFrames(
      (delta) => of("reasoning_summary_text.delta", { summary_index: 0, delta }),
      part.reasoning,
      chunk,
    );
    if (closed) {
      yield frame("reasoning_summary_text.done", { summary_index: 0, text });
      yield frame("reasoning_summary_part.done", { summary_index: 0, part: summaryPart(text) });
    }
  } else if ("call" in part) {
    const text = argumentsText(part.call);
    yield* deltaFrames((delta) => of("function_call_arguments.delta", { delta }), text, chunk);
    if (closed) yield frame("function_call_arguments.done", { arguments: text });
  }
  if (closed) yield item("done", whole);
}

/** How a response ends: with nothing more to say, for a reason, or not well. */
interface End {
  status: string;
  reason?: string;
}

function endOf({ finish }: Answer): End {
  if (finish === undefined || finish === null || finish === "completed") return { status: "completed" };
  return finish === "failed" ? { status: "failed" } : { status: "incomplete", reason: finish };
}

function outputOf(parts: readonly Part[], answer: Answer, request: ReceivedRequest): readonly JsonObject[] {
  const items = parts.slice(parts.findLastIndex(beginsAnew) + 1).filter(isItem);
  const { status } = endOf(answer);
  let calls = 0;
  return items.map((part, index) => {
    if ("call" in part) calls += 1;
    return wholeItem(part, { request, index, calls }, index === items.length - 1 ? status : "completed");
  });
}

function response(
  answer: Answer,
  request: ReceivedRequest,
  { status, reason }: End,
  output: readonly JsonObject[],
  usage: Usage | null,
): JsonObject {
  const { number, json } = request;
  return {
    id: `resp_${number}`,
    object: "response",
    created_at: CREATED,
    status,
    error: status === "failed" ? FAILURE : null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: json.instructions ?? null,
    model: modelOf(answer, request),
    output,
    parallel_tool_calls: json.parallel_tool_calls ?? true,
    store: json.store ?? true,
    tool_choice: json.tool_choice ?? "auto",
    tools: json.tools ?? [],
    usage: usage === null ? null : usageOnWire(usage),
  };
}

/** The event's name stands before its data, too; a value without a type has none. */
function event(value: unknown): string {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  const data = `data: ${JSON.stringify(value)}\n\n`;
  return typeof type === "string" ? `event: ${type}\n${data}` : data;
}

function usageOnWire({ inputTokens, outputTokens, cachedTokens = 0 }: Usage): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
