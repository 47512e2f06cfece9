import { MillraceError } from "@millrace/protocol";
import { asSentence } from "./as-sentence.js";
import type { SummaryAnswer } from "./ask-for-summary.js";
import { answerTokens } from "./context/answer-tokens.js";
import { boundResult } from "./context/bound-result.js";
import { compactBySummary } from "./context/compact-by-summary.js";
import { CompactionPace } from "./context/compaction-pace.js";
import { type TokenEstimator, utf8Bytes } from "./context/estimate.js";
import { type FittedHistory, fitHistory, type HistoryToFit, promptBytes, roomOf } from "./context/fit.js";
import { messageBytes, resultBytes } from "./context/measure.js";
import { OVERFLOW_REMEDY } from "./context/overflow-remedy.js";
import { ShownReads } from "./context/repeated-reads.js";
import { resultLimit } from "./context/result-limit.js";
import { type SizedPart, wordSizes } from "./context/word-sizes.js";
import type { EventStream } from "./event-stream.js";
import { putBack } from "./history/leave-out.js";
import type { Message, Part } from "./history/message.js";
import { MAX_FAILED_SUMMARIES } from "./limits.js";
import { ModelError } from "./model-error.js";
import type { ModelProfile } from "./model-profile.js";
import {
  type BuiltPrompt,
  type PreparedRequest,
  prepareRequest,
  promptFor,
  type RequestInput,
} from "./prepare-request.js";
import { type SystemPart, systemParts } from "./prompt/system-parts.js";
import type { ToolResult } from "./tool.js";

const EVENT_OF_ROLE = { user: "user-message", assistant: "assistant-message", tool: "tool-results" } as const;

/** What a request is made of, but for the history. */
export type PrepareInput = Omit<RequestInput, "history">;

/** What may be needed to make a request shorter. */
interface Shortening {
  /** What it must fit from now on, UTF-8 bytes: the server refused a longer one. */
  roomBytes?: number | undefined;
  /** Asks the model for a summary of such a request. Absent: what does not fit is dropped. */
  askForSummary?: ((sized: PreparedRequest) => Promise<SummaryAnswer>) | undefined;
}

/** What was said so far. Append-only between compactions. */
export class Conversation {
  readonly #events: EventStream;
  readonly #estimator: TokenEstimator;
  readonly #id: string;
  readonly #pace = new CompactionPace();
  #history: readonly Message[] = [];
  /** As it was before the last compaction. */
  #before: readonly Message[] | undefined;
  #reads = new ShownReads();
  #prompt: (Pick<RequestInput, "config" | "sections"> & { built: BuiltPrompt }) | undefined;
  #messages = 0;
  /** Summaries in a row of which nothing came. */
  #failedSummaries = 0;
  /** The longest prompt that a server was seen to take, UTF-8 bytes: what a byte comes to in tokens may be learnt anew. */
  #seenRoom: number | undefined;
  /** UTF-8 bytes of the request that was made last, and of the results that its answer's calls have given since. */
  #sent = { request: 0, results: 0 };

  /** `id` begins the ids of its messages. */
  constructor(id: string, events: EventStream, estimator: TokenEstimator) {
    this.#id = id;
    this.#events = events;
    this.#estimator = estimator;
  }

  /** Nothing was said yet. */
  get isNew(): boolean {
    return this.#messages === 0 && this.#history.length === 0;
  }

  nextMessageId(): string {
    return `${this.#id}-${++this.#messages}`;
  }

  /** Keeps a message and tells it. O(history) in pointers, against a request that is O(history) in bytes. */
  add(message: Message): void {
    this.#history = [...this.#history, message];
    this.#reads.note(message);
    this.#events.emit({ type: EVENT_OF_ROLE[message.role], message });
  }

