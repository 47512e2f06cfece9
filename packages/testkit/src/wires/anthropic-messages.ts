import type { ReceivedRequest } from "../model-request.js";
import type { Answer, Call, Part, Usage } from "../scenario.js";
import { modelOf } from "./answer-model.js";
import { answerParts, argumentsText, beginsAnew, joined, parsedArguments } from "./answer-parts.js";
import { usageOf } from "./answer-usage.js";
import { asideFrames } from "./aside-frames.js";
import { callId } from "./call-id.js";
import { deltaFrames } from "./delta-frames.js";
import { type Asides, type Frame, type WireWriter, wholeAnswer } from "./frame.js";
import { signatureOf } from "./thinking-signature.js";

/** What a message is built of: parts with a block of their own. */
type Content = Extract<Part, { text: unknown } | { reasoning: unknown } | { redacted: unknown } | { call: unknown }>;

/** One delta of a block, as it stands in `content_block_delta`. */
type Delta = { type: string } & Readonly<Record<string, string>>;

const ASIDES: Asides = { event, keepAlive: 'event: ping\ndata: {"type": "ping"}\n\n' };

/**
 * The answer as Anthropic's /v1/messages sends it: named SSE events where the request says `stream: true`, else one message.
 * A message that says nothing and does not finish is not begun either: keep-alives can be all there is.
 * `limit` characters of content are sent, and then nothing: the block they stand in is left open.
 */
export function anthropicMessagesWriter(answer: Answer, request: ReceivedRequest, limit?: number): WireWriter {
  const parts = answerParts(answer, limit);
  const usage = usageOf(answer, request, parts);
  if (request.json.stream !== true) {
    return wholeAnswer("application/json", () => message(answer, parts, request, usage));
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
  const lastContent = parts.findLast(isBlock);
  const calls = parts.filter((part) => "call" in part).length;
  const finish = finishOf(answer, calls);
  if (answerParts(answer).some(isBlock) || finish !== null) {
    const begun = { ...head(answer, request), content: [], stop_reason: null, stop_sequence: null };
    const counted = usage === null ? {} : { usage: usageOnWire({ ...usage, outputTokens: 1 }) };
    yield { data: event({ type: "message_start", message: { ...begun, ...counted } }), piece: false };
  }

  let index = 0;
  let called = 0;
  for (const part of parts) {
    if (!isBlock(part)) {
      yield* asideFrames(part, ASIDES);
      if (beginsAnew(part)) [index, called] = [0, 0];
      continue;
    }
    if ("call" in part) called += 1;
    const closed = whole || part !== lastContent;
    yield* blockFrames(part, { index, chunk: answer.chunk, call: { request, position: called }, closed });
    index += 1;
  }
  if (!whole) return;

  if (lastContent !== undefined || finish !== null) {
    const delta = { ...(finish === null ? {} : { stop_reason: finish }), stop_sequence: null };
    const counted = usage === null ? {} : { usage: usageOnWire(usage) };
    yield { data: event({ type: "message_delta", delta, ...counted }), piece: true };
  }
  if (answer.done !== false) yield { data: event({ type: "message_stop" }), piece: true };
}

interface BlockPlace {
  index: number;
  chunk: number | undefined;
  /** The request, and how many calls there are up to here: what the id of a call is made of. */
  call: { request: ReceivedRequest; position: number };
  closed: boolean;
}

/** A block from its start to its stop; one that is not `closed` ends with its last delta, unsigned. */
function* blockFrames(part: Content, { index, chunk, call, closed }: BlockPlace): Generator<Frame> {
  const start = (block: object) => ({
    data: event({ type: "content_block_start", index, content_block: block }),
    piece: true,
  });
  const deltas = (wrap: (mark: string) => Delta, text: string | readonly string[]) =>
    deltaFrames((mark) => event({ type: "content_block_delta", index, delta: wrap(mark) }), text, chunk);

  if ("text" in part) {
    yield start({ type: "text", text: "" });
    yield* deltas((text) => ({ type: "text_delta", text }), part.text);
  } else if ("reasoning" in part) {
    yield start({ type: "thinking", thinking: "", signature: "" });
    yield* deltas((thinking) => ({ type: "thinking_delta", thinking }), part.reasoning);
    const signature = signatureOf(part);
    if (closed && signature !== null) {
      const delta = { type: "signature_delta", signature };
      yield { data: event({ type: "content_block_delta", index, delta }), piece: true };
    }
  } else if ("redacted" in part) yield start({ type: "redacted_thinking", data: part.redacted });
  else {
    yield start({ ...openingOf(part.call, call.request, call.position), input: {} });
    // The first one says nothing: so the API does it.
    yield* deltas((json) => ({ type: "input_json_delta", partial_json: json }), [""]);
    yield* deltas((json) => ({ type: "input_json_delta", partial_json: json }), argumentsText(part.call));
  }
  if (closed) yield { data: event({ type: "content_block_stop", index }), piece: true };
}

function message(answer: Answer, parts: readonly Part[], request: ReceivedRequest, usage: Usage | null): object {
  let calls = 0;
  const content = parts.filter(isBlock).map((part) => {
    if ("text" in part) return { type: "text", text: joined(part.text) };
    if ("reasoning" in part) {
      return { type: "thinking", thinking: joined(part.reasoning), signature: signatureOf(part) ?? "" };
    }
    if ("redacted" in part) return { type: "redacted_thinking", data: part.redacted };
    calls += 1;
    return { ...openingOf(part.call, request, calls), input: parsedArguments(part.call) ?? argumentsText(part.call) };
  });
  return {
    ...head(answer, request),
    content,
    stop_reason: finishOf(answer, calls),
    stop_sequence: null,
    ...(usage === null ? {} : { usage: usageOnWire(usage) }),
  };
}

function isBlock(part: Part): part is Content {
  return "text" in part || "reasoning" in part || "redacted" in part || "call" in part;
}

function openingOf(call: Call, request: ReceivedRequest, position: number): object {
  const id = callId(call, request.number, position);
  return { type: "tool_use", ...(id === null ? {} : { id }), name: call.name };
}

function finishOf(answer: Answer, calls: number): string | null {
  if (answer.finish !== undefined) return answer.finish;
  return calls > 0 ? "tool_use" : "end_turn";
}

function head(answer: Answer, request: ReceivedRequest): object {
  return {
    id: `msg_${request.number}`,
    type: "message",
    role: "assistant",
    model: modelOf(answer, request),
  };
}

/** The event's name stands before its data, too; a value without a type has none. */
function event(value: unknown): string {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  const data = `data: ${JSON.stringify(value)}\n\n`;
  return typeof type === "string" ? `event: ${type}\n${data}` : data;
}

/** Anthropic's input tokens are those behind the last cache mark alone. */
function usageOnWire({ inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 }: Usage): object {
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}
