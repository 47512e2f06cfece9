import type { FinishReason, Usage } from "@millrace/protocol";
import type { TokenEstimator } from "./context/estimate.js";
import type { Message, Part } from "./history/message.js";
import { storedAssistantMessage } from "./history/store-message.js";
import { MAX_EMPTY_RETRIES, MAX_RETRIES, RETRY_BASE_MS } from "./limits.js";
import { isMalformedCall } from "./malformed-call.js";
import { ModelError } from "./model-error.js";
import type { Presented } from "./present-assistant-message.js";
import type { PromptReading, PromptReadings } from "./prompt-reading.js";
import { type Received, type ReceiveNeeds, receiveMessage } from "./receive-message.js";
import {
  BROKEN_BEHIND_CALL,
  keepMessage,
  MALFORMED_CALL,
  NOTHING_SAID,
  noteCut,
  ONE_CALL_A_MESSAGE,
  saysSomething,
  wordCut,
} from "./recover-turn.js";
import type { RepeatedPassage } from "./repeated-text.js";
import type { RequestPrefix } from "./request-prefix.js";
import { estimatedUsage, isReported, knownUsage } from "./request-record.js";
import type { RetryBudget } from "./retry-budget.js";
import { waitToRetry } from "./retry-wait.js";

/** What one turn is run with. */
export interface TurnNeeds extends Omit<ReceiveNeeds, "messageId" | "requestId"> {
  nextMessageId(): string;
  nextRequestId(): string;
  /** Failures in the middle of messages, since the last that did not fail. */
  budget: RetryBudget;
  estimator: TokenEstimator;
  prefix: RequestPrefix;
  readings: PromptReadings;
  /**
   * The server read only so many tokens of about so many, without a word: all that comes next is to fit. Returns whether
   * the same request can be made to.
   */
  promptCut(read: number, sent: number): boolean;
}

/** What a turn came to. The caller keeps the messages and goes by `end`. */
export interface TurnResult {
  requestId: string;
  /** Absent where nothing was said that is worth keeping. */
  message?: Message;
  /** The results of the message's calls. */
  results?: Message;
  /** What the model is to be told after the results and the user's words. */
  notes: readonly string[];
  /** What the model said, as text. */
  text: string;
  reason: FinishReason;
  presented: Presented;
  /** It was closed for a passage that was written again and again. */
  passage?: RepeatedPassage;
  /** What the request cost where no event has told it: it failed. */
  untold?: Usage;
  end: TurnEnd;
}

/**
 * - `answer`: no call: the model is done.
 * - `go-on`: there is something for the model to go on with.
 * - `cut`: as `go-on`, but the message was cut before any call of it was whole: nothing was done.
 * - `malformed`: as `cut`, but the server could not read the call of the message.
 * - `broken`: as `go-on`, but the connection broke behind a call, and the wait for that is still due.
 * - `aborted`, `failed`: nothing more is to be sent.
 */
type TurnEnd =
  | { kind: "answer" | "go-on" | "cut" | "malformed" | "aborted" }
  | { kind: "broken"; error: ModelError }
  | { kind: "failed"; error: ModelError; empty?: true };

/**
 * One turn: receives a message, presents it, waits for its calls. Where it broke before any call closed, came empty, or
 * answered a prompt that the server had cut without a word, it is sent again in place: readers drop what was shown since.
 * Never rejects: an abort is an end like others.
 */
