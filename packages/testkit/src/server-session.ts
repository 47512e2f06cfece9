import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { AnswerQueue } from "./answer-queue.js";
import { IssuedAnswers } from "./issued-answers.js";
import { isJsonObject, type JsonObject } from "./json.js";
import type { Finding } from "./judge/finding.js";
import { judgeRequest } from "./judge/judge-request.js";
import type { Listener } from "./listener.js";
import { measurePrefix, promptBytes } from "./measure-prefix.js";
import type { ExchangeEnd, LookUp, ModelRequest, ReceivedRequest, Violation, Wire } from "./model-request.js";
import { answerEndpoint, refusal, speaks } from "./persona.js";
import { playAnswer } from "./play-answer.js";
import { readMessages } from "./read-messages.js";
import type { Answer, AnswerFunction, Scenario } from "./scenario.js";
import { comparePrompts } from "./templates/compare-prompts.js";
import type { RenderedPrompt, TemplateJudge, TemplatePrefix } from "./templates/template-judge.js";
import { TestkitError } from "./testkit-error.js";
import { errorBody } from "./wires/error-body.js";

const WIRES: Readonly<Record<string, Wire>> = {
  "/v1/chat/completions": "chat-completions",
  "/v1/responses": "openai-responses",
  "/api/chat": "ollama",
  "/v1/messages": "anthropic",
};

type Planned = Answer | AnswerFunction | undefined;

/** What becomes of a request that breaks a rule. */
export type Strictness = "strict" | "refuse" | "off";

/** See `ModelServerOptions`. */
export interface SessionOptions {
  scenario: Scenario;
  judge?: Strictness;
  keepRequests?: number;
}

/** What one server remembers between its start and its close. */
export class ServerSession {
  readonly requests: ModelRequest[] = [];
  readonly lookUps: LookUp[] = [];
  readonly violations: Violation[] = [];
  readonly #scenario: Scenario;
  readonly #strictness: Strictness;
  readonly #keepRequests: number;
  readonly #templates: TemplateJudge | undefined;
  readonly #answers: AnswerQueue;
  /** By label of conversation: what the last request of it began with. */
  readonly #prompts = new Map<string, Buffer>();
  readonly #rendered = new Map<string, readonly RenderedPrompt[]>();
  readonly #issued = new IssuedAnswers();
  readonly #listener: Listener;
  readonly #closing = new AbortController();
  readonly #startedAt = performance.now();
  #received = 0;
  #waiting: { number: number; resolve: (request: ModelRequest) => void; reject: (error: Error) => void }[] = [];

  constructor(options: SessionOptions, templates: TemplateJudge | undefined, listener: Listener) {
    const { scenario, judge = "strict", keepRequests = Number.POSITIVE_INFINITY } = options;
    this.#scenario = scenario;
    this.#strictness = judge;
    this.#keepRequests = keepRequests;
    this.#templates = templates;
    this.#listener = listener;
    this.#answers = new AnswerQueue(scenario.answers);
  }

  get answersLeft(): number {
    return this.#answers.left;
  }

