import { finishOutput, watchOutput } from "./output/finish-output.js";
import { createProgram } from "./program.js";

/** Words for errors are loaded when there is one. */
async function fail(error: unknown): Promise<void> {
  const { reportError } = await import("./report-error.js");
  process.exitCode = reportError(error);
}

watchOutput();
process.on("uncaughtException", (error) => {
  void fail(error).then(finishOutput);
});
try {
  await createProgram().parseAsync();
} catch (error) {
  await fail(error);
}
await finishOutput();
