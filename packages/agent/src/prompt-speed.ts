import type { Usage } from "@millrace/protocol";
import type { RequestTimings } from "./events/session-event.js";
import type { Timers } from "./limits.js";
import type { ModelProfile } from "./model-profile.js";

/** A server may be this many times slower than it was seen to be before it counts as silent. */
const SLACK = 3;
/** A prompt of fewer tokens says more about the way to the server than about its speed. */
const MIN_TOKENS = 500;

/**
 * How fast a local server reads prompts: it sends nothing while it does, so the waits for its first byte and first
 * content grow with the prompt. What the server measured itself counts before what was seen from outside, and of that the
 * slowest: a prompt read from a cache looks fast.
 */
export class PromptSpeed {
  readonly #isLocal: boolean;
  #tokensPerSecond: number | undefined;
  /** The newest that the server told. */
  #told: number | undefined;

  constructor(profile: ModelProfile) {
    this.#isLocal = profile.local === true;
    this.#tokensPerSecond = profile.promptTokensPerSecond?.value;
  }

  learn(usage: Usage, { firstByteMs }: RequestTimings): void {
    const tokens = usage.inputTokens ?? 0;
    if (tokens >= MIN_TOKENS) this.#told = usage.speed?.prompt ?? this.#told;
    if (usage.estimated || tokens < MIN_TOKENS || firstByteMs === undefined || firstByteMs <= 0) return;
    this.#tokensPerSecond = Math.min(tokens / (firstByteMs / 1_000), this.#tokensPerSecond ?? Number.POSITIVE_INFINITY);
  }

  /** The timers for a prompt of so many tokens: never shorter than they were set, and those of a hosted model as they were. */
  timersFor(timers: Timers, tokens: number): Timers {
    const tokensPerSecond = this.#told ?? this.#tokensPerSecond;
    if (!this.#isLocal || tokensPerSecond === undefined) return timers;
    const read = (tokens / tokensPerSecond) * 1_000 * SLACK;
    return {
      ...timers,
      "first-byte": Math.max(timers["first-byte"], read),
      "first-content": Math.max(timers["first-content"], read),
      keepAlivesOnly: Math.max(timers.keepAlivesOnly, read),
    };
  }
}
