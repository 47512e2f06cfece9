import { EXIT } from "../exit-codes.js";

/** Both outputs, watched from the start of the program to its end. */
export interface OutputWatch {
  /**
   * Waits until all that was written is in the reader's hands, then ends the program with `process.exitCode`: whatever
   * is still open (a kept connection, a tool that does not listen to its cancel) cannot hold the terminal. An output that
   * failed, e.g. on a full disk, is said, and makes a program fail that had not.
   */
  finish(): Promise<never>;
}

/**
 * Begins to watch. A failing output is looked at when the program ends and not in the middle of work; a reader that went
 * away (`| head -1`) is no failure: the program goes on to its own end, with its own exit code.
 */
export function watchOutput(): OutputWatch {
  let fault: Error | undefined;
  // A stream forgets its error, so it is kept here.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") fault = error;
  });
  process.stderr.on("error", () => {});
  return {
    async finish() {
      // What was batched in this go of the event loop is handed over by the immediate that was set before this one.
      await new Promise((resolve) => setImmediate(resolve));
      await drained(process.stdout);
      if (fault) {
        process.stderr.write(`millrace: the output could not be written: ${fault.message}\n`);
        process.exitCode ||= EXIT.workspace;
      }
      await drained(process.stderr);
      process.exit();
    },
  };
}

/** Resolves when all that was written has been taken, or never will be because the reader is gone. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    stream.once("error", () => resolve());
    stream.once("close", () => resolve());
    stream.write("", () => resolve());
  });
}
