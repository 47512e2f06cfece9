import { type ConnectionRequestOptions, isModelError, tierFor } from "@millrace/agent";
import type { Usage } from "@millrace/protocol";
import type { ClientRequest } from "../client-request.js";
import type { ClientWire } from "../client-wire.js";
import type { JsonRecord } from "../json.js";
import { extraFields } from "../upstream/extra-fields.js";
import type { Plan } from "../upstream/plan.js";
import { planRequest } from "../upstream/plan-request.js";
import type { UpstreamModel } from "../upstream/upstream-model.js";
import type { AnswerEvent } from "./answer-event.js";
import type { AnswerSource } from "./answer-source.js";

/** One request on its way. */
export interface Answering extends ConnectionRequestOptions {
  request: ClientRequest;
  /** The request as it came. */
  body: JsonRecord;
  /** Of the client's headers, those that mean something to a server of its own wire. */
  headers: Readonly<Record<string, string>>;
  /** The client's wire. */
  from: ClientWire["name"];
  upstream: UpstreamModel;
  /** As the upstream knows it. */
  model: string;
  /** Prefix of the calls' ids. */
  id: string;
  /** Told how the upstream is asked: once, and again where it is asked in another way. */
  onPlan(plan: Plan): void;
  /** Told of whoever reads the answer, before its first chunk. */
  onSource(source: AnswerSource): void;
}

/**
 * Asks the upstream and tells its answer, a batch of events for each chunk that says something; `finish` is in the last.
 * Where client and upstream speak one wire and nothing is to be changed, the request goes up as it came. Throws ModelError
 * where the upstream fails, or the signal's reason; what came before was told. Leaving it closes the connection.
 */
export async function* answerRequest(answering: Answering): AsyncGenerator<readonly AnswerEvent[], void, void> {
  const { upstream } = answering;
  try {
    yield* ask(answering);
  } catch (error) {
    // Before any content: a server that refuses tools says so at once.
    if (!isModelError(error) || error.toolsUnsupported !== true || !upstream.stepDown()) throw error;
    yield* ask(answering);
  }
}

async function* ask(answering: Answering): AsyncGenerator<readonly AnswerEvent[], void, void> {
  const { request, from, upstream, id, headers } = answering;
  const { connection, mode, dialect, wire } = upstream;
  const { profile } = connection;
  const extra = extraFields(request.extra, from, wire);
  const plan = planRequest(request, {
    mode,
    dialect,
    tier: tierFor(profile),
    profile,
    extra,
    ...(from === wire && { headers }),
  });
  answering.onPlan(plan);
  const source = plan.reader(id);
  answering.onSource(source);
  const { prepared } = plan;
  const verbatim = upstream.passes(from) ? verbatimOf(answering) : undefined;
  const sent = verbatim === undefined ? prepared : { ...prepared, request: { ...prepared.request, verbatim } };
  let usage: Usage = {};
  for await (const chunk of connection.stream(sent, answering)) {
    if (chunk.type === "usage") usage = chunk.usage;
    else if (chunk.type === "finish") source.end(chunk.reason, usage);
    else source.push(chunk);
    if (chunk.type !== "finish" && source.isEnough) source.end("tool-calls", usage);
    const events = source.take();
    if (events.length > 0) yield events;
    if (source.isEnough) return;
  }
}

/** The client's own request, but for the model's name. */
function verbatimOf({ body, model }: Answering): string {
  return JSON.stringify({ ...body, model });
}
