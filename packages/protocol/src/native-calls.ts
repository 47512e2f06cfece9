import type { Repair } from "./block.js";
import type { BlockList } from "./block-list.js";
import type { EndKind } from "./end-kind.js";
import { NativeCall } from "./native-call.js";
import type { StreamChunk } from "./stream-chunk.js";
import type { ToolDefinition } from "./tool-definition.js";

/** The chunks that make native calls. */
export type ToolInputChunk = Extract<StreamChunk, { index: number }>;

/** The calls that came with one index: one after the other, on one channel. */
interface Channel {
  name: string;
  /** Characters fed. */
  length: number;
  call: NativeCall;
}

/**
 * Reads native calls: argument pieces by index in, the same blocks and events as for calls written in text out. Calls of
 * several indices may be open side by side. A call opens when its name is known and closes when its JSON does.
 *
 * After a call has closed, a start with another provider id at the same index is the next call; more of the same is a
 * repetition. A name or id that comes again changes nothing. Never throws. Amortised O(1) per character.
 */
export class NativeCalls {
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  readonly #list: BlockList;
  readonly #notes: Repair[];
  readonly #channels = new Map<number, Channel>();
  readonly #calls: NativeCall[] = [];

  /** `notes` gets what belongs to no call. */
  constructor(tools: readonly ToolDefinition[], list: BlockList, notes: Repair[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#list = list;
    this.#notes = notes;
  }

  /** How many characters were fed on each channel, by the channel's name. */
  get lengths(): ReadonlyMap<string, number> {
    return new Map([...this.#channels.values()].map(({ name, length }) => [name, length]));
  }

  /** The message ended inside a call. Set by `end`. */
  get truncated(): boolean {
    return this.#calls.some((call) => call.isCut);
  }

  push(chunk: ToolInputChunk): void {
    const channel = this.#channelOf(chunk.index);
    switch (chunk.type) {
      case "tool-input-start":
        if (channel.call.isFollowedBy(chunk.providerCallId)) channel.call = this.#newCall(channel.name, channel.length);
        channel.call.identify(chunk.name, chunk.providerCallId);
        break;
      case "tool-input-delta":
        channel.call.identify(chunk.name, undefined);
        channel.length += chunk.json.length;
        channel.call.write(chunk.json);
        break;
      case "tool-input-end":
        channel.call.endInput(chunk.signature);
        break;
    }
  }

  /** The stream ended: what is still open is decided, in the order in which the calls began. */
  end(kind: EndKind): void {
    for (const call of this.#calls) call.end(kind);
  }

  #channelOf(index: number): Channel {
    const known = this.#channels.get(index);
    if (known !== undefined) return known;
    const name = `arguments:${index}`;
    const channel = { name, length: 0, call: this.#newCall(name, 0) };
    this.#channels.set(index, channel);
    return channel;
  }

  #newCall(channel: string, start: number): NativeCall {
    const call = new NativeCall({ tools: this.#tools, list: this.#list, notes: this.#notes }, channel, start);
    this.#calls.push(call);
    return call;
  }
}
