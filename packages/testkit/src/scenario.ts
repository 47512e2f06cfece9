import type { JsonObject } from "./json.js";
import type { ModelRequest, ReceivedRequest, Wire } from "./model-request.js";

/**
 * What a {@link startModelServer} plays: who the server is, and what it answers. Plain JSON, so it can stand in a file
 * (see {@link loadScenario}); written in code, an answer or a `match` may also be a function of the request.
 *
 * @example
 * const scenario: Scenario = {
 *   answers: [
 *     { text: "I will look.", calls: [{ name: "read_file", arguments: { path: "a.txt" } }] },
 *     { text: "Done.", chunk: 4 },
 *   ],
 * };
 */
export interface Scenario {
  /** Who answers: name, models, what each can do. Default: every endpoint, any model name, tools taken. */
  server?: Persona;
  /**
   * One per request, in this order. An answer with `match` is taken out of turn, by the first request that matches it;
   * the others wait in line. A request for which nothing is left gets status 500 and the violation `no-answer-left`.
   */
  answers: readonly (Answer | AnswerFunction | MadeAnswer)[];
  /** Must each request of a conversation begin with the whole one before it? Default `must-hold`. */
  prefix?: "must-hold" | "report";
  /** Rules of the judge that this scenario breaks on purpose: their violations are not reported. */
  allow?: readonly string[];
}

/** Makes an answer when its turn comes. A throw becomes status 500 with the error's message. Its `match`, `repeat`, `conversation` and `prefix` are not looked at. */
export type AnswerFunction = (request: ModelRequest) => Answer | Promise<Answer>;

/** Answers made by a function, for more requests than one or for those alike. In code only. */
export interface MadeAnswer {
  make: AnswerFunction;
  /** Only for a request like this. */
  match?: Match;
  /** How many requests it is asked for. Default 1. */
  repeat?: number | "always";
}

/** One answer to one request. Reasoning comes first, then text, then calls, unless `parts` gives an order. */
export interface Answer {
  /** Only for a request like this. */
  match?: Match;
  /** How many requests this answers. Default 1. */
  repeat?: number | "always";
  /** The visible text. A list is sent as the pieces it holds, whatever `chunk` says. Calls as text are simply text. */
  text?: string | readonly string[];
  /**
   * The reasoning: in the field that `reasoningField` names, in `thinking`, in a signed block on Anthropic's wire, as the
   * summary of an item on the responses wire, encrypted where the request asks for that.
   */
  reasoning?: string | readonly string[];
  /** Chat completions only: what gateways send beside the reasoning, to be sent back as it was. Follows the reasoning. */
  reasoningDetails?: readonly JsonObject[];
  /** Native calls. */
  calls?: readonly Call[];
  /** In place of `text`, `reasoning`, `reasoningDetails` and `calls`: what comes in which order, with waits and raw frames between. */
  parts?: readonly Part[];
  /** Characters (UTF-16 units) in one piece of text, reasoning or arguments. Default: each in one piece. */
  chunk?: number;
  /** Cut the body again, into writes of this many bytes, or inside every character of more than one byte. */
  bytes?: number | "inside-characters";
  /** Milliseconds between two pieces. Default: as fast as the reader takes them. */
  paceMs?: number;
  /** Milliseconds before the status line. */
  headersAfterMs?: number;
  /** Milliseconds between the headers and the first byte of the body. */
  firstByteAfterMs?: number;
  /**
   * Default, with calls and without: `tool_calls`, `stop` (chat completions), `tool_use`, `end_turn` (Anthropic), `stop`
   * (Ollama), `completed` (responses; `failed` is a failed response, any other text the reason of an incomplete one).
   * `null`: none is ever sent. Any text, since servers send any.
   */
  finish?: string | null;
  /** Default: counted as bytes / 4. `null`: none. In a chat completions stream it is sent when it was asked for. */
  usage?: Usage | null;
  /** Which model the answer says it is of. Default: the one that was asked for. */
  model?: string;
  /**
   * How fast the server says it was: `timings` of llama.cpp on the chat completions wire, the durations on Ollama's. Default:
   * no timings, and a millisecond a token.
   */
  speed?: Speed;
  /** Is `data: [DONE]` (chat completions) or `message_stop` (Anthropic) sent? Default true. Other wires have no such mark. */
  done?: boolean;
  /** Where reasoning goes on the chat completions wire. Default `reasoning_content`. */
  reasoningField?: "reasoning_content" | "reasoning";
  /** Default 200. Any other sends `body` in place of the answer. */
  status?: number;
  /** Over the usual ones: `retry-after`, a wrong `content-type`, … A date is so many milliseconds from now, in whole seconds. */
  headers?: Readonly<Record<string, string | { dateInMs: number }>>;
  /** Compress the body. Places of faults and pieces are counted before that. Default: no. */
  encoding?: "gzip" | "br";
  /** In place of the answer: this body, a text as it is, anything else as JSON. `""` is an empty body. */
  body?: unknown;
  /** How the connection fails. */
  fault?: Fault;
  /** Requests with the same label are one conversation, compared with each other for their prefix. Default `main`. */
  conversation?: string;
  /** `may-break`: this request need not begin with the one before (a compaction came between). */
  prefix?: "may-break";
}