  waitForRequest(number: number): Promise<ModelRequest> {
    const there = this.requests.find((request) => request.number === number);
    if (there !== undefined) return Promise.resolve(there);
    if (number <= this.#received || this.#closing.signal.aborted) return Promise.reject(this.#notThere(number));
    return new Promise((resolve, reject) => this.#waiting.push({ number, resolve, reject }));
  }

  /** To be called once the server listens: is the scenario's first answer that nobody does? */
  begin(): void {
    const outageMs = this.#stopListening();
    if (outageMs !== undefined) this.#listenAgainIn(outageMs);
  }

  close(): void {
    this.#closing.abort();
    for (const { number, reject } of this.#waiting) reject(this.#notThere(number));
    this.#waiting = [];
  }

  /** Never rejects: what goes wrong in the server itself becomes status 500 and the violation `server-error`. */
  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#handle(incoming, response);
    } catch (error) {
      // Whoever hangs up in the middle of a request wants no answer to it.
      if (!incoming.complete) return;
      const message = this.#ownError(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "text/plain" }).end(message);
    }
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET" } = incoming;
    const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
    const body = await readText(incoming);
    const persona = this.#scenario.server ?? {};
    const wire = method === "POST" ? wireOf(path) : undefined;
    if (wire !== undefined && speaks(persona, wire)) {
      const { headers } = incoming;
      const json = parseObject(body) ?? {};
      const messages = readMessages(wire, json);
      const atMs = performance.now() - this.#startedAt;
      this.#received += 1;
      const number = this.#received;
      await this.#answer({ number, wire, path, headers, body, json, messages, atMs }, response);
    } else {
      const lookUp = { method, path, body: parseObject(body) ?? {} };
      const { status, body: said } = answerEndpoint(persona, lookUp, this.requests);
      this.lookUps.push({ method, path, status });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    }
  }

  async #answer(received: ReceivedRequest, response: ServerResponse): Promise<void> {
    const { findings, prompts } = this.#judge(received);
    const persona = this.#scenario.server ?? {};
    const planned =
      refusal(persona, received) ?? this.#strictRefusal(received, findings) ?? this.#answers.take(received);
    if (planned === undefined) findings.push(nothingLeft(received));
    const prefix = this.#comparePrompt(received, planned, findings);
    const templatePrefixes = this.#compareRendered(planned, prompts);
    this.violations.push(...findings.map((finding) => ({ request: received.number, ...finding })));

    let settle: (end: ExchangeEnd) => void = () => {};
    const ended = new Promise<ExchangeEnd>((resolve) => {
      settle = resolve;
    });
    const request: ModelRequest = { ...received, prefix, templatePrefixes, ended };
    this.requests.push(request);
    if (this.requests.length > this.#keepRequests) this.requests.shift();
    this.#announce(request);

    const hungUp = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) hungUp.abort();
    });
    const signal = AbortSignal.any([hungUp.signal, this.#closing.signal]);
    const outageMs = this.#stopListening();
    // The next request must need a connection of its own, and find nobody there.
    if (outageMs !== undefined) response.shouldKeepAlive = false;
    try {
      const answer = await answerFrom(planned, request);
      this.#issued.remember(answer, request);
      settle(await playAnswer(answer, request, response, signal));
    } catch (error) {
      if (this.#closing.signal.aborted) settle("server-closed");
      else settle(hungUp.signal.aborted ? "client-closed" : "fault");
      if (!signal.aborted) throw error;
    } finally {
      if (outageMs !== undefined) this.#listenAgainIn(outageMs);
    }
  }

  /** Stops listening when an outage is next; for how long, then. */
  #stopListening(): number | undefined {
    const outageMs = this.#answers.takeOutage();
    if (outageMs !== undefined) this.#listener.stop();
    return outageMs;
  }

  #listenAgainIn(ms: number): void {
    const { signal } = this.#closing;
    // One that never ends has no timer.
    if (!Number.isFinite(ms) || signal.aborted) return;
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      this.#listener.start().then(
        // A close may have come between.
        () => signal.aborted && this.#listener.stop(),
        (error: unknown) => this.#ownError(error),
      );
    }, ms);
    const stop = () => clearTimeout(timer);
    signal.addEventListener("abort", stop);
  }

  #ownError(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    this.violations.push({ request: this.#received, rule: "server-error", message, path: "" });
    return message;
  }

  #judge(received: ReceivedRequest): { findings: Finding[]; prompts: readonly RenderedPrompt[] } {
    if (this.#strictness === "off") return { findings: [], prompts: [] };
    const verdict = isRendered(received.wire) ? this.#templates?.judge(received) : undefined;
    const findings = [...judgeRequest(received, this.#issued), ...(verdict?.findings ?? [])];
    return {
      findings: findings.filter(({ rule }) => !this.#scenario.allow?.includes(rule)),
      prompts: verdict?.prompts ?? [],
    };
  }

  #strictRefusal({ wire }: ReceivedRequest, findings: readonly Finding[]): Answer | undefined {
    const [first] = findings;
    if (this.#strictness !== "refuse" || first === undefined) return undefined;
    const message = `${first.path === "" ? "request" : first.path}: ${first.message} (${first.rule})`;
    const error = { message, type: "invalid_request_error", param: first.path, code: first.rule };
    return { status: 400, body: errorBody(wire, error) };
  }

  #comparePrompt(received: ReceivedRequest, planned: Planned, findings: Finding[]): ModelRequest["prefix"] {
    const conversation = conversationOf(planned);
    const mayBreak = typeof planned === "object" && planned.prefix === "may-break";
    const prompt = promptBytes(received);
    const prefix = measurePrefix(this.#prompts.get(conversation), prompt);
    if (!isRefusal(planned)) this.#prompts.set(conversation, prompt);
    const judged =
      this.#strictness !== "off" && this.#scenario.prefix !== "report" && !this.#scenario.allow?.includes("prefix");
    if (judged && !mayBreak && prefix.share < 1) {
      const { sharedBytes, previousBytes } = prefix;
      findings.push({
        rule: "prefix",
        message: `Only ${sharedBytes} of the ${previousBytes} bytes of the request before begin this one: its cached prompt is lost from there on. ${JSON.stringify(prompt.subarray(sharedBytes, sharedBytes + 60).toString())} stands where something else stood.`,
        path: "messages",
      });
    }
    return prefix;
  }

  #compareRendered(planned: Planned, prompts: readonly RenderedPrompt[]): readonly TemplatePrefix[] {
    const conversation = conversationOf(planned);
    const before = this.#rendered.get(conversation) ?? [];
    if (!isRefusal(planned)) this.#rendered.set(conversation, prompts);
    return comparePrompts(before, prompts);
  }

  #announce(request: ModelRequest): void {
    const ready = this.#waiting.filter(({ number }) => number <= request.number);
    this.#waiting = this.#waiting.filter(({ number }) => number > request.number);
    for (const { resolve } of ready) resolve(request);
  }

  #notThere(number: number): TestkitError {
    const message =
      number <= this.#received
        ? `Request ${number} is not kept any more, of ${this.#received} that came.`
        : `The server closed before request ${number} came; it saw ${this.#received}.`;
    return new TestkitError("no_such_request", message);
  }
}

