import { tierFor } from "@millrace/agent";
import type { Usage } from "@millrace/protocol";
import { extraFields } from "../upstream/extra-fields.js";
import { withOpenedSignatures } from "../upstream/opened-signatures.js";
import { planRequest } from "../upstream/plan-request.js";
import type { Answering, Told } from "./answering.js";
import { WholeEvents } from "./whole-events.js";

/**
 * Asks the upstream once, retries before content aside, and tells its answer. Where client and upstream speak one wire and
 * nothing is to be changed, the request goes up as it came.
 */
export async function* askUpstream(answering: Answering): Told {
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
    grammars: upstream.grammars,
    ...(upstream.passes(from) && { callIds: "upstream" }),
    ...(from === wire && { headers }),
  });
  answering.onPlan(plan);
  const source = plan.reader(id);
  answering.onSource(source);
  const { prepared } = plan;
  const verbatim = upstream.passes(from) ? verbatimOf(answering) : undefined;
  const sent = verbatim === undefined ? prepared : { ...prepared, request: { ...prepared.request, verbatim } };
  const whole = new WholeEvents();
  let usage: Usage = {};
  for await (const chunk of connection.stream(sent, answering)) {
    if (chunk.type === "usage") usage = chunk.usage;
    else if (chunk.type === "finish") source.end(chunk.reason, usage);
    else source.push(chunk);
    if (chunk.type !== "finish" && source.isEnough) source.end("tool-calls", usage);
    const events = whole.take(source.take());
    if (events.length > 0) yield events;
    if (source.isEnough) return;
  }
}

/**
 * The client's own request, but for the model's name, what the bridge had put around its signatures, and the number of
 * choices, of which the answer has one. The upstream streams its answer also where the client does not want it so: a server
 * that is silent until it has the whole answer looks like one that is dead.
 */
function verbatimOf({ body, model, from }: Answering): string {
  const counted = from === "openai-chat" && body.stream !== true && { stream_options: { include_usage: true } };
  const { n: _choices, ...asked } = withOpenedSignatures(body, from, model);
  return JSON.stringify({ ...asked, model, stream: true, ...counted });
}
