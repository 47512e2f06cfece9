import type { FinishReason, StreamChunk, Usage } from "@millrace/protocol";
import type { AnswerEvent } from "./answer-event.js";
import type { AnswerSource, CallCounts } from "./answer-source.js";
import { BlocksInOrder } from "./blocks-in-order.js";
import { finishReasonFor } from "./finish-reason.js";
import { JsonEnd } from "./json-end.js";

interface OpenCall {
  readonly block: number;
  readonly end: JsonEnd;
  /** Something of its arguments came; without any they are none. */
  isBegun: boolean;
  closed: boolean;
}

/**
 * Passes a message on as the upstream wrote it: its text is not looked at, arguments are what they were. O(1) per
 * character.
 */
export class PassAnswer implements AnswerSource {
  readonly isEnough = false;
  readonly calls: CallCounts = { whole: 0, cut: 0, mended: 0, salvaged: 0 };
  readonly #id: string;
  /** Ids of the upstream's that calls have got; undefined: it gives none away. */
  readonly #taken: Set<string> | undefined;
  readonly #order = new BlocksInOrder((event) => this.#events.push(event));
  #events: AnswerEvent[] = [];
  #blocks = 0;
  #prose: { type: "text" | "reasoning"; block: number } | undefined;
  readonly #calls = new Map<number, OpenCall>();
  /** Arguments that came before the name. */
  readonly #nameless = new Map<number, string>();

  /**
   * @param id prefix of the calls' ids
   * @param callIds `upstream`: a call keeps the id that the upstream gave it, where that is one; it goes back as it is then
   */
  constructor(id: string, callIds: "ours" | "upstream" = "ours") {
    this.#id = id;
    this.#taken = callIds === "upstream" ? new Set() : undefined;
  }

  push(chunk: StreamChunk): void {
    switch (chunk.type) {
      case "text-delta":
        this.#write("text", chunk.text);
        break;
      case "reasoning-delta":
        this.#write("reasoning", chunk.text);
        if (chunk.signature !== undefined) this.#sign(chunk.signature);
        break;
      case "tool-input-start":
        this.#name(chunk.index, chunk.name, chunk.providerCallId);
        break;
      case "tool-input-delta":
        this.#name(chunk.index, chunk.name);
        this.#argue(chunk.index, chunk.json);
        break;
      case "tool-input-end":
        this.#endCall(this.#calls.get(chunk.index));
        break;
      default:
        break;
    }
  }

  end(reason: FinishReason, usage: Usage): void {
    this.#endProse();
    for (const call of this.#calls.values()) this.#endCall(call);
    // An upstream that says tool calls of a call it cut is passed on, too: the client sees the arguments.
    const told = reason === "tool-calls" ? reason : finishReasonFor(reason, this.calls);
    this.#events.push({ type: "finish", reason: told, usage });
  }

  take(): readonly AnswerEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #write(type: "text" | "reasoning", text: string): void {
    if (text === "") return;
    this.#order.push(this.#proseOf(type), { type: `${type}-delta`, text });
  }

  #proseOf(type: "text" | "reasoning"): number {
    if (this.#prose?.type === type) return this.#prose.block;
    this.#endOthers();
    const block = this.#blocks++;
    this.#prose = { type, block };
    this.#order.push(block, { type: `${type}-start` });
    return block;
  }

  #sign(signature: string): void {
    const block = this.#proseOf("reasoning");
    this.#order.push(block, { type: "reasoning-end", signature });
    this.#order.end(block);
    this.#prose = undefined;
  }

  #endProse(): void {
    if (this.#prose === undefined) return;
    const { type, block } = this.#prose;
    this.#order.push(block, { type: `${type}-end` });
    this.#order.end(block);
    this.#prose = undefined;
  }

  /** Another block begins: prose has ended, and so has a call whose arguments are whole. */
  #endOthers(): void {
    this.#endProse();
    for (const call of this.#calls.values()) if (call.end.isWhole) this.#endCall(call);
  }

  #name(index: number, name: string | undefined, theirId?: string): void {
    const known = this.#calls.get(index);
    if (!name || (known && !known.closed)) return;
    this.#endOthers();
    const call: OpenCall = { block: this.#blocks++, end: new JsonEnd(), isBegun: false, closed: false };
    this.#calls.set(index, call);
    this.#order.push(call.block, { type: "call-start", id: this.#idOf(call.block, theirId), name });
    const held = this.#nameless.get(index);
    this.#nameless.delete(index);
    if (held !== undefined) this.#argue(index, held);
  }

  /** Some servers give all calls of an answer one id. */
  #idOf(block: number, theirs: string | undefined): string {
    if (!theirs || this.#taken === undefined || this.#taken.has(theirs)) return `call_${this.#id}_${block}`;
    this.#taken.add(theirs);
    return theirs;
  }

  #argue(index: number, json: string): void {
    if (json === "") return;
    const call = this.#calls.get(index);
    if (call === undefined) this.#nameless.set(index, (this.#nameless.get(index) ?? "") + json);
    else if (!call.closed) {
      call.isBegun = true;
      call.end.write(json);
      this.#order.push(call.block, { type: "call-delta", text: json });
    }
  }

  #endCall(call: OpenCall | undefined): void {
    if (call === undefined || call.closed) return;
    call.closed = true;
    const cut = call.isBegun && !call.end.isWhole;
    if (!call.isBegun) this.#order.push(call.block, { type: "call-delta", text: "{}" });
    this.#order.push(call.block, { type: "call-end", ...(cut && { cut: true as const }) });
    this.#order.end(call.block);
    if (cut) this.calls.cut++;
    else this.calls.whole++;
  }
}
