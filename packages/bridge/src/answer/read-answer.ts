import {
  type BlockEvent,
  CallJson,
  createParser,
  type FinishReason,
  type MessageReader,
  type StreamChunk,
  type ToolDefinition,
  type Usage,
} from "@millrace/protocol";
import type { AnswerEvent } from "./answer-event.js";
import type { AnswerSource, CallCounts } from "./answer-source.js";
import { BlocksInOrder } from "./blocks-in-order.js";
import { CallText } from "./call-text.js";
import { finishReasonFor } from "./finish-reason.js";

/** How a message is read. */
export interface ReadAnswerOptions {
  /** Prefix of the calls' ids. */
  id: string;
  tools: readonly ToolDefinition[];
  textTools: ReadonlySet<string>;
  dialect: string;
  /** Tools went in the request: calls found in the text had leaked. */
  nativeOffered: boolean;
  /**
   * `one`: the first that begins, and nothing beside or behind it · `none`: no call is wanted, though the model may write
   * one.
   */
  calls: "several" | "one" | "none";
  /** The prompt already opened a reasoning block. */
  opensInReasoning?: true;
}

/** An open call: what writes its arguments. */
type OpenCall = CallJson | CallText;

/** Reads a message for calls, in its text and natively, and tells it without their markup. Amortised O(1) per character. */
export class ReadAnswer implements AnswerSource {
  readonly calls: CallCounts = { whole: 0, cut: 0, mended: 0, salvaged: 0 };
  readonly #options: ReadAnswerOptions;
  readonly #reader: MessageReader;
  readonly #order = new BlocksInOrder((event) => this.#events.push(event));
  readonly #open = new Map<number, OpenCall>();
  #events: AnswerEvent[] = [];
  #callsSoFar = 0;
  /** The block of the one call that is wanted, once it has begun. */
  #only: number | undefined;

  constructor(options: ReadAnswerOptions) {
    this.#options = options;
    const { tools, dialect, nativeOffered, opensInReasoning } = options;
    this.#reader = createParser({
      tools,
      dialect,
      nativeOffered,
      ...(opensInReasoning && { start: "in-reasoning" as const }),
      onEvent: (event) => this.#take(event),
    });
  }

  get isEnough(): boolean {
    return this.#options.calls === "one" && this.calls.whole > 0;
  }

  push(chunk: StreamChunk): void {
    this.#reader.push(chunk);
  }

  end(reason: FinishReason, usage: Usage): void {
    this.#reader.end(reason);
    // The mark that would have opened a call was cut: there is no call to be seen, and the model meant one.
    if (this.#reader.truncated && this.calls.cut === 0 && !this.isEnough) this.calls.cut++;
    this.#events.push({ type: "finish", reason: finishReasonFor(reason, this.calls), usage });
  }

  take(): readonly AnswerEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #take(event: BlockEvent): void {
    const { block } = event;
    if (this.#only !== undefined && block !== this.#only) return;
    switch (event.type) {
      case "text-start":
      case "reasoning-start":
        this.#order.push(block, { type: event.type });
        break;
      case "text-delta":
      case "reasoning-delta":
        this.#order.push(block, { type: event.type, text: event.text });
        break;
      case "text-end":
        this.#order.push(block, { type: "text-end" });
        this.#order.end(block);
        break;
      case "reasoning-end": {
        const ended = this.#reader.blocks[block];
        const signature = ended?.type === "reasoning" ? ended.signature : undefined;
        this.#order.push(block, { type: "reasoning-end", ...(signature !== undefined && { signature }) });
        this.#order.end(block);
        break;
      }
      case "tool-start":
        this.#begin(block, event.name);
        break;
      case "param-start":
      case "param-delta":
      case "param-end":
        this.#write(block, this.#open.get(block)?.push(event));
        break;
      case "tool-end":
        this.#end(event);
        break;
      case "tool-signature":
        // It comes when the answer ends, behind all that a client was told of the call; no client's format has a place for it.
        break;
    }
  }

  #begin(block: number, name: string): void {
    const { id, tools, textTools, calls } = this.#options;
    if (calls === "none") return;
    if (calls === "one") this.#only = block;
    const tool = tools.find((one) => one.name === name);
    this.#open.set(block, textTools.has(name) ? new CallText() : new CallJson(tool));
    this.#order.push(block, { type: "call-start", id: `call_${id}_${this.#callsSoFar++}`, name });
  }

  #write(block: number, text: string | undefined): void {
    if (text) this.#order.push(block, { type: "call-delta", text });
  }

  #end(event: Extract<BlockEvent, { type: "tool-end" }>): void {
    const { block, value } = event;
    const open = this.#open.get(block);
    if (open) {
      this.#open.delete(block);
      this.#write(block, open.push(event));
      const cut = value.closedBy === "end";
      this.#order.push(block, { type: "call-end", ...(cut && { cut: true as const }) });
      if (cut) this.calls.cut++;
      else {
        this.calls.whole++;
        if (value.repairs.length > 0) this.calls.mended++;
        if (this.#options.nativeOffered && value.dialect !== "native") this.calls.salvaged++;
      }
    }
    this.#order.end(block);
  }
}
