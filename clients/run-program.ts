import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** A program as it ended. */
export interface Ended {
  /** Undefined where it was killed. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  seconds: number;
}

/**
 * Runs a program to its end, or to the limit of milliseconds, with nothing on its standard input. It has a process group of its own,
 * which is killed whole at the end: some leave processes behind. Rejects where it cannot be started.
 */
export async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, limitMs }: { cwd: string; env: Readonly<Record<string, string>>; limitMs: number },
): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const killGroup = () => {
    if (child.pid !== undefined) killQuietly(-child.pid);
  };
  const limit = setTimeout(killGroup, limitMs);
  const exited = new Promise<number | undefined>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      // What it left behind holds the pipes open.
      killGroup();
      resolve(code ?? undefined);
    });
  });
  try {
    const [exitCode, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
    return { exitCode, stdout, stderr, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    clearTimeout(limit);
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // All of the group have ended.
  }
}
