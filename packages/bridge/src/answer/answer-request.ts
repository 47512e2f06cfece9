import { type ConnectionRequestOptions, isModelError, tierFor } from "@millrace/agent";
import type { Usage } from "@millrace/protocol";
import type { ClientRequest } from "../client-request.js";
import type { ClientWire } from "../client-wire.js";
import { extraFields } from "../upstream/extra-fields.js";
import type { Plan } from "../upstream/plan.js";
import { planRequest } from "../upstream/plan-request.js";
import type { UpstreamModel } from "../upstream/upstream-model.js";
import type { AnswerEvent } from "./answer-event.js";
import type { AnswerSource } from "./answer-source.js";

/** One request on its way. */
export interface Answering extends ConnectionRequestOptions {
  request: ClientRequest;
  /** The client's wire. */
  from: ClientWire["name"];
  upstream: UpstreamModel;
  /** Prefix of the calls' ids. */
  id: string;
  /** Told how the upstream is asked: once, and again where it is asked in another way. */
  onPlan(plan: Plan): void;
  /** Told of whoever reads the answer, before its first chunk. */
  onSource(source: AnswerSource): void;
}

/**
 * Asks the upstream and tells its answer, a batch of events for each chunk that says something; `finish` is in the last.
 * Throws ModelError where the upstream fails, or the signal's reason; what came before was told. Leaving it closes the
 * connection.
 */
export async function* answerRequest(answering: Answering): AsyncGenerator<readonly AnswerEvent[], void, void> {
  const { upstream } = answering;
  try {
    yield* ask(answering);
  } catch (error) {
    if (!isRefusalOfTools(error) || !upstream.stepDown()) throw error;
    yield* ask(answering);
  }
}

async function* ask(answering: Answering): AsyncGenerator<readonly AnswerEvent[], void, void> {
  const { request, from, upstream, id } = answering;
  const { connection, mode, dialect, wire } = upstream;
  const { profile } = connection;
  const extra = extraFields(request.extra, from, wire);
  const plan = planRequest(request, { mode, dialect, tier: tierFor(profile), profile, extra });
  answering.onPlan(plan);
  const source = plan.reader(id);
  answering.onSource(source);
  let usage: Usage = {};
  for await (const chunk of connection.stream(plan.prepared, answering)) {
    if (chunk.type === "usage") usage = chunk.usage;
    else if (chunk.type === "finish") source.end(chunk.reason, usage);
    else source.push(chunk);
    if (chunk.type !== "finish" && source.isEnough) source.end("tool-calls", usage);
    const events = source.take();
    if (events.length > 0) yield events;
    if (source.isEnough) return;
  }
}

/** Before any content: a model that refuses tools says so at once. */
function isRefusalOfTools(error: unknown): boolean {
  return isModelError(error) && error.toolsUnsupported === true;
}