function conversationOf(planned: Planned): string {
  return (typeof planned === "object" ? planned.conversation : undefined) ?? "main";
}

/** A refused request leaves nothing in a server's cache: the next one is compared with the one before it. */
function isRefusal(planned: Planned): boolean {
  return planned === undefined || (typeof planned === "object" && (planned.status ?? 200) >= 400);
}

/** What templates make of Anthropic's blocks nobody outside knows; of items each server makes messages in its own way. */
function isRendered(wire: Wire): boolean {
  return wire === "chat-completions" || wire === "ollama";
}

function wireOf(path: string): Wire | undefined {
  return Object.hasOwn(WIRES, path) ? WIRES[path] : undefined;
}

function parseObject(body: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function nothingLeft(request: ReceivedRequest): Finding {
  const message = `The scenario has no answer left for request ${request.number}.`;
  return { rule: "no-answer-left", message, path: "" };
}

async function answerFrom(planned: Planned, request: ModelRequest): Promise<Answer> {
  const { wire } = request;
  if (planned === undefined) return serverError(wire, nothingLeft(request).message);
  if (typeof planned !== "function") return planned;
  try {
    return await planned(request);
  } catch (error) {
    return serverError(wire, error instanceof Error ? error.message : String(error));
  }
}

function serverError(wire: Wire, message: string): Answer {
  return { status: 500, body: errorBody(wire, { message, type: "server_error" }) };
}