export async function runTurn(needs: TurnNeeds): Promise<TurnResult> {
  const { signal, events, clock } = needs.calls;
  let refitted = false;
  for (let empties = 0; ; ) {
    const fromSeq = events.seq + 1;
    const messageId = needs.nextMessageId();
    const requestId = needs.nextRequestId();
    const received = await receiveMessage({ ...needs, messageId, requestId });
    const { failure } = received;
    const isBroken = failure !== undefined && received.presenter.closed === 0;
    const { sent } = received.record;
    const reading = readingOf(needs, received);
    const canFit = reading.kind === "cut" && needs.promptCut(reading.read, sent?.tokensEstimated ?? 0);
    let untold: Usage | undefined = costOf(needs, received, reading);
    if (canFit && !refitted && received.end === "whole" && received.presenter.closed === 0) {
      // As if the server had refused it: what it answered knows neither the system prompt nor the task.
      refitted = true;
      received.presenter.abandon();
      const message = `The prompt was cut by the server: it read ${reading.read} of about ${sent?.tokensEstimated} tokens.`;
      events.emit({ type: "request-restarted", requestId, fromSeq, why: message });
      const again = { requestId, attempt: 0, max: MAX_RETRIES, delayMs: 0, kind: "context_overflow", message } as const;
      events.emit({ type: "request-retrying", ...again, ...knownUsage(untold) });
      continue;
    }
    if (!isBroken) tellFinished(needs, requestId, received, untold);
    const finish = (end?: TurnEnd) => settle(needs, messageId, requestId, received, untold, end);

    if (isBroken) {
      if (!received.begun) return finish({ kind: "failed", error: failure });
      received.presenter.abandon();
      const takeUsage = () => {
        const usage = untold ?? {};
        untold = undefined;
        return usage;
      };
      try {
        await needs.budget.spend(failure, { requestId, takeUsage, fromSeq }, signal);
      } catch {
        if (!signal.aborted) return finish({ kind: "failed", error: failure });
        if (untold === undefined) return abortedBetween(requestId);
        tellFinished(needs, requestId, received, untold);
        return finish({ kind: "aborted" });
      }
    } else if (isEmpty(received)) {
      const error = emptyAnswer(needs.model.id, received);
      if (empties === MAX_EMPTY_RETRIES) return finish({ kind: "failed", error, empty: true });
      empties++;
      received.presenter.abandon();
      const { message } = error;
      const delayMs = RETRY_BASE_MS * 2 ** (empties - 1);
      const again = { requestId, attempt: empties, max: MAX_EMPTY_RETRIES, delayMs, kind: "empty", message } as const;
      events.emit({ type: "request-restarted", requestId, fromSeq, why: message });
      try {
        await waitToRetry(again, clock, events, signal);
      } catch {
        return abortedBetween(requestId);
      }
    } else {
      // One that we closed had said all that was wanted of it.
      if (received.end === "whole" || received.end === "closed") needs.budget.reset();
      return finish();
    }
  }
}

/** The run was stopped while nothing of a message stood: what had been shown was dropped. */
function abortedBetween(requestId: string): TurnResult {
  const flags = { wrong: 0, denied: false, rejected: false, circling: false };
  const presented: Presented = { answered: [], words: [], cut: [], ...flags };
  return { requestId, notes: [], text: "", reason: "unknown", presented, end: { kind: "aborted" } };
}

/** Before the request is measured against the one before. */
function readingOf({ readings, prefix }: TurnNeeds, { record: { sent, usage } }: Received): PromptReading {
  if (sent === undefined) return { kind: "whole" };
  return readings.judge({ bytes: sent.bytes, cacheableBytes: () => prefix.cacheableBytes(sent) }, usage);
}

/** What the request cost, learnt from: as reported, and estimated where that is missing or older than the answer. */
function costOf(needs: TurnNeeds, received: Received, reading: PromptReading): Usage {
  const { record, end, contentBytes } = received;
  const { sent, usage } = record;
  if (sent === undefined) return usage;
  if (reading.kind === "whole") needs.estimator.learn(sent.bytes, usage);
  needs.speed.learn(usage, record.timings);
  if (isReported(usage) && end === "whole") return usage;
  // A server that reports as it goes has not counted the end of an answer that broke or was closed.
  return estimatedUsage(usage, sent, needs.estimator.estimate(contentBytes));
}

/** Of a request that broke before a call closed the retry or the failure tells the usage. */
function tellFinished(needs: TurnNeeds, requestId: string, { record, end, reason }: Received, usage: Usage): void {
  const { sent, timings } = record;
  if (sent === undefined && Object.keys(usage).length === 0) return;
  needs.calls.events.emit({
    type: "request-finished",
    requestId,
    usage,
    reason: end === "whole" || end === "broken" ? reason : "unknown",
    timings,
    ...(sent === undefined ? { cachePrefixBytes: 0, previousBytes: 0 } : needs.prefix.measure(sent)),
    bytes: sent?.bytes ?? 0,
  });
}

