import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import type { Ended, Program } from "./millrace.js";

/** A `millrace bridge` that runs. It ends with the test. */
export interface BridgeProcess {
  /** As it said itself. */
  url: string;
  /** Resolves with all it said on standard error, once that fits. Rejects where it ends before. */
  says(fits: RegExp): Promise<string>;
  /** Resolves with the lines of its log so far, once there are so many. */
  logs(lines: number): Promise<string[]>;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** Starts `millrace bridge` with these flags, on any free port unless they say otherwise. Rejects where it does not start. */
export async function startBridgeProcess(
  program: Program,
  flags: readonly string[],
  env: Record<string, string> = {},
): Promise<BridgeProcess> {
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  const child = spawn(process.execPath, [program.file, "bridge", ...flags, ...port], {
    cwd: program.home,
    env: program.env(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  const looks = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (piece: string) => {
      said[name] += piece;
      for (const look of looks) look();
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  const until = <Found>(find: () => Found | undefined): Promise<Found> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        looks.delete(look);
        resolve(found);
      };
      looks.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended and had said:\n${said.stderr}`)));
    });
  const url = await until(() => / at (http:\/\/\S+)\n/.exec(said.stderr)?.[1]);
  return {
    url,
    says: (fits) => until(() => (fits.test(said.stderr) ? said.stderr : undefined)),
    logs: (lines) =>
      until(() => {
        const whole = said.stdout.split("\n").slice(0, -1);
        return whole.length >= lines ? whole : undefined;
      }),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