  /** Takes up what was said elsewhere, and tells it: these messages stand before all that is said here. */
  takeUp(history: readonly Message[]): void {
    const ours = history.map(({ id }) => (id.startsWith(`${this.#id}-`) ? Number(id.slice(this.#id.length + 1)) : 0));
    // No id is given twice, whatever else is told of those messages.
    this.#messages = ours.reduce((most, number) => (number > most ? Math.floor(number) : most), this.#messages);
    for (const message of history) this.add(message);
  }

  /** Says these texts as the user, each a part; blank ones and no texts at all are left out. `pinned`: words of a person. */
  say(texts: readonly string[], pinned: boolean): void {
    const parts = texts.filter((text) => text !== "").map((text): Part => ({ type: "text", text }));
    if (parts.length === 0) return;
    this.add({ id: this.nextMessageId(), role: "user", parts, ...(pinned ? { pinned } : {}) });
  }

  /** A server was seen to take no longer prompt than this, UTF-8 bytes: all that comes next is fitted to it. */
  limitTo(bytes: number): void {
    this.#seenRoom = Math.min(bytes, this.#seenRoom ?? bytes);
  }

  /**
   * The next request, with the history fitted to the window. What is left out is durable before this resolves.
   *
   * @throws ModelError `context_overflow` where nothing more can be left out, or where each turn would need that anew;
   * whatever `askForSummary` rejects with
   */
  async prepare(input: PrepareInput, { roomBytes, askForSummary }: Shortening = {}): Promise<PreparedRequest> {
    if (roomBytes !== undefined) this.limitTo(roomBytes);
    const whole = this.#request(input, this.#history);
    const toFit = this.#toFit(input, whole);
    const dropping = this.#fit(toFit, input.config.model);
    if (dropping.dropped.length > 0) {
      const ask =
        this.#failedSummaries < MAX_FAILED_SUMMARIES &&
        askForSummary &&
        ((history: readonly Message[], maxOutputTokens: number) => {
          const { request, ...sized } = this.#request(input, history);
          return askForSummary({ ...sized, request: { ...request, maxOutputTokens } });
        });
      const summedUp = ask ? await compactBySummary(toFit, ask) : undefined;
      if (summedUp !== undefined && "why" in summedUp) this.#tellFailedSummary(summedUp.why);
      else if (summedUp !== undefined) this.#failedSummaries = 0;
      await this.#keep(summedUp === undefined || "why" in summedUp ? dropping : summedUp, toFit);
    }
    const prepared = dropping.dropped.length === 0 ? whole : this.#request(input, this.#history);
    this.#sent = { request: prepared.bytes, results: 0 };
    return prepared;
  }

  /** Whether a request could be made of this, with all left out that may be. Changes nothing. */
  fits(input: PrepareInput): boolean {
    try {
      fitHistory(this.#toFit(input, this.#request(input, this.#history)));
      return true;
    } catch (error) {
      if (!isTooSmall(error)) throw error;
      return false;
    }
  }

  /**
   * Gives the history back as it was before the last compaction, with what came since. Durable before it resolves.
   *
   * @returns false where there is nothing to undo: nothing was left out, or that was undone already
   */
  async undoCompaction(): Promise<boolean> {
    if (this.#before === undefined) return false;
    this.#replace(putBack(this.#before, this.#history), undefined);
    this.#pace.forget();
    await this.#events.durable({ type: "compaction-undone" });
    return true;
  }

  /**
   * What is kept of a result of the present message: one line where the history shows the same lines of a file already,
   * and no more than fits beside what was sent, see {@link resultLimit}; without these secrets.
   */
  keptResult(result: ToolResult, profile: ModelProfile, secrets: readonly string[]): ToolResult {
    const kept = boundResult(this.#reads.shorten(result), this.#resultLimit(profile), secrets);
    this.#sent.results += resultBytes(kept);
    return kept;
  }

  #resultLimit(profile: ModelProfile): number {
    const { windowTokens, reserveTokens } = this.#room(profile);
    const { bytesPerToken } = this.#estimator;
    const { request, results } = this.#sent;
    return resultLimit({
      window: windowTokens === undefined ? undefined : windowTokens * bytesPerToken,
      reserve: reserveTokens * bytesPerToken,
      taken: request + results,
      fixed: () => results + (this.#prompt ? promptBytes(this.#prompt.built) : 0) + keptBytes(this.#history),
    });
  }

  /** A model that fails at it again and again is not asked any more: each try is a request. */
  #tellFailedSummary(why: string): void {
    this.#failedSummaries++;
    const isLast = this.#failedSummaries === MAX_FAILED_SUMMARIES ? " From now on no summary is asked for." : "";
    const message = `The conversation was not summed up: ${asSentence(why)} Steps and results are left out instead.${isLast}`;
    this.#events.emit({ type: "notice", level: "warning", message });
  }

  async #keep(fitted: FittedHistory, toFit: HistoryToFit): Promise<void> {
    const { history, dropped, went, summary, before, after } = fitted;
    this.#replace(history, this.#history);
    this.#pace.compacted(history, roomOf(toFit), isCramped(toFit, fitted));
    const kept = history.map(({ id }) => id);
    const said = summary === undefined ? {} : { summary };
    await this.#events.durable({ type: "history-compacted", kept, dropped, went, ...said, before, after });
  }

  #replace(history: readonly Message[], before: readonly Message[] | undefined): void {
    this.#history = history;
    this.#before = before;
    this.#reads = new ShownReads(history);
  }

  #request(input: PrepareInput, history: readonly Message[]): PreparedRequest {
    const { profile } = input.config;
    const { bytesPerToken } = this.#estimator;
    const prepared = prepareRequest({ ...input, history, prompt: this.#promptFor(input), bytesPerToken });
    const window = this.#room(profile).windowTokens ?? Number.POSITIVE_INFINITY;
    const contextTokens = Math.min(prepared.tokensEstimated + answerTokens(profile), window);
    return { ...prepared, request: { ...prepared.request, contextTokens } };
  }

  #toFit(input: PrepareInput, whole: PreparedRequest): HistoryToFit {
    const { config, role, ...more } = input;
    const room = this.#room(config.profile);
    const history = this.#history;
    return {
      history,
      requestBytes: whole.bytes,
      ...room,
      estimator: this.#estimator,
      ...this.#promptFor(input),
      leaveTokens: this.#pace.lastTurn(history, roomOf(room), this.#estimator),
      systemParts: () => nameableParts(systemParts({ ...config, ...more, ...(role === undefined ? {} : { role }) })),
    };
  }

  /** What is known, with the answer's share of it (a quarter at most), or what was seen where that is less: that is the prompt's alone. */
  #room(profile: ModelProfile): { windowTokens: number | undefined; reserveTokens: number } {
    const window = profile.window?.value;
    const reserveTokens = Math.min(answerTokens(profile), Math.floor((window ?? 0) / 4));
    if (this.#seenRoom === undefined) return { windowTokens: window, reserveTokens };
    const seen = Math.floor(this.#seenRoom / this.#estimator.bytesPerToken);
    if (window !== undefined && window - reserveTokens <= seen) return { windowTokens: window, reserveTokens };
    return { windowTokens: seen, reserveTokens: 0 };
  }

  /** Made once while what it is made of stays the same: then its tools, too, stay the same object. */
  #promptFor(input: PrepareInput): BuiltPrompt {
    const { config, sections } = input;
    if (this.#prompt?.config !== config || this.#prompt.sections !== sections) {
      this.#prompt = { config, sections, built: promptFor(input) };
    }
    return this.#prompt.built;
  }

  /** Fitted, or a ModelError: too large whatever is left out, or for the second time in a row without room for a turn. */
  #fit(toFit: HistoryToFit, model: string): FittedHistory {
    try {
      const fitted = fitHistory(toFit);
      if (fitted.dropped.length === 0 || !isCramped(toFit, fitted) || !this.#pace.isCramped) return fitted;
      throw overflow(wordNoProgress(toFit, fitted), model);
    } catch (error) {
      if (!isTooSmall(error)) throw error;
      throw overflow(error.message, model, error);
    }
  }
}

function isTooSmall(error: unknown): error is MillraceError {
  return MillraceError.isInstance(error) && error.code === "context_too_small";
}

/** What in a system prompt a user can make smaller: the lesson of the tools, and each section of a source. */
function nameableParts(parts: readonly SystemPart[]): SizedPart[] {
  const lesson = parts.filter(({ kind }) => kind === "lesson" || kind === "tool");
  const bytes = lesson.reduce((sum, { text }) => sum + utf8Bytes(text), 0);
  const sections = parts.filter(({ kind }) => kind === "section");
  return [
    ...(bytes > 0 ? [{ name: "tools as text", bytes }] : []),
    ...sections.map(({ name, text }) => ({ name, bytes: utf8Bytes(text) })),
  ];
}

/** Whether a turn as large as the last one would need a compaction at once. */
function isCramped(toFit: HistoryToFit, { after }: FittedHistory): boolean {
  return roomOf(toFit) - after < (toFit.leaveTokens ?? 0);
}

function wordNoProgress(toFit: HistoryToFit, { history, after }: FittedHistory): string {
  const { leaveTokens, windowTokens } = toFit;
  return (
    "The conversation is too long again, as after the step before: each step takes more than a compaction can make room for. " +
    `Of the model's window of ${windowTokens} tokens ${roomOf(toFit) - after} would be free now, and the last step took ${leaveTokens}. ` +
    `What would be left, in tokens: ${wordSizes(toFit, history)}.`
  );
}

function overflow(message: string, model: string, cause?: unknown): ModelError {
  const facts = { kind: "context_overflow", phase: "connect", retryable: false, provider: model } as const;
  return new ModelError(message, { ...facts, remedy: OVERFLOW_REMEDY }, { cause });
}

/** UTF-8 bytes of what no compaction leaves out. O(history). */
function keptBytes(history: readonly Message[]): number {
  return history.reduce(
    (sum, message) => sum + (message.role === "user" || message.pinned ? messageBytes(message) : 0),
    0,
  );
}
