import { createHash } from "node:crypto";
import { read, readSync } from "node:fs";
import { promisify } from "node:util";
import {
  MAX_COUNT_AHEAD_BYTES,
  MAX_LINE_CHARACTERS,
  MAX_READ_BYTES,
  READ_AT_ONCE_BYTES,
  READ_CHUNK_BYTES,
} from "../limits.js";
import { describeBinary } from "./describe-binary.js";
import { createDecoder, detectForm, markLength } from "./text-encoding.js";

const readPiece = promisify(read);

/** Some lines of a text file. */
export interface LineWindow {
  /** The lines that were asked for and fit, without their line breaks, too long ones cut. */
  lines: readonly string[];
  /** Numbers of the lines that were cut because they are too long. */
  cutLines: readonly number[];
  /**
   * Lines in the file, and sha-256 of its bytes. Absent: the file goes on so far behind the lines that it was not read
   * to its end.
   */
  whole?: { total: number; hash: string };
}

/**
 * Reads lines `first` to `last`, counted from 1, and no more of the file than is needed for them and, up to a bound,
 * for the number of lines. Memory: one piece and the lines that are shown; time O(bytes up to there).
 *
 * @returns Binary data is returned as `{ binary }`, in words what it is.
 */
export async function readLines(
  fd: number,
  size: number,
  { first, last }: { first: number; last: number },
): Promise<LineWindow | { binary: string }> {
  const hash = createHash("sha256");
  const collector = new LineCollector(first, last);
  const chunk = Buffer.allocUnsafe(Math.min(READ_CHUNK_BYTES, Math.max(size, 1)));
  let decode: ReturnType<typeof createDecoder> | undefined;
  for (let position = 0; ; ) {
    const bytesRead =
      chunk.length > READ_AT_ONCE_BYTES
        ? (await readPiece(fd, chunk, 0, chunk.length, position)).bytesRead
        : readSync(fd, chunk, 0, chunk.length, position);
    const bytes = chunk.subarray(0, bytesRead);
    let skip = 0;
    if (decode === undefined) {
      const form = detectForm(bytes);
      if (form === undefined) return { binary: describeBinary(bytes) };
      decode = createDecoder(form.encoding);
      skip = markLength(form);
    }
    hash.update(bytes);
    collector.push(decode(bytes.subarray(skip), bytesRead === 0));
    position += bytesRead;
    if (bytesRead === 0) {
      return { ...collector.end(), whole: { total: collector.total, hash: hash.digest("hex") } };
    }
    if (collector.full && size - position > MAX_COUNT_AHEAD_BYTES) return collector.end();
  }
}

/** Takes text in pieces, counts its lines and keeps those of a window, within the limits of one result. */
class LineCollector {
  readonly #first: number;
  readonly #last: number;
  readonly #lines: string[] = [];
  readonly #cutLines: number[] = [];
  #bytes = 0;
  /** What is there of that line, no more than is shown, and its whole length. */
  #line = "";
  #lineLength = 0;
  /** The window is complete. */
  full = false;
  /** Lines so far. A last line without a line break counts, an empty one behind the last line break does not. */
  total = 0;

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  push(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#append(text, start, end);
      this.#closeLine();
      start = end + 1;
    }
    this.#append(text, start, text.length);
  }

  end(): { lines: readonly string[]; cutLines: readonly number[] } {
    if (this.#lineLength > 0) this.#closeLine();
    return { lines: this.#lines, cutLines: this.#cutLines };
  }

  #append(text: string, start: number, end: number): void {
    const room = MAX_LINE_CHARACTERS + 1 - this.#line.length;
    if (this.#wanted && room > 0) this.#line += text.slice(start, Math.min(end, start + room));
    this.#lineLength += end - start;
  }

  get #wanted(): boolean {
    return this.total + 1 >= this.#first && !this.full;
  }

  #closeLine(): void {
    if (this.#wanted) this.#keepLine(this.total + 1);
    this.total += 1;
    this.#line = "";
    this.#lineLength = 0;
  }

  #keepLine(number: number): void {
    const cut = this.#lineLength - (this.#line.endsWith("\r") ? 1 : 0) > MAX_LINE_CHARACTERS;
    const shown = cut ? this.#line.slice(0, MAX_LINE_CHARACTERS) : this.#line.replace(/\r$/, "");
    const bytes = Buffer.byteLength(shown) + 1;
    if (this.#lines.length > 0 && this.#bytes + bytes > MAX_READ_BYTES) {
      this.full = true;
      return;
    }
    if (cut) this.#cutLines.push(number);
    this.#lines.push(cut ? `${shown} … (line cut, ${this.#lineLength} characters)` : shown);
    this.#bytes += bytes;
    this.full = number >= this.#last;
  }
}
