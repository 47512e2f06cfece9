import { expect } from "vitest";

/** A block of a stream, read with nothing of the writer's. */
export interface ReadBlock {
  start: Record<string, unknown>;
  /** All deltas, by their type, joined. */
  deltas: Record<string, string>;
}

export interface ReadStream {
  message: Record<string, unknown>;
  blocks: ReadBlock[];
  end: { delta: Record<string, unknown>; usage: Record<string, unknown> } | undefined;
  error: Record<string, unknown> | undefined;
  stopped: boolean;
}

interface WireEvent {
  type: string;
  index?: number;
  message?: Record<string, unknown>;
  content_block?: Record<string, unknown>;
  delta?: Record<string, unknown>;
  usage?: Record<string, unknown>;
  error?: Record<string, unknown>;
}

/** Reads a stream and holds it to the order and the indices that the wire asks for. */
export function readBack(text: string): ReadStream {
  expect(text.endsWith("\n\n")).toBe(true);
  const read: ReadStream = { message: {}, blocks: [], end: undefined, error: undefined, stopped: false };
  let open = false;
  for (const [at, frame] of text.slice(0, -2).split("\n\n").entries()) {
    const [, name, data] = /^event: ([a-z_]+)\ndata: (.*)$/.exec(frame) ?? [];
    const event: WireEvent = JSON.parse(data ?? "null");
    expect(event.type).toBe(name);
    expect(read.stopped || read.error !== undefined, "nothing follows the end").toBe(false);
    expect(at === 0).toBe(name === "message_start");
    switch (event.type) {
      case "message_start":
        read.message = event.message ?? {};
        break;
      case "content_block_start":
        expect([open, event.index]).toEqual([false, read.blocks.length]);
        read.blocks.push({ start: event.content_block ?? {}, deltas: {} });
        open = true;
        break;
      case "content_block_delta": {
        expect([open, event.index]).toEqual([true, read.blocks.length - 1]);
        const { type, ...fields } = event.delta ?? {};
        const into = read.blocks.at(-1)?.deltas ?? {};
        into[String(type)] = (into[String(type)] ?? "") + Object.values(fields).join("");
        break;
      }
      case "content_block_stop":
        expect([open, event.index]).toEqual([true, read.blocks.length - 1]);
        open = false;
        break;
      case "message_delta":
        expect(open).toBe(false);
        read.end = { delta: event.delta ?? {}, usage: event.usage ?? {} };
        break;
      case "message_stop":
        read.stopped = true;
        break;
      case "error":
        read.error = event.error ?? {};
        break;
      default:
        expect(event.type).toBe("ping");
    }
  }
  return read;
}
