import type { ConnectionRequestOptions } from "@millrace/agent";
import type { ClientRequest } from "../client-request.js";
import type { ClientWire } from "../client-wire.js";
import type { JsonRecord } from "../json.js";
import type { Plan } from "../upstream/plan.js";
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
  /** Told why the upstream is asked once more, though it had answered. */
  onAskAgain(why: "empty" | "no-call"): void;
}

/** An answer as it is told: a batch of events for each chunk that says something; `finish` is in the last. */
export type Told = AsyncGenerator<readonly AnswerEvent[], void, void>;
