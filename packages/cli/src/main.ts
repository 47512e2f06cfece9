import { finishOutput, watchOutput } from "./output/finish-output.js";
import { createProgram } from "./program.js";
import { reportError } from "./report-error.js";

watchOutput();
process.on("uncaughtException", (error) => {
  process.exitCode = reportError(error);
  void finishOutput();
});
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}
await finishOutput();
