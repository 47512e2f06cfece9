import { isJsonObject } from "./json.js";
import type { ReceivedRequest } from "./model-request.js";
import type { Answer, Part } from "./scenario.js";
import { answerParts, beginsAnew, contentLimit, joined, parsedArguments } from "./wires/answer-parts.js";
import { callId } from "./wires/call-id.js";
import { signatureOf } from "./wires/thinking-signature.js";

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

/** What a server gave out, found again by what a client brings back. Looking is O(what is looked for). */
export class IssuedAnswers {
  readonly #byId = new Map<string, IssuedAnswer[]>();
  readonly #byCalls = new Map<string, IssuedAnswer[]>();
  readonly #thinking = new Map<string, Set<string>>();
  readonly #redacted = new Set<string>();
  #signed = false;

  /** Remembers what this answer gives out: nothing for an error or a body of its own. */
  remember(answer: Answer, request: ReceivedRequest): void {
    if (answer.body !== undefined || (answer.status ?? 200) !== 200) return;
    const limit = contentLimit(answer);
    const sent = limit === undefined ? answerParts(answer) : answerParts(answer, limit).slice(0, -1);
    const parts = sent.slice(sent.findLastIndex(beginsAnew) + 1);
    const calls = parts.flatMap((part) => ("call" in part ? [part.call] : []));
    const callIds = calls.map((call, index) => callId(call, request.number, index + 1));
    const issued = { parts, callIds };

    for (const id of callIds) if (id !== null) append(this.#byId, id, issued);
    const said = calls.map((call) => ({ name: call.name, input: parsedArguments(call) }));
    if (said.length > 0) append(this.#byCalls, callsKey(said), issued);
    for (const part of parts) {
      if ("redacted" in part) this.#redacted.add(part.redacted);
      else if ("reasoning" in part) {
        const signature = signatureOf(part) ?? "";
        this.#thinking.set(signature, (this.#thinking.get(signature) ?? new Set()).add(joined(part.reasoning)));
      }
    }
    this.#signed ||=
      calls.some(({ extraContent }) => extraContent !== undefined) || parts.some((part) => "reasoningDetails" in part);
  }

  /** Was anything ever sent that gateways sign on the chat completions wire? */
  get signed(): boolean {
    return this.#signed;
  }

  /**
   * Which answers a message of the assistant with these calls can have come from: those with one of its ids (the client may
   * have left calls out), else those with the same calls (it may have given them ids of its own).
   */
  withCalls(calls: readonly CallInHistory[]): readonly IssuedAnswer[] {
    const byId = calls.flatMap(({ id }) => (typeof id === "string" ? (this.#byId.get(id) ?? []) : []));
    if (byId.length > 0) return [...new Set(byId)];
    return this.#byCalls.get(callsKey(calls)) ?? [];
  }

  /** The texts that went out under this signature; `""` for those without one. */
  thinkingUnder(signature: string): ReadonlySet<string> {
    return this.#thinking.get(signature) ?? new Set();
  }

  hasRedacted(data: string): boolean {
    return this.#redacted.has(data);
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [value]);
  else there.push(value);
}

/** The same for the same names and inputs, however their keys are ordered. */
function callsKey(calls: readonly { name: unknown; input: unknown }[]): string {
  return JSON.stringify(
    calls.map(({ name, input }) => [name, input]),
    (_, value: unknown) =>
      isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
