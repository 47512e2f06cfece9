import type { Block, ReasoningBlock, Repair, Span, TextBlock, ToolUseBlock } from "./block.js";
import type { BlockEvent } from "./block-event.js";
import { Rope } from "./scan/rope.js";

/** Text or reasoning that is still being written: a live view. Ended, it is replaced by a plain value. */
export class OpenProse {
  readonly type: "text" | "reasoning";
  readonly partial = true;
  readonly index: number;
  readonly delta: "text-delta" | "reasoning-delta";
  readonly #channel: string;
  readonly #start: number;
  readonly #text = new Rope();
  #leftOut = 0;
  /** Of reasoning: opaque, kept for the provider. */
  signature?: string;

  constructor(type: "text" | "reasoning", index: number, channel: string, start: number) {
    this.type = type;
    this.delta = `${type}-delta`;
    this.index = index;
    this.#channel = channel;
    this.#start = start;
  }

  append(piece: string): void {
    this.#text.append(piece);
  }

  /** So many characters of its stretch are not part of it. */
  leaveOut(length: number): void {
    this.#leftOut += length;
  }

  get text(): string {
    return this.#text.toString();
  }

  get span(): Span {
    return { channel: this.#channel, start: this.#start, end: this.#start + this.#leftOut + this.#text.length };
  }
}

/** What is known of a call when it opens. `start` is where its span begins on `channel`. */
export interface ToolUseStart {
  channel: string;
  start: number;
  name: string;
  dialect: string;
  providerCallId?: string;
}

/** How a call ended. `end` is where its span ends. */
export interface ToolUseEnd {
  end: number;
  closedBy: "close" | "end" | "repair";
  params: ToolUseBlock["params"];
  input?: unknown;
  repairs: readonly Repair[];
  doubtful?: string | undefined;
  signature?: string | undefined;
}

/** Who keeps the values of an open call. */
export interface ParamsSource {
  /** As far as events have told them. */
  readonly toldParams: ToolUseBlock["params"];
}

/** A call that is still being written: a live view. `params` is made when asked for. */
export class OpenToolUse {
  readonly type = "tool-use";
  readonly partial = true;
  readonly repairs: readonly Repair[] = [];
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly dialect: string;
  readonly providerCallId?: string;
  readonly #start: ToolUseStart;
  readonly #source: ParamsSource | undefined;
  #values: { name: string; text: Rope }[] | undefined;

  constructor(index: number, id: string, start: ToolUseStart, source: ParamsSource | undefined) {
    this.index = index;
    this.id = id;
    this.name = start.name;
    this.dialect = start.dialect;
    if (start.providerCallId !== undefined) this.providerCallId = start.providerCallId;
    this.#start = start;
    this.#source = source;
  }

  startParam(name: string): void {
    if (this.#source !== undefined) return;
    this.#values ??= [];
    this.#values.push({ name, text: new Rope() });
  }

  appendParam(piece: string): void {
    this.#values?.[this.#values.length - 1]?.text.append(piece);
  }

  get params(): ToolUseBlock["params"] {
    return this.#source?.toldParams ?? (this.#values ?? []).map(({ name, text }) => [name, text.toString()] as const);
  }

  get start(): number {
    return this.#start.start;
  }

  get channel(): string {
    return this.#start.channel;
  }

  /** Up to what is known: the end moves while the call is open. */
  get span(): Span {
    return { channel: this.#start.channel, start: this.#start.start, end: this.#start.start };
  }
}

/**
 * The blocks of one message and the events that made them. Every reader writes here: it gives indices and ids, so the
 * order of blocks is the order in which they were decided.
 */
export class BlockList {
  readonly #blocks: (Block | OpenProse | OpenToolUse)[] = [];
  readonly #messageId: string;
  readonly #onEvent: ((event: BlockEvent) => void) | undefined;
  #calls = 0;
  #thrown: { error: unknown } | undefined;

  constructor(messageId: string, onEvent: ((event: BlockEvent) => void) | undefined) {
    this.#messageId = messageId;
    this.#onEvent = onEvent;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** Throws what a listener threw since the last time: only now, when the reader is at rest again. */
  rethrow(): void {
    if (this.#thrown === undefined) return;
    const { error } = this.#thrown;
    this.#thrown = undefined;
    throw error;
  }

  startProse(type: "text" | "reasoning", channel: string, start: number): OpenProse {
    const open = new OpenProse(type, this.#blocks.length, channel, start);
    this.#blocks.push(open);
    this.#emit({ type: type === "text" ? "text-start" : "reasoning-start", block: open.index });
    return open;
  }

  appendProse(open: OpenProse, piece: string): void {
    open.append(piece);
    if (this.#onEvent !== undefined) this.#emit({ type: open.delta, block: open.index, text: piece });
  }

  /** `partial`: the message ended inside it. */
  endProse(open: OpenProse, partial: boolean): void {
    const { type, text, span, index, signature } = open;
    this.#blocks[index] =
      type === "text"
        ? ({ type, text, partial, span } satisfies TextBlock)
        : ({ type, text, partial, ...(signature !== undefined && { signature }), span } satisfies ReasoningBlock);
    this.#emit({ type: type === "text" ? "text-end" : "reasoning-end", block: index });
  }

  /** `source`: where the reader keeps the values itself; else they are collected here. */
  startToolUse(start: ToolUseStart, source?: ParamsSource): OpenToolUse {
    this.#calls++;
    const open = new OpenToolUse(this.#blocks.length, `${this.#messageId}.${this.#calls}`, start, source);
    this.#blocks.push(open);
    this.#emit({ type: "tool-start", block: open.index, id: open.id, name: open.name });
    return open;
  }

  startParam(open: OpenToolUse, param: string): void {
    open.startParam(param);
    this.#emit({ type: "param-start", block: open.index, param });
  }

  appendParam(open: OpenToolUse, param: string, piece: string): void {
    if (piece === "") return;
    open.appendParam(piece);
    this.#emit({ type: "param-delta", block: open.index, param, text: piece });
  }

  endParam(open: OpenToolUse, param: string): void {
    this.#emit({ type: "param-end", block: open.index, param });
  }

  endToolUse(open: OpenToolUse, end: ToolUseEnd): void {
    const value: ToolUseBlock = {
      type: "tool-use",
      id: open.id,
      name: open.name,
      dialect: open.dialect,
      params: end.params,
      partial: end.closedBy === "end",
      closedBy: end.closedBy,
      repairs: end.repairs,
      span: { channel: open.channel, start: open.start, end: end.end },
    };
    if (end.closedBy !== "end") value.input = end.input;
    if (open.providerCallId !== undefined) value.providerCallId = open.providerCallId;
    if (end.doubtful !== undefined) value.doubtful = end.doubtful;
    if (end.signature !== undefined) value.signature = end.signature;
    this.#blocks[open.index] = value;
    this.#emit({ type: "tool-end", block: open.index, value });
  }

  /** A signature that came after the end of its call. */
  signToolUse(index: number, signature: string): void {
    const block = this.#blocks[index];
    if (block?.type !== "tool-use" || block instanceof OpenToolUse) return;
    this.#blocks[index] = { ...block, signature };
    this.#emit({ type: "tool-signature", block: index, signature });
  }

  #emit(event: BlockEvent): void {
    if (this.#onEvent === undefined) return;
    try {
      this.#onEvent(event);
    } catch (error) {
      this.#thrown ??= { error };
    }
  }
}
