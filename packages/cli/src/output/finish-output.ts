import { EXIT } from "../exit-codes.js";

/**
 * Watches both outputs from the start. A reader that went away is no error: the program goes on to its own end, with its
 * own exit code. Anything else (a full disk) makes it fail, and is said where that can still be said.
 */
export function watchOutput(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.exitCode = EXIT.failed;
    process.stderr.write(`millrace: the output could not be written: ${error.message}\n`);
  });
}

/**
 * Waits until both outputs are in the reader's hands, then ends the program with `process.exitCode`: whatever is still
 * open (a kept connection, a tool that does not listen to its cancel) cannot hold the terminal.
 */
export async function finishOutput(): Promise<never> {
  // What was batched in this go of the event loop is handed over by the immediate that was set before this one.
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit();
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
