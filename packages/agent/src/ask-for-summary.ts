import { createParser, type FinishReason } from "@millrace/protocol";
import { asModelError } from "./as-model-error.js";
import type { Clock } from "./clock.js";
import { contentBytes } from "./content-bytes.js";
import type { TokenEstimator } from "./context/estimate.js";
import type { EventStream } from "./event-stream.js";
import { Exchange } from "./exchange.js";
import { DEFAULT_BYTES_PER_TOKEN } from "./limits.js";
import type { ModelClient } from "./model-client.js";
import type { ModelError } from "./model-error.js";
import type { PreparedRequest } from "./prepare-request.js";
import type { PromptSpeed } from "./prompt-speed.js";
import { readerOptions } from "./reader-options.js";
import type { RequestPrefix } from "./request-prefix.js";
import { estimatedUsage, isReported, knownUsage, type RequestRecord, takeUsage } from "./request-record.js";
import { modelFailure } from "./run-ending.js";
import type { TurnConfig } from "./turn-config.js";

/** What a summary is asked for with. */
export interface SummaryNeeds {
  nextRequestId(): string;
  turn: number;
  model: ModelClient;
  config: TurnConfig;
  speed: PromptSpeed;
  clock: Clock;
  events: EventStream;
  estimator: TokenEstimator;
  prefix: RequestPrefix;
  signal: AbortSignal;
  /** Rejects, as the run is stopped, where a limit leaves no room for this request. */
  mayTry(sized: PreparedRequest): Promise<void>;
}

/** A summary, or why there is none: a sentence without its full stop. */
export type SummaryAnswer = { text: string } | { why: string };

/** A stream that says more than this many times what it was allowed to is closed. */
const MAX_OVERRUN = 4;

/**
 * Asks the model for a summary: sends the request once and reads its answer. Anything but a whole text is a failure: an
 * error, silence, a call, a cut. Its cost is told as any request's: in `request-finished`, or in `request-failed`. Nothing
 * of the answer is shown.
 *
 * Rejects with the signal's reason on abort, or where a limit is reached, and never otherwise.
 */
export async function askForSummary(needs: SummaryNeeds, sized: PreparedRequest): Promise<SummaryAnswer> {
  const { model, config, events, signal, clock, turn } = needs;
  signal.throwIfAborted();
  await needs.mayTry(sized);
  const requestId = needs.nextRequestId();
  const { tokensEstimated, bytes } = sized;
  events.emit({ type: "request-started", requestId, turn, tokensEstimated, bytes, purpose: "summary" });
  const record: RequestRecord = { usage: {}, sent: sized, timings: { totalMs: 0 } };
  const timers = needs.speed.timersFor(config.timers, tokensEstimated);
  const exchange = new Exchange({ requestId, model, clock, timers, events, signal, record }, sized.request);
  const reader = createParser(readerOptions(config, requestId));
  const most = (sized.request.maxOutputTokens ?? tokensEstimated) * MAX_OVERRUN * DEFAULT_BYTES_PER_TOKEN;
  let answerBytes = 0;
  let reason: FinishReason | undefined;
  let failure: ModelError | undefined;
  try {
    while (reason === undefined && answerBytes <= most) {
      const chunk = exchange.take(await exchange.next());
      if (chunk?.type === "finish") reason = chunk.reason;
      else if (chunk !== undefined) {
        answerBytes += contentBytes(chunk);
        reader.push(chunk);
      }
    }
  } catch (error) {
    reason = exchange.whole?.reason;
    if (reason === undefined && !signal.aborted) failure = asModelError(error, exchange.provider);
  } finally {
    record.timings = exchange.close();
  }
  reader.end(reason ?? "error");
  tellCost(needs, requestId, record, sized, { reason, failure, answerBytes });
  signal.throwIfAborted();
  if (failure !== undefined) return { why: `the request for it failed: ${failure.message.replace(/\.$/, "")}` };
  if (reason === undefined) return { why: "the model did not come to an end" };
  return readSummary(reader, reason);
}

function readSummary({ blocks, truncated }: ReturnType<typeof createParser>, reason: FinishReason): SummaryAnswer {
  if (reason !== "stop" && reason !== "tool-calls" && reason !== "unknown")
    return { why: "the model's answer was cut" };
  if (truncated || blocks.some(({ type }) => type === "tool-use")) return { why: "the model answered with a call" };
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n");
  return text.trim() === "" ? { why: "the model's answer was empty" } : { text: text.trim() };
}

/** How an answer ended: its reason where it came, or what failed; and its UTF-8 bytes. */
interface AnswerEnd {
  reason: FinishReason | undefined;
  failure: ModelError | undefined;
  answerBytes: number;
}

/** What was not reported is estimated, but for a request of which nothing came back. */
function tellCost(
  { events, estimator, prefix }: SummaryNeeds,
  requestId: string,
  record: RequestRecord,
  sized: PreparedRequest,
  { reason, failure, answerBytes }: AnswerEnd,
): void {
  const reported = takeUsage(record);
  const isCounted = reason !== undefined && isReported(reported);
  const estimated = () => estimatedUsage(reported, sized, estimator.estimate(answerBytes));
  if (failure !== undefined) {
    const usage = answerBytes === 0 ? reported : estimated();
    events.emit({ type: "request-failed", requestId, ...modelFailure(failure, false), ...knownUsage(usage) });
    return;
  }
  events.emit({
    type: "request-finished",
    requestId,
    usage: isCounted ? reported : estimated(),
    reason: reason ?? "unknown",
    timings: record.timings,
    ...prefix.measure(sized),
    bytes: sized.bytes,
  });
}
