import { MillraceError } from "@millrace/protocol";

/** What went wrong with a request. What each means and its exit code: docs/PROVIDERS.md, "Kinds". */
export type ErrorKind =
  | "auth"
  | "quota"
  | "spend_limit"
  | "entitlement"
  | "invalid_request"
  | "content_filter"
  | "rate_limit"
  | "overloaded"
  | "network"
  | "timeout"
  | "context_overflow"
  | "unknown";

/** How far the request had come: each phase has its own timer. */
export type RequestPhase = "connect" | "first-byte" | "first-content" | "stream";

/** What is known of a failed request: all that a {@link ModelError} says besides its message. */
export interface ModelErrorFacts {
  kind: ErrorKind;
  phase: RequestPhase;
  /** May the same request be sent again unchanged, after waiting? */
  retryable: boolean;
  /** The wait the server asked for, milliseconds. */
  retryAfterMs?: number;
  /** Of a quota or a spending limit: milliseconds until it is renewed, where the server says so. */
  resetMs?: number;
  /** Of an overflow: the window that the message names. */
  limitTokens?: number;
  /** Of an overflow: what the message says was sent, in some the answer that was asked for among it. */
  usedTokens?: number;
  /** Of HTTP; absent where no answer came, and in a stream that began well. */
  status?: number;
  provider: string;
  /** What the user can do, one sentence. */
  remedy: string;
  /** The server or the model refuses tools in a request: calls in text may work. */
  toolsUnsupported?: true;
}

/** Why a request failed. Thrown by model clients; `message` is what the server or the network said, redacted. */
export class ModelError extends MillraceError<"model_error"> implements ModelErrorFacts {
  readonly kind: ErrorKind;
  readonly phase: RequestPhase;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly resetMs?: number;
  readonly limitTokens?: number;
  readonly usedTokens?: number;
  readonly status?: number;
  readonly provider: string;
  readonly remedy: string;
  readonly toolsUnsupported?: true;

  constructor(message: string, facts: ModelErrorFacts, options?: { cause?: unknown }) {
    super("model_error", message, options);
    this.name = "ModelError";
    this.kind = facts.kind;
    this.phase = facts.phase;
    this.retryable = facts.retryable;
    this.provider = facts.provider;
    this.remedy = facts.remedy;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
    if (facts.resetMs !== undefined) this.resetMs = facts.resetMs;
    if (facts.limitTokens !== undefined) this.limitTokens = facts.limitTokens;
    if (facts.usedTokens !== undefined) this.usedTokens = facts.usedTokens;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.toolsUnsupported) this.toolsUnsupported = true;
  }
}
