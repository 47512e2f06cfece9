import { closeSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAX_OUTPUT_FILE_BYTES, OUTPUT_HEAD_BYTES, OUTPUT_TAIL_BYTES } from "../limits.js";

/** What is kept of an output. */
export interface KeptOutput {
  text: string;
  /** UTF-8 bytes of the output that `text` leaves out. */
  bytesDropped: number;
  /** The file that has all of it, if some was left out. */
  file?: string;
}

/**
 * Keeps the beginning and the end of an output. When it grows longer than both, the whole goes to a file in the
 * system's folder for temporary files that only the user can read. Written synchronously: what was printed is on disk
 * before the next piece is taken. Memory is bounded; O(output).
 */
export class OutputKeeper {
  #head = Buffer.alloc(0);
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;
  #file: { path: string; descriptor: number; written: number } | undefined;
  /** Why there is no whole output on disk, if it was needed. */
  #fileFault: string | undefined;

  push(text: string): void {
    const bytes = Buffer.from(text, "utf8");
    const fitted = this.#total + bytes.length <= OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES;
    if (!fitted && this.#file === undefined && this.#fileFault === undefined) this.#openFile();
    this.#total += bytes.length;
    this.#writeToFile(bytes);

    const room = OUTPUT_HEAD_BYTES - this.#head.length;
    if (room > 0) this.#head = Buffer.concat([this.#head, bytes.subarray(0, room)]);
    const rest = bytes.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= OUTPUT_TAIL_BYTES)
      this.#tailBytes -= this.#tail.shift()?.length ?? 0;
  }

  /** Closes the file. To be called once, at the end. */
  end(): KeptOutput {
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    const tail = Buffer.concat(this.#tail);
    if (this.#total <= OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES) {
      return { text: Buffer.concat([this.#head, tail]).toString(), bytesDropped: 0 };
    }
    const head = wholeLinesAtStart(this.#head);
    const end = wholeLinesAtEnd(tail.subarray(tail.length - OUTPUT_TAIL_BYTES));
    const bytesDropped = this.#total - head.length - end.length;
    const text = `${head.toString()}\n… ${bytesDropped} bytes left out; ${this.#whereAllIs()} …\n${end.toString()}`;
    return { text, bytesDropped, ...(this.#file && { file: this.#file.path }) };
  }

  #whereAllIs(): string {
    if (this.#file === undefined) return this.#fileFault ?? "";
    const whole = this.#file.written === this.#total;
    return `${whole ? "all of it" : `the first ${this.#file.written} bytes`} in ${this.#file.path}`;
  }

  #openFile(): void {
    try {
      const path = join(mkdtempSync(join(tmpdir(), "millrace-")), "output.txt");
      this.#file = { path, descriptor: openSync(path, "wx", 0o600), written: 0 };
      for (const piece of [this.#head, ...this.#tail]) this.#writeToFile(piece);
    } catch (error) {
      this.#fileFault = `it could not be written to a file: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #writeToFile(bytes: Buffer): void {
    const file = this.#file;
    if (file === undefined || file.written === MAX_OUTPUT_FILE_BYTES) return;
    try {
      for (let at = 0; at < bytes.length && file.written < MAX_OUTPUT_FILE_BYTES; ) {
        const written = writeSync(
          file.descriptor,
          bytes,
          at,
          Math.min(bytes.length - at, MAX_OUTPUT_FILE_BYTES - file.written),
        );
        at += written;
        file.written += written;
      }
    } catch (error) {
      closeSync(file.descriptor);
      this.#file = undefined;
      this.#fileFault = `it could not be written to a file: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}

/** Cut behind the last line break, or, in one long line, not within a character. */
function wholeLinesAtStart(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(0x0a);
  if (at !== -1) return bytes.subarray(0, at);
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}

function wholeLinesAtEnd(bytes: Buffer): Buffer {
  const at = bytes.indexOf(0x0a);
  if (at !== -1 && at < bytes.length - 1) return bytes.subarray(at + 1);
  let start = 0;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
