import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { MillraceError } from "@millrace/protocol";
import { KILL_AFTER_MS } from "../limits.js";
import type { KeptOutput } from "./output-keeper.js";
import { OutputReader } from "./output-reader.js";
import { forgetGroup, groupLives, signalGroup, trackGroup } from "./process-groups.js";
import { findShell } from "./shell.js";

export interface CommandOptions {
  command: string;
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** Called with each cleaned piece of output as it comes. */
  onOutput(text: string): void;
}

/** How a command ended. */
export interface CommandEnd {
  /** Undefined if a signal ended it. */
  exitCode: number | undefined;
  signal: NodeJS.Signals | undefined;
  /** Why we ended it, if we did. */
  endedBy: "time limit" | "abort" | undefined;
  output: KeptOutput;
  /** Its process group, where a process of it still runs in the background. */
  background: number | undefined;
}

/** What makes programs print plainly and ask nothing. */
const QUIET = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  TERM: "dumb",
  NO_COLOR: "1",
};

/**
 * Runs a command in a shell: a process group and session of its own, no terminal, no input. Both output streams share
 * one pipe, so their order is kept.
 *
 * It is over when the shell has ended and its output is read; a background process that holds the pipe open is waited
 * for shortly and left running. After the time limit or an abort the group gets SIGTERM, and what is left of it SIGKILL
 * {@link KILL_AFTER_MS} later; a process that made itself a session of its own (setsid) is out of reach. Resolves,
 * whatever the command does.
 *
 * @throws MillraceError `no_shell` if the shell cannot be started, e.g. because the folder is gone.
 */
export async function runCommand({
  command,
  folder,
  timeoutMs,
  signal,
  onOutput,
}: CommandOptions): Promise<CommandEnd> {
  // The outer shell joins the streams and then becomes the shell.
  const child = spawn("/bin/sh", ["-c", 'exec "$0" -c "$1" 2>&1', findShell(), command], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...QUIET },
  });
  const group = await groupOf(child, folder);
  trackGroup(group);
  const exited = once(child, "exit");
  const output = new OutputReader(child.stdout, onOutput);

  const endedBy = await whatEnds(exited, timeoutMs, signal);
  if (endedBy !== undefined) await endGroup(group, Promise.all([exited, output.ended]));
  await output.settled();

  const forgetIfGone = () => {
    if (!groupLives(group)) forgetGroup(group);
  };
  forgetIfGone();
  // Also of a group that was ended: it may take a moment to be gone.
  output.ended.then(forgetIfGone);
  const background = endedBy === undefined && groupLives(group);
  if (background) output.discardRest();
  return {
    exitCode: child.exitCode ?? undefined,
    signal: child.signalCode ?? undefined,
    endedBy,
    output: output.kept(),
    background: background ? group : undefined,
  };
}

async function groupOf(child: ChildProcess, folder: string): Promise<number> {
  if (child.pid !== undefined) return child.pid;
  const [cause]: unknown[] = await once(child, "error").catch((error: unknown) => [error]);
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new MillraceError("no_shell", `The shell could not be started in ${folder}: ${why}`, { cause });
}

/** Waits until the shell has ended or must be ended. */
async function whatEnds(
  exited: Promise<unknown>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CommandEnd["endedBy"]> {
  const over = new AbortController();
  const aborted = signal.aborted ? Promise.resolve() : once(signal, "abort", { signal: over.signal });
  try {
    return await Promise.race([
      exited.then(() => undefined),
      wait(timeoutMs, "time limit" as const, { signal: over.signal }),
      aborted.then(() => "abort" as const),
    ]);
  } finally {
    aborted.catch(() => undefined);
    over.abort();
  }
}

/** Asks the group to end, gives it {@link KILL_AFTER_MS} if it does not, and then ends it. */
async function endGroup(group: number, ended: Promise<unknown>): Promise<void> {
  signalGroup(group, "SIGTERM");
  const mercy = new AbortController();
  const timeIsUp = wait(KILL_AFTER_MS, undefined, { signal: mercy.signal }).catch(() => undefined);
  await Promise.race([ended, timeIsUp]);
  // A process that redirected its output may live on, unseen by the pipe.
  if (groupLives(group)) await timeIsUp;
  mercy.abort();
  if (groupLives(group)) signalGroup(group, "SIGKILL");
}
