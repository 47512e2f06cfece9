import { isDeepStrictEqual } from "node:util";
import type { ReceivedRequest } from "./model-request.js";
import type { Answer, Part } from "./scenario.js";
import { answerParts, beginsAnew, contentLimit, parsedArguments } from "./wires/answer-parts.js";
import { callId } from "./wires/call-id.js";

/** An answer that went out: what a client may have to bring back unaltered. */
export interface IssuedAnswer {
  /** In the order they were sent. A part that a fault left open is not among them. */
  readonly parts: readonly Part[];
  /** Of the calls, in order; `null` where none was sent. */
  readonly callIds: readonly (string | null)[];
}

/** A call as it stands in a request's history, whatever the wire. */
export interface CallInHistory {
  id: unknown;
  name: unknown;
  input: unknown;
}

/** What this answer gives out; nothing for an error or a body of its own. */
export function issuedBy(answer: Answer, request: ReceivedRequest): readonly IssuedAnswer[] {
  if (answer.body !== undefined || (answer.status ?? 200) !== 200) return [];
  const limit = contentLimit(answer);
  const sent = limit === undefined ? answerParts(answer) : answerParts(answer, limit).slice(0, -1);
  const parts = sent.slice(sent.findLastIndex(beginsAnew) + 1);
  const calls = parts.flatMap((part) => ("call" in part ? [part.call] : []));
  return [{ parts, callIds: calls.map((call, index) => callId(call, request.number, index + 1)) }];
}

/**
 * Which answers a message of the assistant with these calls can have come from: those with one of its ids (the client may
 * have left calls out), else those with the same calls (it may have given them ids of its own).
 */
export function answersWith(calls: readonly CallInHistory[], issued: readonly IssuedAnswer[]): readonly IssuedAnswer[] {
  if (calls.length === 0) return [];
  const byId = issued.filter(({ callIds }) => calls.some(({ id }) => typeof id === "string" && callIds.includes(id)));
  if (byId.length > 0) return byId;
  const said = calls.map(({ name, input }) => ({ name, input }));
  return issued.filter(({ parts }) => {
    const sent = parts.flatMap((part) =>
      "call" in part ? [{ name: part.call.name, input: parsedArguments(part.call) }] : [],
    );
    return isDeepStrictEqual(sent, said);
  });
}