/** All that is given must hold. */
export interface Match {
  /** The last message's content has this text in it. */
  lastContains?: string;
  /** Any message's content has this text in it. */
  contains?: string;
  model?: string;
  /** Does the request offer native tools? */
  tools?: boolean;
  wire?: Wire;
  /** In code only. */
  when?: (request: ReceivedRequest) => boolean;
}

/** A native call. Arguments: an object, or the raw text a model wrote (which may be broken JSON). */
export interface Call {
  name: string;
  arguments: Readonly<Record<string, unknown>> | string;
  /** Default `call_<request>_<position>`. `null`: none is sent. */
  id?: string | null;
  /** Chat completions only: `extra_content` of the call (Gemini's thought signature), to be sent back as it was. */
  extraContent?: JsonObject;
}

/** A piece of an answer, or what happens between two pieces. */
export type Part =
  | { text: string | readonly string[] }
  /** `signature` (Anthropic; `encrypted_content` of responses): default one made from the text, `null`: none. */
  | { reasoning: string | readonly string[]; signature?: string | null }
  /** Anthropic, responses: thinking that only the server can read. Other wires have nothing in its place. */
  | { redacted: string }
  /** Chat completions: see `reasoningDetails` of an answer. Other wires have nothing in its place. */
  | { reasoningDetails: readonly JsonObject[] }
  | { call: Call }
  /** Nothing for so many milliseconds. */
  | { waitMs: number }
  /** A sign of life without content: an SSE comment, a `ping` on Anthropic, an empty line object on Ollama. Repeated `count` times (default 1). */
  | { keepAlive: { count?: number; everyMs?: number } }
  /** A frame of the wire's own kind around this value: `data: {…}` or a line. For error objects, odd chunks. */
  | { event: unknown }
  /** Bytes of the body exactly as written here, for malformed frames. */
  | { raw: string };

/** Tokens. Each wire says it in its own way: Anthropic's `input_tokens` is what is neither read from the cache nor written to it. */
export interface Usage {
  /** All of the prompt, cached tokens among them. */
  inputTokens: number;
  outputTokens: number;
  /** Read from the cache. */
  cachedTokens?: number;
  /** Written to the cache (Anthropic). */
  cacheWriteTokens?: number;
}

/** Tokens per second, as a server measures them. */
export interface Speed {
  prompt: number;
  output: number;
}

/** How a connection fails. */
export type Fault = BadEnd | Outage;