/** A whole answer that says nothing, though nothing cut it. */
function isEmpty({ end, reason, reader, rawReason }: Received): boolean {
  if (end !== "whole" || reason === "length" || reason === "content-filter") return false;
  return !saysSomething(reader.blocks) && !reader.truncated && !isMalformedCall(rawReason);
}

function emptyAnswer(model: string, { reader, rawReason }: Received): ModelError {
  const what = reader.blocks.length > 0 ? "only reasoning and no answer" : "an empty answer";
  const ended = rawReason === undefined ? "" : ` (it ended with "${rawReason}")`;
  return new ModelError(`The model gave ${what}${ended}.`, {
    kind: "unknown",
    phase: "first-content",
    retryable: true,
    provider: model,
    remedy: "Say it in another way, or use another model or protocol. If every answer is so, check the base URL.",
  });
}

/** Waits for the calls and says what the turn came to. */
async function settle(
  needs: TurnNeeds,
  messageId: string,
  requestId: string,
  received: Received,
  untold: Usage | undefined,
  failed: TurnEnd | undefined,
): Promise<TurnResult> {
  const { config, signal } = needs.calls;
  const { reader, reason, raw } = received;
  const why = received.end === "aborted" ? "the run was stopped" : wordCut(reason);
  const presented = await received.presenter.finish(why);
  const answered = new Set(presented.answered.map(({ block }) => block.id));
  const brokenBehindCall = received.failure !== undefined && answered.size > 0;
  const ours = received.end === "closed" || presented.rejected;
  const kept = keepMessage(reader, raw, answered, brokenBehindCall || ours ? "drop" : "keep");
  const { protocol, dialect, profile, tools } = config;
  const message = { id: messageId, ...kept, dialect, protocol, profile, tools };
  const parts = presented.answered.map(
    ({ block, result }): Part => ({
      type: "tool-result",
      callId: block.id,
      result,
    }),
  );
  const cut = received.end === "whole" && (presented.cut.length > 0 || reader.truncated);
  return {
    requestId,
    ...(saysSomething(kept.blocks) ? { message: storedAssistantMessage(message) } : {}),
    ...(parts.length > 0 ? { results: { id: needs.nextMessageId(), role: "tool", parts } } : {}),
    notes: [
      ...(answered.size > 0 ? reader.notes.map((note) => note.message) : []),
      ...(cut ? [noteCut(presented.cut, why, reason)] : []),
      ...(brokenBehindCall ? [BROKEN_BEHIND_CALL] : []),
      ...(isCallLimit(received, presented) ? [ONE_CALL_A_MESSAGE] : []),
      ...(isMalformedCall(received.rawReason) ? [MALFORMED_CALL] : []),
      ...(reason === "length" && !cut && !saysSomething(reader.blocks) ? [NOTHING_SAID] : []),
    ],
    text: kept.blocks
      .map((block) => (block.type === "text" ? block.text : ""))
      .join("\n")
      .trim(),
    reason,
    presented,
    ...(received.passage === undefined ? {} : { passage: received.passage }),
    ...(failed?.kind === "failed" && failed.empty !== true && untold !== undefined ? { untold } : {}),
    // What failed before the run was stopped has failed.
    end: failed ?? (signal.aborted ? { kind: "aborted" } : endOf(received, answered.size, cut)),
  };
}

/** We closed the stream, and not because of what became of a call. */
function isCallLimit({ end, passage }: Received, { rejected, completed, circling }: Presented): boolean {
  return end === "closed" && !rejected && completed === undefined && !circling && passage === undefined;
}

function endOf(received: Received, answered: number, cut: boolean): TurnEnd {
  const { failure, reason, rawReason, reader, passage } = received;
  if (failure !== undefined) return { kind: "broken", error: failure };
  if (answered > 0 || passage !== undefined) return { kind: "go-on" };
  if (reason === "content-filter") {
    const facts = { kind: "content_filter", phase: "stream", retryable: false } as const;
    const remedy = "Say it in another way, or use another model.";
    const message = "The provider's content filter stopped the answer.";
    return { kind: "failed", error: new ModelError(message, { ...facts, provider: "", remedy }) };
  }
  if (isMalformedCall(rawReason)) return { kind: "malformed" };
  return cut || !saysSomething(reader.blocks) ? { kind: "cut" } : { kind: "answer" };
}
