import type { BlockEvent, FinishReason, ToolUseBlock, Usage } from "@millrace/protocol";
import type { Access } from "../approvals/access.js";
import type { Ask, AskAnswer } from "../approvals/ask.js";
import type { Went } from "../context/fit.js";
import type { Message } from "../history/message.js";
import type { ErrorKind, RequestPhase } from "../model-error.js";
import type { ModelProfile } from "../model-profile.js";
import type { Plan, Preview, Progress, ToolResult } from "../tool.js";
import type { TurnConfig } from "../turn-config.js";
import type { PrefixMeasure } from "./prefix-measure.js";

/**
 * Every record: format version, place in the session, wall time in milliseconds. `seq` counts from 1 without holes over
 * all that happens; a journal, which does not get what is only live, has holes.
 */
export type SessionEvent = { v: 1; seq: number; at: number } & SessionEventBody;

/**
 * All that happens. Plain JSON. State (history, pending asks, costs) is a fold over them; terminal, JSON output, editor
 * and journal are readers of this one stream.
 *
 * D: durable before what depends on it · J: journalled · L: live only.
 */
export type SessionEventBody =
  /* J */
  | { type: "session-started"; sessionId: string; workspace: string; program: string }
  /* J */
  | { type: "config-frozen"; turn: number; config: TurnConfig }
  /* J */
  | { type: "user-message"; message: Message }
  /* J */
  | {
      type: "request-started";
      requestId: string;
      turn: number;
      tokensEstimated: number;
      bytes: number;
      /** `summary`: not a turn's own request: the model is asked to sum up what is to be left out. Absent: a turn's. */
      purpose?: "summary";
    }
  /* L: when a phase begins, and once a second while nothing of the answer comes */
  | {
      type: "request-phase";
      requestId: string;
      phase: RequestPhase;
      /** How long the server may be silent in this phase; `silentMs` is how long it has been. */
      limitMs: number;
      silentMs: number;
      /** Since the last content, or since the request was sent where none came yet. */
      sinceMs: number;
      /** Something came from the server. */
      serverAlive: boolean;
    }
  /* J: a try came to nothing and the request is sent again */
  | {
      type: "request-retrying";
      requestId: string;
      /** Which of `max` retries this is; 0 is none of them: the user said yes, or the request was made smaller. */
      attempt: number;
      max: number;
      delayMs: number;
      kind: ErrorKind | "empty";
      message: string;
      /** What the try cost all the same. */
      usage?: Usage;
    }
  /* L: once a second until then */
  | { type: "retry-countdown"; requestId: string; attempt: number; max: number; leftMs: number }
  /* J */
  | { type: "request-restarted"; requestId: string; fromSeq: number; why: string }
  /* J */
  | ({
      type: "request-finished";
      requestId: string;
      usage: Usage;
      reason: FinishReason;
      timings: RequestTimings;
      /** As sent: system, tools and messages, UTF-8. */
      bytes: number;
    } & PrefixMeasure)
  /* J */
  | {
      type: "request-failed";
      requestId: string;
      kind: ErrorKind | "empty" | "internal";
      message: string;
      remedy: string;
      status?: number;
      /** What its last try cost all the same; absent where nothing was reported, or `request-finished` has told it. */
      usage?: Usage;
    }
  /* L */
  | { type: "block"; messageId: string; event: BlockEvent }
  /* L */
  | { type: "call-preview"; messageId: string; block: number; name: string; preview: Preview }
  /* J */
  | { type: "assistant-text"; messageId: string; raw: string }
  /* J */
  | { type: "assistant-message"; message: Message }
  /* J */
  | { type: "call-closed"; callId: string; block: ToolUseBlock }
  /* L: what a call is about to change, as it was approved; an ask about it has shown the same */
  | { type: "call-planned"; callId: string; plan: Omit<Plan, "data"> }
  /* D */
  | {
      type: "call-started";
      callId: string;
      name: string;
      accesses: readonly Access[];
      intendedHashes: Readonly<Record<string, string>>;
    }
  /* L */
  | { type: "call-progress"; callId: string; progress: Progress }
  /* D if it had effects, else J */
  | { type: "call-finished"; callId: string; name: string; result: ToolResult; durationMs: number }
  /* J */
  | { type: "tool-results"; message: Message }
  /* J */
  | { type: "ask-opened"; ask: Ask }
  /* D */
  | { type: "ask-answered"; answer: AskAnswer }
  /* J */
  | { type: "checkpoint-made"; id: string; reason: string }
  /* D */
  | { type: "checkpoint-restored"; id: string }
  /* D: `before` and `after` are tokens of the next request, estimated */
  | {
      type: "history-compacted";
      /** Ids of the messages that stand in the history now. */
      kept: readonly string[];
      /** Ids of messages, and call ids of single results, that were left out. */
      dropped: readonly string[];
      went: Went;
      /** What stands in their place, where that is not the usual note: a summary that the model made, now or before. */
      summary?: string;
      before: number;
      after: number;
    }
  /* D: the history is as it was before the last compaction, with what came since */
  | { type: "compaction-undone" }
  /* J */
  | { type: "todos-changed"; todos: readonly { text: string; done: boolean }[] }
  /* J */
  | { type: "job-changed"; jobId: string; state: "running" | "finished" | "failed"; command: string }
  /* J */
  | {
      type: "protocol-changed";
      from: "native" | "text";
      to: "native" | "text";
      dialectBefore: string;
      dialect: string;
      why: string;
    }
  /* J: worth remembering for the next session with this model */
  | { type: "profile-learned"; patch: Partial<ModelProfile>; why: string }
  /* J: a limit is near; once for each, and again when the user let a run go on behind it */
  | {
      type: "budget-warning";
      budget: Budget;
      /** Turns, seconds, requests, tokens, or US dollars. */
      used: number;
      limit: number;
      /** Some of it is our own guess: the server reported none. */
      estimated?: true;
      message: string;
    }
  /* J: the model repeats itself and is told; what comes after `refuse` is an ask of kind `limit`, or `limit-reached` */
  | { type: "repetition-noticed"; what: "calls" | "passage" | "answer"; step: "warn" | "refuse"; message: string }
  /* J */
  | { type: "limit-reached"; limit: Budget | "repetition"; message: string }
  /* J */
  | { type: "notice"; level: "info" | "warning"; message: string }
  /* J */
  | { type: "turn-finished"; turn: number; calls: number; reason: FinishReason }
  /* J */
  | { type: "run-finished"; end: RunEnd; exitCode: number; message: string };

/** Milliseconds from sending the request. */
export interface RequestTimings {
  firstByteMs?: number;
  firstContentMs?: number;
  totalMs: number;
}

/** What of a run is limited. */
export type Budget = "turns" | "seconds" | "requests" | "tokens" | "cost";

/** How a run ended. `answered`: without a tool call; `completed`: by a tool that ends the run. */
export type RunEnd = "answered" | "completed" | "aborted" | "denied" | "limit" | "failed";

/** The name of a kind of event. */
export type SessionEventType = SessionEventBody["type"];
/** One kind of event, e.g. `EventOf<"call-finished">`. */
export type EventOf<Type extends SessionEventType> = Extract<SessionEvent, { type: Type }>;
