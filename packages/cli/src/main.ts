import { watchOutput } from "./output/watch-output.js";
import { createProgram } from "./program.js";

const output = watchOutput();

/** Words for errors are loaded when there is one. */
async function fail(error: unknown): Promise<void> {
  const { reportError } = await import("./report-error.js");
  process.exitCode = reportError(error);
}

process.on("uncaughtException", (error) => {
  void fail(error).then(() => output.finish());
});
try {
  await createProgram().parseAsync();
} catch (error) {
  await fail(error);
}
await output.finish();
