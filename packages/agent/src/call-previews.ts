import type { BlockEvent } from "@millrace/protocol";
import type { Clock } from "./clock.js";
import type { EventStream } from "./event-stream.js";
import { Frame } from "./frame.js";
import { messageOf } from "./message-of.js";
import type { Preview, Tool } from "./tool.js";
import type { ToolRegistry } from "./tool-registry.js";

/** A call being written and what can be shown of it. */
interface Open {
  tool: Tool;
  name: string;
  soFar: Preview | undefined;
  frame: Frame;
}

/** Previews the calls of one message while they are written: at most one update a call and frame, at once when it ends. */
export class CallPreviews {
  readonly #messageId: string;
  readonly #tools: ToolRegistry;
  readonly #events: EventStream;
  readonly #clock: Clock;
  readonly #open = new Map<number, Open>();

  constructor(messageId: string, needs: { tools: ToolRegistry; events: EventStream; clock: Clock }) {
    this.#messageId = messageId;
    this.#tools = needs.tools;
    this.#events = needs.events;
    this.#clock = needs.clock;
  }

  take(event: BlockEvent): void {
    if (event.type === "tool-start") this.#start(event.block, event.name);
    if (this.#open.size === 0) return;
    const open = this.#open.get(event.block);
    if (open === undefined) return;
    if (event.type === "tool-end") this.#close(event.block, open);
    else this.#fold(event, open);
  }

  /** The message is over: nothing waits any more. */
  end(): void {
    for (const [block, open] of this.#open) this.#close(block, open);
  }

  #start(block: number, name: string): void {
    const tool = this.#tools.get(name);
    if (tool?.preview === undefined) return;
    const open: Open = {
      tool,
      name,
      soFar: undefined,
      frame: new Frame(this.#clock, (delta) => this.#emit(block, open, delta)),
    };
    this.#open.set(block, open);
  }

  #fold(event: BlockEvent, open: Open): void {
    const before = open.soFar;
    try {
      open.soFar = open.tool.preview?.(event, before);
    } catch (error) {
      // A preview is only for show: without it the call is as good.
      this.#open.delete(event.block);
      const message = `No preview of ${open.name}: ${messageOf(error)}`;
      this.#events.emit({ type: "notice", level: "warning", message });
      return;
    }
    if (open.soFar === undefined || open.soFar === before) return;
    if (open.soFar.title !== before?.title) {
      open.frame.flush();
      if (open.soFar.delta === "") this.#emit(event.block, open, "");
    }
    open.frame.add(open.soFar.delta);
  }

  #close(block: number, open: Open): void {
    open.frame.end();
    this.#open.delete(block);
  }

  #emit(block: number, open: Open, delta: string): void {
    const preview = { title: open.soFar?.title ?? open.name, delta };
    this.#events.emit({ type: "call-preview", messageId: this.#messageId, block, name: open.name, preview });
  }
}
