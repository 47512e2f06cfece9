import { execFile } from "node:child_process";

/** What `node --test` said and whether it passed. */
export interface TestRun {
  passed: boolean;
  output: string;
}

/** Runs the project's test for real, in a process of its own. Never rejects: a test that cannot start did not pass. */
export function runTest(folder: string): Promise<TestRun> {
  // A test runner that is itself under test hands its children a marker; ours is to run as if called by hand.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, ["--test"], { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ passed: error === null, output: `${stdout}${stderr}` });
    });
  });
}
