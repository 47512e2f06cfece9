import type { Clock, SessionEvent } from "@millrace/agent";
import { answerRequest } from "../answer/answer-request.js";
import type { Told } from "../answer/answering.js";
import { AnswerCollector } from "../answer/whole-answer.js";
import type { ClientFailure } from "../client-failure.js";
import { clientFailureOf } from "../client-failure-of.js";
import type { AnswerHead, ClientWire } from "../client-wire.js";
import type { JsonRecord } from "../json.js";
import { FIRST_KEEP_ALIVE_MS } from "../limits.js";
import { isRefusal } from "../refusal.js";
import { passedHeaders } from "../upstream/passed-headers.js";
import type { UpstreamModels } from "../upstream/upstream-models.js";
import { failureResponse } from "./failure-response.js";
import { modelAsked } from "./model-asked.js";
import { type RequestSummary, SummaryKeeper } from "./request-summary.js";
import { streamAnswer } from "./stream-answer.js";
import { understandRequest } from "./understand-request.js";

/** What requests are answered with. */
export interface AnsweringContext {
  models: UpstreamModels;
  /** The one model of the upstream, whatever clients call it. Absent: they name it. */
  model?: string;
  clock: Clock;
  /** 24 letters and digits, never the same again. */
  newId(): string;
  /** Called once for each request, when it is over. Must not throw. */
  onSummary(summary: RequestSummary): void;
}

/** What came from a client. */
export interface ClientCall {
  wire: ClientWire;
  body: JsonRecord;
  headers: Headers;
  /** Aborts when the client hangs up, and, with a Refusal as its reason, when the bridge gives the request up. */
  signal: AbortSignal;
}

/** The status that servers note for a client that hung up; nobody gets to see it. */
const CLIENT_CLOSED = 499;

/**
 * Answers one request of a client. Never rejects: what goes wrong is an answer in the client's own format. Until the
 * upstream's first content its failures have a status; a stream is begun without it when that takes long.
 */
export async function answerClient(
  { wire, body, headers, signal }: ClientCall,
  context: AnsweringContext,
): Promise<Response> {
  const id = context.newId();
  const created = Math.floor(context.clock.now() / 1_000);
  const summary = new SummaryKeeper({ id, wire: wire.name }, context);
  const stop = new AbortController();
  const hangUp = () => stop.abort(signal.reason);
  if (signal.aborted) hangUp();
  else signal.addEventListener("abort", hangUp, { once: true });
  // It is the bridge that gives up where the signal's reason is its own.
  const isHungUp = () => stop.signal.aborted && !isRefusal(stop.signal.reason);
  let onGone = () => {};
  const ended = (failure: ClientFailure, { failed, closed }: { failed: number; closed: number }) => {
    if (isHungUp()) summary.ended("client-closed", closed);
    else {
      summary.ended("failed", failed, failure);
      if (failure.kind === "network" && !summary.isBegun) onGone();
    }
  };
  const refuse = (error: unknown): Response => {
    const failure = clientFailureOf(error);
    ended(failure, { failed: failure.status, closed: CLIENT_CLOSED });
    // Upstream was asked again as often as makes sense: a client that did so, too, would multiply the tries. Where the
    // bridge itself gives up, another one may answer.
    const headers = isRefusal(error) ? error.headers : { "x-should-retry": "false" };
    return failureResponse(wire, failure, { "x-request-id": id, ...headers });
  };
  try {
    const request = understandRequest(wire, body);
    const name = modelAsked(request, context.model);
    summary.understood(request);
    let head: AnswerHead = { request, id, created, tokensEstimated: 0 };
    const upstream = await context.models.get(name);
    onGone = () => context.models.forget(name);
    const events = answerRequest({
      request,
      body,
      headers: passedHeaders(wire.name, headers),
      from: wire.name,
      upstream,
      model: name,
      id,
      signal: stop.signal,
      onEvent: (event) => noteRetry(event, summary),
      onPlan(plan) {
        summary.planned(plan);
        head = { ...head, tokensEstimated: plan.prepared.tokensEstimated };
      },
      onSource: ({ calls }) => summary.counts(calls),
      onAskAgain: (why) => summary.retrying(why),
    });
    const first = events.next();
    if (!request.stream) return await wholeResponse(wire, head, { first, events }, summary);
    await begunOrLong(first, context.clock);
    const answer = streamAnswer({
      first,
      events,
      writer: wire.stream(head),
      clock: context.clock,
      onTold: (told) => summary.told(told),
      onEnd(failure) {
        if (failure === undefined) summary.ended("answered", 200);
        // A server may tell of a client that hung up before it lets go of the answer's body.
        else ended(failure, { failed: 200, closed: 200 });
      },
      onCancel() {
        summary.ended("client-closed", 200);
        stop.abort();
      },
    });
    return new Response(answer, { headers: { ...STREAM_HEADERS, "x-request-id": id } });
  } catch (error) {
    return refuse(error);
  }
}

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  // Or nginx collects a stream before it passes it on.
  "x-accel-buffering": "no",
};

function noteRetry(event: SessionEvent, summary: SummaryKeeper): void {
  if (event.type === "request-retrying") summary.retrying(event.kind);
}

async function wholeResponse(
  wire: ClientWire,
  head: AnswerHead,
  { first, events }: { first: ReturnType<Told["next"]>; events: Told },
  summary: SummaryKeeper,
): Promise<Response> {
  const collector = new AnswerCollector();
  for (let step = await first; step.done !== true; step = await events.next()) {
    summary.told(step.value);
    for (const event of step.value) collector.push(event);
  }
  summary.ended("answered", 200);
  return Response.json(wire.whole(collector.answer, head), { headers: { "x-request-id": head.id } });
}

/** Resolves when the first content is there or waiting for it takes long; rejects where it failed before. */
async function begunOrLong(first: Promise<unknown>, clock: Clock): Promise<void> {
  let cancel = () => {};
  const long = new Promise<void>((resolve) => {
    cancel = clock.timer(FIRST_KEEP_ALIVE_MS, resolve);
  });
  try {
    await Promise.race([first, long]);
  } finally {
    cancel();
  }
}
