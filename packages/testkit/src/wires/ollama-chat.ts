import type { ReceivedRequest } from "../model-request.js";
import type { Answer, Call, Part, Speed, Usage } from "../scenario.js";
import { modelOf } from "./answer-model.js";
import { answerParts, argumentsText, joined, parsedArguments } from "./answer-parts.js";
import { usageOf } from "./answer-usage.js";
import { asideFrames } from "./aside-frames.js";
import { callId } from "./call-id.js";
import { deltaFrames } from "./delta-frames.js";
import { type Asides, type Frame, type WireWriter, wholeAnswer } from "./frame.js";

const CREATED_AT = "2026-01-01T00:00:00.000000Z";
const NANOSECONDS = 1_000_000_000;
/** Of an answer that says none. */
const SPEED: Speed = { prompt: 1_000, output: 1_000 };

/**
 * The answer as Ollama's /api/chat sends it: a JSON object a line, or one in all where the request says `stream: false`.
 * Calls come whole, with their arguments as an object; raw argument text that is no JSON object goes out as a string.
 * `limit` characters of content are sent, and then no last line.
 */
export function ollamaChatWriter(answer: Answer, request: ReceivedRequest, limit?: number): WireWriter {
  const parts = answerParts(answer, limit);
  const usage = usageOf(answer, request, parts);
  if (request.json.stream === false) {
    return wholeAnswer("application/json; charset=utf-8", () => completion(answer, parts, request, usage));
  }
  const base = head(answer, request);
  const empty = { ...base, message: { role: "assistant", content: "" }, done: false };
  const asides: Asides = { event: asLine, keepAlive: asLine(empty) };
  return {
    ...asides,
    contentType: "application/x-ndjson",
    frames: () => stream(answer, parts, request, usage, asides, limit === undefined),
  };
}

function* stream(
  answer: Answer,
  parts: readonly Part[],
  request: ReceivedRequest,
  usage: Usage | null,
  asides: Asides,
  whole: boolean,
): Generator<Frame> {
  const base = head(answer, request);
  const line = (message: object) => asLine({ ...base, message, done: false });
  const deltas = (wrap: (mark: string) => object, text: string | readonly string[]) =>
    deltaFrames((mark) => line(wrap(mark)), text, answer.chunk);

  let calls = 0;
  for (const part of parts) {
    if ("text" in part) yield* deltas((content) => ({ role: "assistant", content }), part.text);
    else if ("reasoning" in part) {
      yield* deltas((thinking) => ({ role: "assistant", content: "", thinking }), part.reasoning);
    } else if ("call" in part) {
      // A cut call cannot be seen on this wire: it comes whole or not at all.
      if (!whole && parsedArguments(part.call) === undefined) return;
      const call = callOnWire(part.call, request, calls++);
      yield { data: line({ role: "assistant", content: "", tool_calls: [call] }), piece: true };
    } else yield* asideFrames(part, asides);
  }
  if (!whole || answer.finish === null) return;
  yield { data: asLine(last(base, { role: "assistant", content: "" }, answer, usage)), piece: true };
}

function completion(answer: Answer, parts: readonly Part[], request: ReceivedRequest, usage: Usage | null): object {
  let content = "";
  let thinking = "";
  const calls: object[] = [];
  for (const part of parts) {
    if ("text" in part) content += joined(part.text);
    else if ("reasoning" in part) thinking += joined(part.reasoning);
    else if ("call" in part) calls.push(callOnWire(part.call, request, calls.length));
  }
  const message = {
    role: "assistant",
    content,
    ...(thinking === "" ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return last(head(answer, request), message, answer, usage);
}

function last(base: object, message: object, answer: Answer, usage: Usage | null): object {
  return {
    ...base,
    message,
    done: true,
    // `stop` for a turn with calls, too: that is what Ollama says.
    ...(answer.finish === null ? {} : { done_reason: answer.finish ?? "stop" }),
    ...(usage === null ? {} : measured(usage, answer.speed ?? SPEED)),
  };
}

/** Counts and nanoseconds, in the fields of Ollama's docs/api.md. */
function measured({ inputTokens, outputTokens }: Usage, speed: Speed): object {
  const promptDuration = Math.round((inputTokens / speed.prompt) * NANOSECONDS);
  const duration = Math.round((outputTokens / speed.output) * NANOSECONDS);
  return {
    total_duration: promptDuration + duration,
    load_duration: 0,
    prompt_eval_count: inputTokens,
    prompt_eval_duration: promptDuration,
    eval_count: outputTokens,
    eval_duration: duration,
  };
}

function asLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function head(answer: Answer, request: ReceivedRequest): object {
  return { model: modelOf(answer, request), created_at: CREATED_AT };
}

function callOnWire(call: Call, request: ReceivedRequest, index: number): object {
  const id = callId(call, request.number, index + 1);
  return {
    ...(id === null ? {} : { id }),
    function: { index, name: call.name, arguments: parsedArguments(call) ?? argumentsText(call) },
  };
}
