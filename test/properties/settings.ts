import { relative } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";

/**
 * How properties run, in every test file: all from one seed, `MILLRACE_SEED` (vitest.config.ts), so that a commit passes or
 * fails alike wherever it runs. One that fails says how to run it again: there `MILLRACE_PATH` leads to the counterexample.
 */
const seed = Number(process.env.MILLRACE_SEED);
const path = process.env.MILLRACE_PATH;

fc.configureGlobal({
  seed,
  ...(path !== undefined && { path, endOnFailure: true }),
  reporter(details) {
    if (!details.failed) return;
    const { currentTestName = "", testPath = "" } = expect.getState();
    const name = currentTestName.replaceAll(" > ", ".*").replace(/[^\p{L}\p{N} *-]/gu, ".");
    const again =
      `MILLRACE_SEED=${details.seed} MILLRACE_PATH=${details.counterexamplePath ?? ""} ` +
      `npx vitest run ${relative(process.cwd(), testPath)} -t "${name}"`;
    throw new Error(`${fc.defaultReportMessage(details)}\n\nRun it again: ${again}`, { cause: details.errorInstance });
  },
});
