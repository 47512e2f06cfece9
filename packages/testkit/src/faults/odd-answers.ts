import type { Wire } from "../model-request.js";
import type { Answer, Part } from "../scenario.js";
import { answerParts, contentLength, parsedArguments } from "../wires/answer-parts.js";
import { amid, withParts } from "./change-parts.js";
import type { NamedFault } from "./named-fault.js";

/** Frames that are none: broken JSON in the wire's frame. */
const MALFORMED: Readonly<Record<Wire, string>> = {
  "chat-completions": 'data: {"choices": [{"index": 0, "delta": {"content": "oo\n\n',
  "openai-responses":
    'event: response.output_text.delta\ndata: {"type": "response.output_text.delta", "output_index": 0, "delta": "oo\n\n',
  ollama: '{"model": "m", "message": {"role": "assistant", "content": "oo\n',
  anthropic: 'event: content_block_delta\ndata: {"type": "content_block_delta", "index": 0, "delta": {"ty\n\n',
};

const OUTPUT_LIMIT: Readonly<Record<Wire, string>> = {
  "chat-completions": "length",
  "openai-responses": "max_output_tokens",
  ollama: "length",
  anthropic: "max_tokens",
};

/** Answers that come over a sound connection, slowly or oddly: most of them can be read. */
export function oddAnswersOn(wire: Wire): readonly NamedFault[] {
  return [
    odd("slow-headers", "connect", "all", () => ({ headersAfterMs: 50 })),
    odd("slow-first-byte", "first-byte", "all", () => ({ firstByteAfterMs: 50 })),
    changed("slow-content", "first-content", "all", (parts) => [{ keepAlive: { count: 3, everyMs: 20 } }, ...parts]),
    odd("type-text", "first-byte", "all", () => ({ headers: { "content-type": "text/plain; charset=utf-8" } })),
    odd("type-html", "first-byte", "all", () => ({ headers: { "content-type": "text/html" } })),
    odd("type-json", "first-byte", "all", () => ({ headers: { "content-type": "application/json" } })),
    odd("gzip", "first-byte", "all", () => ({ encoding: "gzip" })),
    odd("brotli", "first-byte", "all", () => ({ encoding: "br" })),
    odd("gzip-that-is-none", "first-byte", "nothing", () => ({ headers: { "content-encoding": "gzip" } })),
    odd("split-characters", "stream", "all", () => ({ bytes: "inside-characters" })),
    odd("single-bytes", "stream", "all", () => ({ bytes: 1 })),
    odd("length-too-long", "stream", "all", () => ({
      headers: { "content-length": "1000000" },
      fault: { end: "close", at: "end-of-body" },
    })),
    changed("malformed-first", "first-content", "all", (parts) => [{ raw: MALFORMED[wire] }, ...parts]),
    changed("malformed-amid", "stream", "all", (parts) => amid(parts, [{ raw: MALFORMED[wire] }])),
    changed("malformed-last", "stream", "all", (parts) => [...parts, { raw: MALFORMED[wire] }]),
    odd("no-usage", "stream", "all", () => ({ usage: null })),
    // The server read the end of the prompt only, and says so nowhere but in its count.
    odd("prompt-truncated", "stream", "all", () => ({ usage: { inputTokens: 512, outputTokens: 16 } })),
    odd("no-finish", "stream", "unfinished", () => ({ finish: null })),
    ...(HAS_END_MARK.includes(wire) ? [odd("no-end-mark", "stream", "all", () => ({ done: false }))] : []),
    changed("two-finishes", "stream", "all", (parts) => [...parts, ...finishEvents(wire, parts)]),
    changed("nothing-said", "first-content", "nothing", () => []),
    stopped(wire, "output-limit", OUTPUT_LIMIT[wire]),
    ...(wire === "ollama"
      ? []
      : [stopped(wire, "content-filter", wire === "anthropic" ? "refusal" : "content_filter")]),
    ...twoStartsOn(wire),
    ...(wire === "chat-completions" ? [ERROR_FIELD] : []),
  ];
}

/** Wires on which the end of an answer is said once more behind its reason. */
const HAS_END_MARK: readonly Wire[] = ["chat-completions", "anthropic"];

type Traits = [name: string, phase: NamedFault["phase"], delivers: NamedFault["delivers"]];

function odd(...[name, phase, delivers, change]: [...Traits, () => Answer]): NamedFault {
  return { name, phase, delivers, apply: (answer) => [{ ...answer, ...change() }] };
}

function changed(
  ...[name, phase, delivers, change]: [...Traits, (parts: readonly Part[]) => readonly Part[]]
): NamedFault {
  return { name, phase, delivers, apply: (answer) => [withParts(answer, change(answerParts(answer)))] };
}

/** The model was stopped in the middle, and the server says why. Ollama has no place for a call that is not whole. */
function stopped(wire: Wire, name: string, finish: string): NamedFault {
  const fits = (part: Part) => wire !== "ollama" || !("call" in part) || parsedArguments(part.call) !== undefined;
  return {
    name,
    phase: "stream",
    delivers: "part",
    apply: (answer) => [{ ...withParts(answer, firstHalf(answer).filter(fits)), finish }],
  };
}

function firstHalf(answer: Answer): readonly Part[] {
  return halfOf(answerParts(answer));
}

function halfOf(parts: readonly Part[]): readonly Part[] {
  return answerParts({ parts }, Math.floor(contentLength(parts) / 2));
}

/** What says that the answer is over, before the server says it itself. */
function finishEvents(wire: Wire, parts: readonly Part[]): readonly Part[] {
  const calls = parts.some((part) => "call" in part);
  if (wire === "ollama") {
    return [{ event: { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" } }];
  }
  if (wire === "chat-completions") {
    const finish = calls ? "tool_calls" : "stop";
    return [{ event: { object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: finish }] } }];
  }
  if (wire === "openai-responses") {
    const response = { id: "resp_again", object: "response", status: "completed", error: null, output: [] };
    return [{ event: { type: "response.completed", response } }];
  }
  const delta = { stop_reason: calls ? "tool_use" : "end_turn", stop_sequence: null };
  return [{ event: { type: "message_delta", delta } }, { event: { type: "message_stop" } }];
}

/** What begins an answer, where it has a beginning. */
const STARTS: Readonly<Partial<Record<Wire, object>>> = {
  anthropic: {
    type: "message_start",
    message: {
      id: "msg_again",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      stop_sequence: null,
    },
  },
  "openai-responses": {
    type: "response.created",
    response: { id: "resp_again", object: "response", status: "in_progress", error: null, output: [] },
  },
};

/** A relay tried again behind the client's back: the answer begins a second time, from the start. */
function twoStartsOn(wire: Wire): readonly NamedFault[] {
  const event = STARTS[wire];
  if (event === undefined) return [];
  return [changed("two-starts", "stream", "all", (parts) => [...halfOf(parts), { event }, ...parts])];
}

/** llama.cpp's server before autumn 2025 (ggml-org/llama.cpp#16109): an SSE field `error` that strict readers drop. */
const ERROR_FIELD: NamedFault = {
  name: "error-field",
  phase: "stream",
  delivers: "part",
  apply: (answer) => {
    const raw = 'error: {"code":500,"message":"context shift is disabled","type":"server_error"}\n\n';
    return [{ ...withParts(answer, [...firstHalf(answer), { raw }]), finish: null, usage: null, done: false }];
  },
};
