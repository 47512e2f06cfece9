import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { OUTPUT_GRACE_MS } from "../limits.js";
import { OutputCleaner } from "./clean-output.js";
import { type KeptOutput, OutputKeeper } from "./output-keeper.js";

/** After the shell ended, a pipe that never falls silent is read for this many times the grace. */
const MAX_GRACES = 4;

/** Reads, cleans and keeps the output of a command. */
export class OutputReader {
  readonly #pipe: Readable;
  readonly #onOutput: (text: string) => void;
  readonly #cleaner = new OutputCleaner();
  readonly #keeper = new OutputKeeper();
  #pieces = 0;
  /** Resolves when the last process that held the pipe has closed it. */
  readonly ended: Promise<void>;

  constructor(pipe: Readable, onOutput: (text: string) => void) {
    this.#pipe = pipe;
    this.#onOutput = onOutput;
    this.ended = new Promise((resolve) => pipe.once("close", () => resolve()));
    pipe.on("data", this.#onData);
    // A pipe that breaks has ended; what it gave stands.
    pipe.on("error", () => pipe.destroy());
  }

  readonly #onData = (bytes: Buffer) => {
    this.#pieces += 1;
    this.#take(this.#cleaner.push(bytes));
  };

  #take(text: string): void {
    if (text === "") return;
    this.#keeper.push(text);
    this.#onOutput(text);
  }

  /**
   * Resolves when all output is read: the pipe is closed, or, if a process in the background holds it open, nothing
   * came for {@link OUTPUT_GRACE_MS}. To be called when the shell has ended.
   */
  async settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<void>((resolve) => {
      let seen = this.#pieces;
      let graces = 0;
      const listen = () => {
        timer = setTimeout(() => {
          graces += 1;
          if (seen === this.#pieces || graces === MAX_GRACES) return resolve();
          seen = this.#pieces;
          listen();
        }, OUTPUT_GRACE_MS);
      };
      listen();
    });
    await Promise.race([this.ended, silent]);
    clearTimeout(timer);
  }

  /** What the output is, its last line included. Reads no more. To be called once. */
  kept(): KeptOutput {
    this.#pipe.off("data", this.#onData);
    this.#take(this.#cleaner.end());
    return this.#keeper.end();
  }

  /**
   * Reads on without keeping, so that a process in the background is not stopped by a full or closed pipe; does not
   * keep this program alive.
   */
  discardRest(): void {
    this.#pipe.off("data", this.#onData);
    this.#pipe.resume();
    if (this.#pipe instanceof Socket) this.#pipe.unref();
  }
}
