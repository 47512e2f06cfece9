import {
  type Clock,
  completeProfile,
  isModelError,
  type ModelClient,
  ModelConnection,
  ModelError,
  type ModelProfile,
  mergeProfiles,
  type SessionEvent,
  shapeRequest,
  sourceOf,
  systemClock,
  type Timers,
  tierFor,
} from "@millrace/agent";
import { renderTools, type StreamChunk, type Usage } from "@millrace/protocol";
import type { ConnectedModel } from "../create-model-client.js";
import {
  ANSWER_TOKENS,
  LOCAL_PROBE_MS,
  MAX_THOROUGH_READING_MS,
  MORE_REASONING_TOKENS,
  REASONING_TOKENS,
  REMOTE_PROBE_MS,
} from "../limits.js";
import { familyDialects } from "../profiles/family-dialects.js";
import { familyProfile } from "../profiles/family-profile.js";
import type { DialectFinding } from "./dialect-finding.js";
import { type ProbeAnswer, readAnswer } from "./probe-answer.js";
import { PROBE_TOOLS } from "./probe-tools.js";

/** Who is examined. */
export interface ExamineeOptions {
  model: ConnectedModel;
  /** What is known of it, from whomever. */
  profile: Partial<ModelProfile>;
  signal: AbortSignal;
  clock?: Clock;
  timers?: Partial<Timers>;
  /** Told what happens to each request, as a ModelConnection tells it: waits, retries. Must not throw. */
  onEvent?: (event: SessionEvent) => void;
  /** Long prompts are sent up to the claimed window, and slow ones are waited for. */
  thorough?: true;
}

/** One request to the model. */
export interface Probe {
  /** The user's words. */
  words: string;
  /** `native`: offered in the request · a dialect: taught in the system text. Absent: there are no tools. */
  tools?: "native" | { dialect: string };
  /** How much it may write, reasoning not counted. Default `ANSWER_TOKENS`. */
  answerTokens?: number;
}

const ROLE = "You are a careful assistant. Do exactly what the user asks.";

/** A model under examination: asks it, and keeps what the checks so far found out. */
export class Examinee {
  readonly model: ConnectedModel;
  /** Who answers, by the server's own word. */
  answeredAs: string | undefined;
  /** Requests that were sent, tries that failed among them. */
  requests = 0;
  readonly clock: Clock;
  readonly thorough: boolean;
  /** The name of who answers. */
  #name: string;
  /** Every answer so far, in order. */
  readonly answers: ProbeAnswer[] = [];
  /** The answer to a request without tools, to compare others with. */
  plain: ProbeAnswer | undefined;
  native: "works" | "wrong" | "leaks-as-text" | "ignored" | "dropped" | "refused" | undefined;
  /** The dialect in which calls were printed that should have been native. */
  leakedDialect: string | undefined;
  /** Whether a whole file, blank lines at its end aside, and an edit came right natively. */
  readonly nativeWork: { body?: boolean; edit?: boolean } = {};
  /** Of each dialect that was taught. */
  readonly dialects: DialectFinding[] = [];
  /** The system text of every request. Its beginning is this examination's alone: no server has any of it in its cache. */
  readonly #system: string;
  /** How requests began so far: the tools that were offered or taught. */
  readonly #begun = new Set<string>();
  #reasoningTokens = REASONING_TOKENS;
  #takesLimit = true;
  #given: Partial<ModelProfile>;
  #learnt: Partial<ModelProfile> = {};
  readonly #connection: ModelConnection;
  readonly #signal: AbortSignal;
  readonly #onEvent: (event: SessionEvent) => void;

