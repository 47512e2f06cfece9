import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { ReceivedRequest, Wire } from "./model-request.js";
import type { Answer, Fault } from "./scenario.js";
import { splitBytes } from "./split-bytes.js";
import { contentLimit } from "./wires/answer-parts.js";
import { anthropicMessagesWriter } from "./wires/anthropic-messages.js";
import { chatCompletionsWriter } from "./wires/chat-completions.js";
import type { WireWriter } from "./wires/frame.js";
import { ollamaChatWriter } from "./wires/ollama-chat.js";

const WRITERS: Readonly<
  Record<Wire, (answer: Answer, request: ReceivedRequest, limit: number | undefined) => WireWriter>
> = { "chat-completions": chatCompletionsWriter, ollama: ollamaChatWriter, anthropic: anthropicMessagesWriter };

/** Bytes that go out in one write when nothing asks for a pace: fewer system calls, still far from the whole. */
const BATCH_BYTES = 64 * 1024;

/** Between the last byte and a fault. Node's fetch throws away what it has not handed on yet when the socket dies. */
const BEFORE_FAULT_MS = 10;

/**
 * Sends one answer, at its pace, with its fault. Back-pressure is obeyed: no more is made than the reader takes.
 * Rejects with an AbortError when `signal` fires (the client hung up, the server closes). O(bytes sent).
 */
export async function playAnswer(
  answer: Answer,
  request: ReceivedRequest,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<"answered" | "fault"> {
  const { fault } = answer;
  const pause = async (ms: number | undefined) => {
    if (ms !== undefined) await wait(ms, undefined, { signal });
  };

  await pause(answer.headersAfterMs);
  if (fault?.at === "before-headers") return endBadly(fault, response, signal);

  const writer = writerFor(answer, request);
  response.writeHead(answer.status ?? 200, { "content-type": writer.contentType, ...answer.headers });
  response.flushHeaders();
  if (fault?.at === "after-headers") return endBadly(fault, response, signal);
  await pause(answer.firstByteAfterMs);

  const body = new Body(response, signal, answer.bytes, byteOf(fault));
  for (const frame of writer.frames()) {
    if ("waitMs" in frame) {
      await body.flush();
      await pause(frame.waitMs);
    } else {
      await body.add(frame.data);
      if (frame.piece && answer.paceMs !== undefined) {
        await body.flush();
        await pause(answer.paceMs);
      }
    }
    if (body.full) break;
  }
  await body.flush();
  if (fault !== undefined) return endBadly(fault, response, signal);
  response.end();
  await once(response, "finish", { signal });
  return "answered";
}

function writerFor(answer: Answer, request: ReceivedRequest): WireWriter {
  if (answer.body !== undefined || (answer.status ?? 200) !== 200) {
    const { body = "" } = answer;
    const data = typeof body === "string" ? body : JSON.stringify(body);
    return {
      contentType: typeof body === "string" ? "text/plain; charset=utf-8" : "application/json",
      frames: () => [{ data, piece: false }],
    };
  }
  return WRITERS[request.wire](answer, request, contentLimit(answer));
}

function byteOf(fault: Fault | undefined): number {
  return typeof fault?.at === "object" && "byte" in fault.at ? fault.at.byte : Number.POSITIVE_INFINITY;
}

async function endBadly(fault: Fault, response: ServerResponse, signal: AbortSignal): Promise<"fault"> {
  const { socket } = response;
  await wait(fault.afterMs ?? BEFORE_FAULT_MS, undefined, { signal });
  if (fault.end === "stall") return untilLeft(signal);
  if (fault.end === "reset") reset(socket);
  else if (fault.end === "close" || !response.headersSent) socket?.destroy();
  else {
    response.end();
    await once(response, "finish", { signal });
  }
  return "fault";
}

/** Silence has no end of its own: it rejects when the client hangs up or the server closes, whenever that is. */
async function untilLeft(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}

/**
 * Closes with a TCP reset. `resetAndDestroy` would first send an orderly end, and clients see whichever they read first;
 * this is the mark by which it tells `destroy` to reset.
 */
function reset(socket: Socket | null): void {
  if (socket !== null) Object.assign(socket, { resetAndClosing: true }).destroy();
}

/** The body so far: gathers frames into writes, cuts them as asked, and stops at the byte where a fault lies. */
class Body {
  readonly #response: ServerResponse;
  readonly #signal: AbortSignal;
  readonly #split: Answer["bytes"];
  #left: number;
  #held: string[] = [];
  #heldLength = 0;

  constructor(response: ServerResponse, signal: AbortSignal, split: Answer["bytes"], limit: number) {
    this.#response = response;
    this.#signal = signal;
    this.#split = split;
    this.#left = limit;
  }

  /** No byte more may go out. */
  get full(): boolean {
    return this.#left <= 0;
  }

  async add(data: string): Promise<void> {
    this.#held.push(data);
    this.#heldLength += data.length;
    if (this.#heldLength >= BATCH_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#heldLength === 0 || this.full) return;
    const bytes = Buffer.from(this.#held.join("")).subarray(0, this.#left);
    this.#held = [];
    this.#heldLength = 0;
    this.#left -= bytes.length;
    if (this.#split === undefined) return this.#write(bytes);
    for (const piece of splitBytes(bytes, this.#split)) {
      await this.#write(piece);
      // Each goes out as a packet of its own: readers join what arrives in one turn of their loop.
      await nextTurn(undefined, { signal: this.#signal });
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#signal.throwIfAborted();
    if (!this.#response.write(bytes)) await once(this.#response, "drain", { signal: this.#signal });
  }
}
