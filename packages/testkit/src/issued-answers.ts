import { isJsonObject, type JsonObject } from "./json.js";
import type { ReceivedRequest } from "./model-request.js";
import type { Answer, Part } from "./scenario.js";
import { answerParts, beginsAnew, contentLimit, joined, parsedArguments } from "./wires/answer-parts.js";
import { callId } from "./wires/call-id.js";
import { signatureOf } from "./wires/thinking-signature.js";

/** An answer that went out: what a client may have to bring back unaltered. */
export interface IssuedAnswer {
  /** The number of the request that it answered. */
  readonly request: number;
  /** In the order they were sent. A part that a fault left open is not among them. */
  readonly parts: readonly Part[];
  readonly calls: readonly IssuedCall[];
}

interface IssuedCall {
  /** `null` where none was sent. */
  readonly id: string | null;
  readonly extraContent: JsonObject | undefined;
  /** The same for all calls of one name and input. */
  readonly key: string;
}

/** A call as it stands in a request's history, whatever the wire. */
export interface CallInHistory {
  id: unknown;
  name: unknown;
  input: unknown;
}

/** An answer that a message can have come from. */
export interface Origin {
  readonly answer: IssuedAnswer;
  /** Of each call of the message, which of the answer's it is; -1: none. */
  readonly positions: readonly number[];
}

/** What a server gave out, found again by what a client brings back. Looking is O(what is looked for and found). */
export class IssuedAnswers {
  readonly #byId = new Map<string, IssuedAnswer[]>();
  readonly #byCall = new Map<string, IssuedAnswer[]>();
  readonly #thinking = new Map<string, Set<string>>();
  readonly #redacted = new Set<string>();
  #signed = false;

  /** Remembers what this answer gives out: nothing for an error or a body of its own. */
  remember(answer: Answer, request: ReceivedRequest): void {
    if (answer.body !== undefined || (answer.status ?? 200) !== 200) return;
    const limit = contentLimit(answer);
    const sent = limit === undefined ? answerParts(answer) : answerParts(answer, limit).slice(0, -1);
    const parts = sent.slice(sent.findLastIndex(beginsAnew) + 1);
    const calls = parts
      .flatMap((part) => ("call" in part ? [part.call] : []))
      .map((call, index) => ({
        id: callId(call, request.number, index + 1),
        extraContent: call.extraContent,
        key: callKey({ name: call.name, input: parsedArguments(call) }),
      }));
    const issued = { request: request.number, parts, calls };

    for (const id of new Set(calls.map((call) => call.id))) if (id !== null) append(this.#byId, id, issued);
    for (const key of new Set(calls.map((call) => call.key))) append(this.#byCall, key, issued);
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
   * The answers behind request `after` that a message of the assistant with these calls can have come from, in the order
   * they went out: those with one of its ids, else those with the same calls (the client may have given them ids of its
   * own). It may have left calls out: doubled ones, or those behind one that failed.
   */
  *originsOf(calls: readonly CallInHistory[], after: number): Generator<Origin> {
    const known = calls.flatMap(({ id }) => (typeof id === "string" ? (this.#byId.get(id) ?? []) : []));
    const wanted = calls.map((call) => ({ id: call.id, key: callKey(call) }));
    const [first] = wanted;
    if (first === undefined) return;
    const candidates =
      known.length === 0
        ? (this.#byCall.get(first.key) ?? [])
        : [...new Set(known)].sort((a, b) => a.request - b.request);
    for (const answer of candidates) {
      if (answer.request <= after) continue;
      const positions = positionsIn(answer, wanted);
      if (known.length > 0 || !positions.includes(-1)) yield { answer, positions };
    }
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

/** Each call by its id, else the next one behind the last that was found with the same name and input. */
function positionsIn({ calls }: IssuedAnswer, wanted: readonly { id: unknown; key: string }[]): readonly number[] {
  let last = -1;
  return wanted.map(({ id, key }) => {
    const byId = calls.findIndex((call) => call.id !== null && call.id === id);
    const position = byId === -1 ? calls.findIndex((call, index) => index > last && call.key === key) : byId;
    last = Math.max(last, position);
    return position;
  });
}

/** However the keys of the input are ordered. */
function callKey({ name, input }: { name: unknown; input: unknown }): string {
  return JSON.stringify([name, input], (_, value: unknown) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