  constructor({ model, profile, signal, clock = systemClock, timers, onEvent, thorough }: ExamineeOptions) {
    this.model = model;
    this.#onEvent = onEvent ?? (() => {});
    this.thorough = thorough === true;
    this.clock = clock;
    this.#given = profile;
    this.#name = nameOf(model.client.id);
    this.#system = `It is ${new Date(clock.now()).toISOString()}. ${ROLE}`;
    this.#signal = signal;
    const client: ModelClient = {
      id: model.client.id,
      stream: (request, options) => {
        this.requests++;
        return model.client.stream(request, {
          ...options,
          onModel: (name) => {
            this.answeredAs ??= name;
          },
        });
      },
    };
    this.#connection = new ModelConnection({ model: client, profile, clock, ...(timers && { timers }) });
  }

  /** What is known of the model by now. */
  get profile(): ModelProfile {
    return completeProfile(this.model.client.id, mergeProfiles(this.#learnt, this.#given));
  }

  /** What the checks found that is worth remembering. */
  get learnt(): Partial<ModelProfile> {
    return this.#learnt;
  }

  learn(found: Partial<ModelProfile>): void {
    this.#learnt = { ...this.#learnt, ...found };
  }

  /** Another model answers than the one that was asked for: what that one's name tells holds no longer, this one's does. */
  standsFor(answeredAs: string): void {
    const others = Object.entries(this.#given).filter(([, value]) => sourceOf(value).from !== "catalogue");
    this.#given = mergeProfiles(Object.fromEntries(others), familyProfile(answeredAs));
    this.#name = answeredAs;
  }

  /** A value that was measured just now. */
  measured<const T>(value: T, why: string): { value: T; from: "measured"; at: string; why: string } {
    return { value, from: "measured", at: new Date(this.clock.now()).toISOString(), why };
  }

  /** The dialect that it was trained on, by its template or else its name. */
  get trainedDialect(): string | undefined {
    return (this.profile.otherDialects?.value ?? familyDialects(this.#name))?.[0];
  }

  /** How answers are read that begin inside of reasoning. */
  get inReasoning(): boolean {
    return this.profile.reasoning.opensInPrompt === true;
  }

  /** Its server refuses a limit to what it may write: none is sent from now on. */
  askWithoutLimit(): void {
    this.#takesLimit = false;
  }

  /**
   * Sends a probe and takes its whole answer. Throws the ModelError of a request that failed for good, kind `timeout` where
   * it took too long in all, and the signal's reason. One that breaks in the middle is sent once more; so is one that is
   * cut while it reasons, once in an examination, and from then on there is more room for that.
   */
  async ask(probe: Probe): Promise<ProbeAnswer> {
    const answer = await this.#askTwice(probe);
    if (answer.reason !== "length" || this.#reasoningTokens !== REASONING_TOKENS || !this.#reasonedIn(answer)) {
      return answer;
    }
    const { answerTokens = ANSWER_TOKENS } = probe;
    const longer = (answerTokens + MORE_REASONING_TOKENS) / (answerTokens + REASONING_TOKENS);
    if ((answer.lastContentMs ?? 0) * longer > this.#limitMs) return answer;
    this.#reasoningTokens = MORE_REASONING_TOKENS;
    return this.#askTwice(probe);
  }

  async #askTwice(probe: Probe): Promise<ProbeAnswer> {
    try {
      return await this.#send(probe);
    } catch (error) {
      if (!isModelError(error) || error.phase !== "stream" || !error.retryable) throw error;
      return this.#send(probe);
    }
  }

  #reasonedIn(answer: ProbeAnswer): boolean {
    const blocks = readAnswer(answer, { dialect: "auto", inReasoning: this.inReasoning });
    return blocks.some(({ type }) => type === "reasoning");
  }

  /** How long a probe may take, milliseconds. */
  get #limitMs(): number {
    const plain = this.profile.local === true ? LOCAL_PROBE_MS : REMOTE_PROBE_MS;
    return this.thorough ? plain + MAX_THOROUGH_READING_MS : plain;
  }

  async #send({ words, tools, answerTokens = ANSWER_TOKENS }: Probe): Promise<ProbeAnswer> {
    const { profile } = this;
    const native = tools === "native" ? PROBE_TOOLS.native : [];
    const taught = typeof tools === "object" ? tools : undefined;
    const lesson = taught ? renderTools(PROBE_TOOLS.text, taught.dialect, tierFor(profile)) : "";
    const prepared = shapeRequest(
      {
        protocol: taught ? "text" : "native",
        dialect: taught?.dialect ?? "auto",
        tools: taught ? PROBE_TOOLS.text : native,
        profile,
        parallelToolCalls: true,
      },
      [{ id: "probe", role: "user", parts: [{ type: "text", text: words }] }],
      { system: lesson === "" ? this.#system : `${this.#system}\n\n${lesson}`, tools: native },
    );
    const { maxOutputTokens: _, ...unlimited } = prepared.request;
    const { output, context } = this.#room(prepared.tokensEstimated, answerTokens);
    const request = { ...unlimited, ...(this.#takesLimit && { maxOutputTokens: output }), contextTokens: context };
    const beginning = JSON.stringify(tools ?? "none");
    const before = this.requests;
    const received = await this.#receive({ ...prepared, request });
    // What was sent again may have been read by then.
    const isFresh = this.requests === before + 1 && !this.#begun.has(beginning);
    this.#begun.add(beginning);
    const answer = { ...received, isFresh };
    this.answers.push(answer);
    return answer;
  }

  /** What an answer to a prompt of so many tokens may have, and what both take together. */
  #room(prompt: number, answerTokens: number): { output: number; context: number } {
    const { window, maxOutput } = this.profile;
    const whole = window?.value ?? Number.POSITIVE_INFINITY;
    const taken = prompt * ESTIMATE_SLACK;
    const left = Math.max(MIN_ROOM, Math.floor(whole - taken));
    const output = Math.min(answerTokens + this.#reasoningTokens, left, maxOutput?.value ?? Number.POSITIVE_INFINITY);
    return { output, context: Math.min(Math.ceil(taken) + output, whole) };
  }

  async #receive(prepared: ReturnType<typeof shapeRequest>): Promise<Omit<ProbeAnswer, "isFresh">> {
    const { clock } = this;
    const limit = new AbortController();
    const limitMs = this.#limitMs;
    const release = clock.timer(limitMs, () => limit.abort(this.#tookTooLong(limitMs)));
    let sentAt = clock.monotonic();
    const chunks: StreamChunk[] = [];
    const times: number[] = [];
    let usage: Usage = {};
    let reason: ProbeAnswer["reason"] = "unknown";
    try {
      const stream = this.#connection.stream(prepared, {
        signal: AbortSignal.any([this.#signal, limit.signal]),
        onEvent: (event) => {
          if (event.type === "request-retrying") sentAt = clock.monotonic() + event.delayMs;
          this.#onEvent(event);
        },
      });
      for await (const chunk of stream) {
        if (chunk.type === "usage") usage = chunk.usage;
        else if (chunk.type === "finish") reason = chunk.reason;
        else {
          chunks.push(chunk);
          times.push(clock.monotonic() - sentAt);
        }
      }
    } finally {
      release();
    }
    const [firstContentMs, lastContentMs] = [times[0], times.at(-1)];
    return {
      chunks,
      usage,
      reason,
      offered: prepared.request.tools.length > 0,
      bytes: prepared.bytes,
      ...(firstContentMs !== undefined && lastContentMs !== undefined && { firstContentMs, lastContentMs }),
    };
  }

  #tookTooLong(limitMs: number): ModelError {
    return new ModelError(`An answer to a short request was not there within ${limitMs / 1_000} s.`, {
      kind: "timeout",
      phase: "stream",
      retryable: false,
      provider: this.#connection.profile.server,
      remedy: "See whether the server is busy or the model too large for the machine, and try again.",
    });
  }
}

/** `PROVIDER/NAME` without its provider. */
function nameOf(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** Our estimate of a prompt is off by so much at most, template and all. */
const ESTIMATE_SLACK = 1.25;
/** A window that leaves less is not worth the question; the server may say so itself. */
const MIN_ROOM = 256;
