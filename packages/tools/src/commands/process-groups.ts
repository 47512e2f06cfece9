import { readdirSync, readFileSync } from "node:fs";

/** Groups that may still have a process. When this program ends, they end with it. */
const running = new Set<number>();

function endAll(): void {
  for (const group of running) if (groupLives(group)) signalGroup(group, "SIGKILL");
}

/**
 * Takes a group into account: a process left in it is ended when this program exits. Those that have none any more are
 * forgotten, as the system may give their ids to others.
 */
export function trackGroup(group: number): void {
  for (const other of running) if (!groupLives(other)) forgetGroup(other);
  if (running.size === 0) process.on("exit", endAll);
  running.add(group);
}

/** The group has no process any more. */
export function forgetGroup(group: number): void {
  running.delete(group);
  if (running.size === 0) process.off("exit", endAll);
}

/**
 * True if a process of the group lives. One that has ended but was not yet collected by its parent does not count. Nor,
 * on Linux, does one of another session: each of our groups began a session and cannot leave it, so the id was given to
 * others meanwhile. Source: kill(2), setpgid(2), proc(5).
 */
export function groupLives(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && livesInGroup(name, group));
}

function livesInGroup(processId: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "latin1");
    // The name before it may hold anything, blanks and brackets too.
    const [state, , processGroup, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(processGroup) === group && Number(session) === group && state !== "Z" && state !== "X";
  } catch {
    // It ended while we looked.
    return false;
  }
}

/** Sends a signal to all of a group. False if there is none of it. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to another user, e.g. behind sudo.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
