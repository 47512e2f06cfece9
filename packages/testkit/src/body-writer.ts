import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { Answer } from "./scenario.js";
import { splitBytes } from "./split-bytes.js";

/** Bytes that go out in one write when nothing asks for a pace: fewer system calls, still far from the whole. */
const BATCH_BYTES = 64 * 1024;

/** The body so far: gathers frames into writes, cuts them as asked, and stops at the byte where a fault lies. */
export class BodyWriter {
  readonly #response: ServerResponse;
  readonly #sink: Writable;
  readonly #signal: AbortSignal;
  readonly #split: Answer["bytes"];
  #left: number;
  #held: string[] = [];
  #heldLength = 0;

  constructor(
    response: ServerResponse,
    signal: AbortSignal,
    answer: Pick<Answer, "bytes" | "encoding">,
    limit: number,
  ) {
    this.#response = response;
    this.#sink = compressed(response, answer.encoding);
    this.#signal = signal;
    this.#split = answer.bytes;
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
      await nextTurn();
    }
  }

  /** Writes past the limit, too: what a fault still says. */
  async write(data: string): Promise<void> {
    await this.#write(Buffer.from(data));
  }

  /** The proper end of the body. */
  async end(): Promise<void> {
    this.#sink.end();
    await once(this.#response, "finish", { signal: this.#signal });
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#signal.throwIfAborted();
    if (!this.#sink.write(bytes)) await once(this.#sink, "drain", { signal: this.#signal });
  }
}

/** Every write is compressed and sent by itself, so that a reader sees it at once. */
function compressed(response: ServerResponse, encoding: Answer["encoding"]): Writable {
  if (encoding === undefined) return response;
  const compressor =
    encoding === "gzip"
      ? createGzip({ flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH });
  compressor.pipe(response);
  return compressor;
}
