import type { AnswerEvent } from "./answer/answer-event.js";
import type { WholeAnswer } from "./answer/whole-answer.js";
import type { ClientFailure } from "./client-failure.js";
import type { ClientRequest } from "./client-request.js";
import type { JsonRecord } from "./json.js";

/** A format that clients speak. One folder in `wires/` each: request in, answer out. Pure: no network, no clock. */
export interface ClientWire {
  name: "openai-chat" | "openai-responses" | "anthropic-messages";
  /** Where requests come in, below the bridge's address. */
  path: `/v1/${string}`;
  /**
   * Understands a request. Takes whatever a client of this wire may send: a field that nobody knows goes to `extra`, a
   * null counts as absent, shapes that servers take beside the documented ones are taken. Unchanged parts of a history
   * give equal messages each time.
   *
   * @throws RequestFault only where there is nothing to send: no list of messages, a message that is no object
   */
  read(body: JsonRecord): ClientRequest;
  /** The writer of one streamed answer. */
  stream(head: AnswerHead): AnswerWriter;
  /** The JSON of one answer that is not streamed. */
  whole(answer: WholeAnswer, head: AnswerHead): object;
  /** The JSON of an answer that is an error. */
  error(failure: ClientFailure): object;
}

/** What stands around an answer. */
export interface AnswerHead {
  request: ClientRequest;
  /** 24 letters and digits of this answer alone: ids are made of it, with the wire's prefix. */
  id: string;
  /** When the request came, seconds since 1970, whole. */
  created: number;
  /** The prompt's size by our own estimate, tokens: for wires that tell it before the upstream does. */
  tokensEstimated: number;
}

/**
 * Writes one answer as text of server-sent events; any piece may be empty. Calls come in this order: `begin`, then
 * `write` and `keepAlive` as it happens, at the end `write` with `finish`, or `fail`. Never throws. O(1) per character.
 */
export interface AnswerWriter {
  /** What comes first, before anything is known of the answer. Called once. */
  begin(): string;
  write(event: AnswerEvent): string;
  /** A sign of life that every client of this wire takes for nothing else. */
  keepAlive(): string;
  /** The answer ends in an error: closes what is open as far as the wire asks for it, says why, and ends the stream. */
  fail(failure: ClientFailure): string;
}
