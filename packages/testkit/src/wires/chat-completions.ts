import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import type { Answer, Call, Part, Usage } from "../scenario.js";
import { modelOf } from "./answer-model.js";
import { answerParts, argumentsText, joined } from "./answer-parts.js";
import { usageOf } from "./answer-usage.js";
import { asideFrames } from "./aside-frames.js";
import { callId } from "./call-id.js";
import { deltaFrames } from "./delta-frames.js";
import { type Asides, type Frame, type WireWriter, wholeAnswer } from "./frame.js";
import { detailPieces } from "./reasoning-details.js";

const ASIDES: Asides = { event, keepAlive: ": keep-alive\n\n" };
const CREATED = 1_767_225_600;
const MS = 1_000;

/**
 * The answer as an OpenAI-compatible server sends it: SSE chunks, or one JSON object where the request does not stream.
 * `limit` characters of content are sent, and then no finish.
 */
export function chatCompletionsWriter(answer: Answer, request: ReceivedRequest, limit?: number): WireWriter {
  const parts = answerParts(answer, limit);
  const whole = limit === undefined;
  const usage = usageOf(answer, request, parts);
  if (request.json.stream !== true) {
    return wholeAnswer("application/json", () => completion(answer, parts, request, usage));
  }
  return {
    ...ASIDES,
    contentType: "text/event-stream; charset=utf-8",
    frames: () => stream(answer, parts, request, usage, whole),
  };
}

function* stream(
  answer: Answer,
  parts: readonly Part[],
  request: ReceivedRequest,
  usage: Usage | null,
  whole: boolean,
): Generator<Frame> {
  const base = head(answer, request, "chat.completion.chunk");
  const chunk = (delta: object, finish: string | null = null) =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
  const deltas = (wrap: (mark: string) => object, text: string | readonly string[]) =>
    deltaFrames((mark) => chunk(wrap(mark)), text, answer.chunk);
  const field = answer.reasoningField ?? "reasoning_content";

  let calls = 0;
  let begun = false;
  for (const part of parts) {
    const isContent = "text" in part || "reasoning" in part || "call" in part || "reasoningDetails" in part;
    if (isContent && !begun) {
      begun = true;
      yield { data: chunk({ role: "assistant", content: "" }), piece: false };
    }
    if ("text" in part) yield* deltas((content) => ({ content }), part.text);
    else if ("reasoning" in part) yield* deltas((text) => ({ [field]: text }), part.reasoning);
    else if ("reasoningDetails" in part) {
      for (const detail of part.reasoningDetails.flatMap((whole) => detailPieces(whole, answer.chunk))) {
        yield { data: chunk({ reasoning_details: [detail] }), piece: true };
      }
    } else if ("call" in part) {
      const index = calls++;
      const id = callId(part.call, request.number, calls);
      const opening = { index, ...(id === null ? {} : { id }), type: "function", ...extraOf(part.call) };
      yield {
        data: chunk({ tool_calls: [{ ...opening, function: { name: part.call.name, arguments: "" } }] }),
        piece: true,
      };
      yield* deltas((text) => ({ tool_calls: [{ index, function: { arguments: text } }] }), argumentsText(part.call));
    } else yield* asideFrames(part, ASIDES);
  }
  if (!whole) return;

  const finish = finishOf(answer, calls);
  const options = request.json.stream_options;
  const counted = usage !== null && isJsonObject(options) && options.include_usage === true;
  // They stand in the last chunk, whichever it is (recorded: shared/streams, llama-cpp-gpt-oss-tool-streaming).
  const timings = timingsOf(answer, usage);
  if (finish !== null) {
    const choices = [{ index: 0, delta: {}, finish_reason: finish }];
    yield { data: event({ ...base, choices, ...(counted ? {} : timings) }), piece: true };
  }
  if (counted) yield { data: event({ ...base, choices: [], usage: usageOnWire(usage), ...timings }), piece: true };
  if (answer.done !== false) yield { data: "data: [DONE]\n\n", piece: true };
}

function completion(answer: Answer, parts: readonly Part[], request: ReceivedRequest, usage: Usage | null): object {
  let content = "";
  let reasoning = "";
  const calls: object[] = [];
  const details: JsonObject[] = [];
  for (const part of parts) {
    if ("text" in part) content += joined(part.text);
    else if ("reasoning" in part) reasoning += joined(part.reasoning);
    else if ("reasoningDetails" in part) details.push(...part.reasoningDetails);
    else if ("call" in part) {
      const id = callId(part.call, request.number, calls.length + 1);
      const called = { name: part.call.name, arguments: argumentsText(part.call) };
      const call = { type: "function", ...extraOf(part.call), function: called };
      calls.push(id === null ? call : { id, ...call });
    }
  }
  const message = {
    role: "assistant",
    content: content === "" && calls.length > 0 ? null : content,
    ...(reasoning === "" ? {} : { [answer.reasoningField ?? "reasoning_content"]: reasoning }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...head(answer, request, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishOf(answer, calls.length) }],
    ...(usage === null ? {} : { usage: usageOnWire(usage) }),
    ...timingsOf(answer, usage),
  };
}

/** llama.cpp's own measurement, in the fields of its recordings (shared/streams/openai-chat/llama-cpp-*). */
function timingsOf({ speed }: Answer, usage: Usage | null): object {
  if (speed === undefined || usage === null) return {};
  const cached = usage.cachedTokens ?? 0;
  const read = usage.inputTokens - cached;
  return {
    timings: {
      cache_n: cached,
      prompt_n: read,
      prompt_ms: (read / speed.prompt) * MS,
      prompt_per_token_ms: MS / speed.prompt,
      prompt_per_second: speed.prompt,
      predicted_n: usage.outputTokens,
      predicted_ms: (usage.outputTokens / speed.output) * MS,
      predicted_per_token_ms: MS / speed.output,
      predicted_per_second: speed.output,
    },
  };
}

function finishOf(answer: Answer, calls: number): string | null {
  if (answer.finish !== undefined) return answer.finish;
  return calls > 0 ? "tool_calls" : "stop";
}

function head(answer: Answer, request: ReceivedRequest, object: string): object {
  return {
    id: `chatcmpl-${request.number}`,
    object,
    created: CREATED,
    model: modelOf(answer, request),
  };
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function extraOf(call: Call): object {
  return call.extraContent === undefined ? {} : { extra_content: call.extraContent };
}

function usageOnWire(usage: Usage): object {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    ...(usage.cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cachedTokens } }),
  };
}
