import {
  type BlockEvent,
  CallJson,
  createParser,
  type FinishReason,
  type MessageReader,
  type ToolDefinition,
  type ToolUseBlock,
} from "@millrace/protocol";
import { createCallId } from "../call-id.js";
import { callMetadata, READ_FROM_TEXT } from "../metadata.js";
import type { MadePart, ProviderData } from "../specification.js";
import { TextWriter } from "./text-writer.js";

/** How an answer is read. */
export interface Reading {
  tools: readonly ToolDefinition[];
  dialect: string;
  nativeOffered: boolean;
  start?: "in-reasoning";
}

/** A call that is being written. */
interface OpenCall {
  id: string;
  json: CallJson;
  /** What was sent of its arguments. */
  input: string;
}

/**
 * Reads the text of one answer, whole or in pieces: text in; text without calls, reasoning that stood in it, and calls out,
 * as parts of the SDK's stream. Each method gives the parts that it made known. Never throws on what a model wrote.
 * Amortised O(1) per character.
 */
export class AnswerReader {
  readonly #reader: MessageReader;
  readonly #tools: readonly ToolDefinition[];
  readonly #text = new TextWriter();
  readonly #calls = new Map<number, OpenCall>();
  #parts: MadePart[] = [];
  #hasCalls = false;

  /** @throws InvalidOptionError if a tool is no tool. */
  constructor(reading: Reading) {
    this.#tools = reading.tools;
    this.#reader = createParser({ ...reading, onEvent: (event) => this.#take(event) });
  }

  /** Whether a call stood in the text that was not cut off. */
  get hasCalls(): boolean {
    return this.#hasCalls;
  }

  /** Whether the answer ended inside of a call. Known at its end. */
  get isCut(): boolean {
    return this.#reader.truncated;
  }

  /** A text of the model begins. What is shown from now on belongs to it. */
  startText(id: string, metadata: ProviderData | undefined): void {
    this.#text.startSource(id, metadata);
  }

  /** `metadata`: what the provider says of the text with this piece. */
  text(text: string, metadata: ProviderData | undefined): MadePart[] {
    this.#text.note(metadata);
    this.#reader.push({ type: "text-delta", text });
    return this.#made();
  }

  /** The model's text ended. `end`: the part that says so, less type and id. */
  endText(end: object): MadePart[] {
    return this.#text.endSource(end);
  }

  /** A piece of the model's own reasoning. Whoever has it shows it: here only calls are looked for in it. */
  reasoning(text: string): MadePart[] {
    this.#reader.push({ type: "reasoning-delta", text });
    return this.#made();
  }

  /** Something comes next that is no text: a text of the model that has ended ends before it. */
  interrupt(): MadePart[] {
    return this.#text.endIfSourceEnded();
  }

  /** The answer ended. Decides what is still open; more ends change nothing. */
  end(reason: FinishReason): MadePart[] {
    this.#reader.end(reason);
    this.#parts.push(...this.#text.end());
    return this.#made();
  }

  #made(): MadePart[] {
    const made = this.#parts;
    this.#parts = [];
    return made;
  }

  #take(event: BlockEvent): void {
    switch (event.type) {
      case "text-delta":
        this.#parts.push(...this.#text.write(event.text));
        break;
      case "text-end":
        this.#parts.push(...this.#text.end());
        break;
      case "reasoning-start":
      case "reasoning-end":
        if (this.#isInText(event.block)) {
          this.#parts.push({ type: event.type, id: reasoningId(event.block), providerMetadata: READ_FROM_TEXT });
        }
        break;
      case "reasoning-delta":
        if (this.#isInText(event.block)) {
          this.#parts.push({ type: event.type, id: reasoningId(event.block), delta: event.text });
        }
        break;
      case "tool-start":
        this.#startCall(event.block, event.name);
        break;
      case "param-start":
      case "param-delta":
      case "param-end":
      case "tool-end":
        this.#continueCall(event);
        break;
      default:
    }
  }

  /** Not in the model's own reasoning, which is shown as the model sent it. */
  #isInText(block: number): boolean {
    return this.#reader.blocks[block]?.span.channel === "text";
  }

  #startCall(block: number, toolName: string): void {
    const id = createCallId();
    const tool = this.#tools.find(({ name }) => name === toolName);
    this.#calls.set(block, { id, json: new CallJson(tool), input: "" });
    this.#parts.push({ type: "tool-input-start", id, toolName });
  }

  #continueCall(event: CallEvent): void {
    const call = this.#calls.get(event.block);
    if (call === undefined) return;
    const delta = call.json.push(event);
    call.input += delta;
    if (delta !== "") this.#parts.push({ type: "tool-input-delta", id: call.id, delta });
    if (event.type === "tool-end") this.#endCall(call, event.value);
  }

  /** A call that was cut off ends without one to run. */
  #endCall({ id, input }: OpenCall, block: ToolUseBlock): void {
    this.#parts.push({ type: "tool-input-end", id });
    if (block.partial) return;
    this.#hasCalls = true;
    const toolName = block.name;
    this.#parts.push({ type: "tool-call", toolCallId: id, toolName, input, providerMetadata: callMetadata(block) });
  }
}

type CallEvent = Parameters<CallJson["push"]>[0];

function reasoningId(block: number): string {
  return `reasoning-in-text-${block}`;
}