/**
 * How an answer ends before its time. `reset`: the peer's TCP stack says so (ECONNRESET). `close`: the socket closes
 * without the end of the body. `cut`: the body ends properly, but early. `stall`: nothing more comes, the socket stays open.
 * `keep-alives`: so it does, with a sign of life every `everyMs`. `garble`: bytes that are no HTTP, then the socket closes.
 * `error`: the event `error`, then a proper end.
 *
 * `at`: before the status line (not for `keep-alives` and `error`), behind the headers, after so many bytes of the body or
 * characters of content (text, reasoning and arguments together; no finish follows; after 0, what `parts` have before their
 * first content came), or where the body is whole but for its end.
 */
export interface BadEnd {
  end: "reset" | "close" | "cut" | "stall" | "keep-alives" | "garble" | "error";
  at: "before-headers" | "after-headers" | "end-of-body" | { byte: number } | { character: number };
  /** Milliseconds of silence before it, in which the reader takes what came. Default 10. */
  afterMs?: number;
  /** Of `keep-alives`. Default 100. */
  everyMs?: number;
  /** Of `error`: any JSON, in the wire's frame. Default: that the server is overloaded, in the wire's own shape. */
  error?: unknown;
}

/**
 * Nothing listens for so long (ECONNREFUSED), from the end of the exchange before, or from the start. It answers no request
 * and stands alone in its answer. Should another take the address meanwhile, on purpose, that is a `server-error`.
 */
export interface Outage {
  end: "refuse";
  forMs: number;
}

/** What a server is. */
export interface Persona {
  /**
   * Which endpoints there are. `ollama`: /api/* and /v1/*; `llama.cpp`: /v1/*, /props, /slots, /health; `vllm`, `openai`: /v1/*;
   * `lmstudio`: /v1/* and /api/v0/models; `anthropic`: /v1/messages and /v1/models; `any` (default): all of these.
   */
  kind?: "ollama" | "llama.cpp" | "vllm" | "lmstudio" | "openai" | "anthropic" | "any";
  /** Default `0.0.0`, at /api/version and /version. */
  version?: string;
  /** A request for any other is answered 404, as these servers do. Default: one named `scripted`, and every name is taken. */
  models?: readonly PersonaModel[];
  /** The key that requests for the model must carry (a bearer, `x-api-key` on Anthropic's wire); else they are answered 401. */
  apiKey?: string;
  /** Templates to judge by, file names in the templates folder, with nothing excused. Default: all, see the README. */
  templates?: readonly string[];
}

/** A model that the server has. */
export interface PersonaModel {
  name: string;
  /** Tokens, as the server loaded it. */
  window?: number;
  /** Tokens the model was made for. Default `window`. */
  trainedWindow?: number;
  /** `refused`: a request with tools is an error, in the server's own words. Default `taken`. */
  tools?: "taken" | "refused";
  vision?: boolean;
  thinking?: boolean;
  /** The Jinja text that /api/show and /props give. */
  chatTemplate?: string;
  /** Has the template a place for tools? What servers say of it comes from there. Default: where tools are taken. */
  templateShowsTools?: boolean;
  /** `qwen3`, `llama`, … */
  family?: string;
  /** What Ollama's /api/show gives of its settings: a name and a value a line. Default `num_ctx` where there is a `window`. */
  parameters?: string;
  /** How large it is, and of what shape. Default: no shape is told. */
  weights?: Weights;
  /** Dollars for a million tokens: it is listed as OpenRouter lists its models. */
  prices?: { input: number; output: number };
  /** Tokens it writes at most, where the list says so (OpenRouter). */
  outputLimit?: number;
}

/** A model as a file: what decides whether it fits a machine. */
export interface Weights {
  /** Of the file, in bytes. */
  bytes: number;
  /** What of it lies in the memory of a graphics card, once it is loaded. Default: all. */
  bytesOnCard?: number;
  /** `7.6B` */
  parameters: string;
  /** `Q4_K_M` */
  quantization: string;
  /** Layers. */
  blocks: number;
  /** Heads of attention, those that are kept in the cache, and the length of a key. */
  heads: number;
  keyValueHeads: number;
  keyLength: number;
}
