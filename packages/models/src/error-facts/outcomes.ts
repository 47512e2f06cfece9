import type { ErrorFact } from "./error-fact.js";

/** What a failure comes to, where many rows say the same: kind, whether it is sent again, the usual remedy. */
type Outcome = Pick<ErrorFact, "kind" | "retryable" | "remedy" | "status" | "toolsUnsupported">;

/**
 * An overflow needs the status of a refused request and words that can mean nothing else: a wrong guess here drops
 * history. 200 stands for an error inside a stream that names no status. Never 429: a limit a minute speaks of tokens, too.
 */
export const OVERFLOW = {
  status: [200, 400, 413, 422, 500],
  kind: "context_overflow",
  retryable: false,
  remedy:
    "The request is larger than the window of {model}: send less, or give it a larger one where the server is yours.",
} as const satisfies Outcome;

export const RATE_LIMIT = {
  kind: "rate_limit",
  retryable: true,
  remedy: "Too many requests in a short time for {server}: wait, or use another model.",
} as const satisfies Outcome;

export const OVERLOADED = {
  kind: "overloaded",
  retryable: true,
  remedy: "{server} is overloaded or down: try again later, or use another model.",
} as const satisfies Outcome;

export const QUOTA = {
  kind: "quota",
  retryable: false,
  remedy: "Your quota at {server} is used up: waiting seconds does not help. Add credit, or use another model.",
} as const satisfies Outcome;

export const SPEND_LIMIT = {
  kind: "spend_limit",
  retryable: false,
  remedy: "A limit that your account at {server} sets is reached: raise it there, or use another key.",
} as const satisfies Outcome;

export const NOT_ENTITLED = {
  kind: "entitlement",
  retryable: false,
  remedy: "Your account at {server} may not use {model} as it is: see what it says, or use another model.",
} as const satisfies Outcome;

export const KEY_REFUSED = {
  kind: "auth",
  retryable: false,
  remedy: "{server} does not accept the key. {key}",
} as const satisfies Outcome;

export const CONTENT_REFUSED = {
  kind: "content_filter",
  retryable: false,
  remedy: "{server} refuses this content: put it differently, or use another model.",
} as const satisfies Outcome;

export const MODEL_UNKNOWN = {
  kind: "invalid_request",
  retryable: false,
  remedy: "{server} has no model named {model}: check the name against its list of models.",
} as const satisfies Outcome;

export const TOOLS_REFUSED = {
  kind: "invalid_request",
  retryable: false,
  toolsUnsupported: true,
  remedy: "{model} takes no tools in a request here: use tool calls in text (--protocol text).",
} as const satisfies Outcome;

/** The template that makes a prompt of the conversation failed; one without tools and their results is the simplest. */
export const TEMPLATE_FAILED = {
  kind: "invalid_request",
  retryable: false,
  toolsUnsupported: true,
  remedy:
    "The chat template of {model} fails on this conversation: use tool calls in text (--protocol text), or a newer template.",
} as const satisfies Outcome;

export const HISTORY_REFUSED = {
  kind: "invalid_request",
  retryable: false,
  remedy: "The stored conversation has calls and results that do not pair: start a new session.",
} as const satisfies Outcome;

export const REASONING_REFUSED = {
  kind: "invalid_request",
  retryable: false,
  remedy: "{server} wants the reasoning of earlier messages back as it came: start a new session with {model}.",
} as const satisfies Outcome;

/** The next answer may hold a better call. */
export const BROKEN_CALL = {
  kind: "unknown",
  retryable: true,
  remedy:
    "{server} could not read a tool call that the model wrote: try again, or use calls in text (--protocol text).",
} as const satisfies Outcome;
