import { MillraceError } from "@millrace/protocol";
import { bytesPerTokenOf } from "./bytes-per-token.js";
import { answerTokens } from "./context/answer-tokens.js";
import type { TokenEstimator } from "./context/estimate.js";
import { fitHistory } from "./context/fit.js";
import { OVERFLOW_REMEDY } from "./context/overflow-remedy.js";
import type { EventStream } from "./event-stream.js";
import type { Message, Part } from "./history/message.js";
import { MAX_RESULT_BYTES, MAX_RESULT_SHARE } from "./limits.js";
import { ModelError } from "./model-error.js";
import type { ModelProfile } from "./model-profile.js";
import {
  type BuiltPrompt,
  type PreparedRequest,
  prepareRequest,
  promptFor,
  type RequestInput,
} from "./prepare-request.js";

const EVENT_OF_ROLE = { user: "user-message", assistant: "assistant-message", tool: "tool-results" } as const;

/** What was said so far. Append-only between compactions. */
export class Conversation {
  readonly #events: EventStream;
  readonly #estimator: TokenEstimator;
  readonly #id: string;
  #history: readonly Message[] = [];
  #prompt: (Pick<RequestInput, "config" | "sections"> & { built: BuiltPrompt }) | undefined;
  #messages = 0;
  /** The longest prompt that a server was seen to take, UTF-8 bytes: what a byte comes to in tokens may be learnt anew. */
  #seenRoom: number | undefined;

  /** `id` begins the ids of its messages. */
  constructor(id: string, events: EventStream, estimator: TokenEstimator) {
    this.#id = id;
    this.#events = events;
    this.#estimator = estimator;
  }

  /** Nothing was said yet. */
  get isNew(): boolean {
    return this.#messages === 0;
  }

  nextMessageId(): string {
    return `${this.#id}-${++this.#messages}`;
  }

  /** Keeps a message and tells it. O(history) in pointers, against a request that is O(history) in bytes. */
  add(message: Message): void {
    this.#history = [...this.#history, message];
    this.#events.emit({ type: EVENT_OF_ROLE[message.role], message });
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
   * @param roomBytes what it must fit from now on, where the server refused a longer request
   * @throws ModelError `context_overflow` where nothing more can be left out
   */
  async prepare(input: Omit<RequestInput, "history">, roomBytes?: number): Promise<PreparedRequest> {
    if (roomBytes !== undefined) this.limitTo(roomBytes);
    const { config } = input;
    const prompt = this.#promptFor(input);
    const { windowTokens, reserveTokens } = this.#room(config.profile);
    const history = this.#history;
    const fitted = this.#fit(
      () => fitHistory({ history, windowTokens, reserveTokens, estimator: this.#estimator, ...prompt }),
      config.model,
    );
    if (fitted.dropped.length > 0) {
      this.#history = fitted.history;
      const { dropped, before, after } = fitted;
      const kept = fitted.history.map(({ id }) => id);
      await this.#events.durable({ type: "history-compacted", kept, dropped, before, after });
    }
    const { bytesPerToken } = this.#estimator;
    const prepared = prepareRequest({ ...input, history: fitted.history, prompt, bytesPerToken });
    const contextTokens = Math.min(
      prepared.tokensEstimated + answerTokens(config.profile),
      windowTokens ?? Number.POSITIVE_INFINITY,
    );
    return { ...prepared, request: { ...prepared.request, contextTokens } };
  }

  /** One result takes at most a quarter of the window, known or seen, and 100 KiB where that is less. UTF-8 bytes. */
  resultLimit(profile: ModelProfile): number {
    const { windowTokens } = this.#room(profile);
    if (windowTokens === undefined) return MAX_RESULT_BYTES;
    return Math.min(MAX_RESULT_BYTES, windowTokens * bytesPerTokenOf(profile) * MAX_RESULT_SHARE);
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
  #promptFor(input: Omit<RequestInput, "history">): BuiltPrompt {
    const { config, sections } = input;
    if (this.#prompt?.config !== config || this.#prompt.sections !== sections) {
      this.#prompt = { config, sections, built: promptFor(input) };
    }
    return this.#prompt.built;
  }

  #fit<T>(fit: () => T, model: string): T {
    try {
      return fit();
    } catch (error) {
      if (!MillraceError.isInstance(error) || error.code !== "context_too_small") throw error;
      throw new ModelError(
        error.message,
        {
          kind: "context_overflow",
          phase: "connect",
          retryable: false,
          provider: model,
          remedy: OVERFLOW_REMEDY,
        },
        { cause: error },
      );
    }
  }
}
