import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { forgetGroup, groupLives, signalGroup, trackGroup } from "../../src/commands/process-groups.js";

const BASH = "bash";
/** Only Linux tells the session of a process without more ado. */
const canReuse = process.platform === "linux" && spawnSync(BASH, ["-c", ":"]).status === 0;

/** A group and session of its own, as commands get. */
function startGroup(command: string) {
  const child = spawn("/bin/sh", ["-c", command], { detached: true, stdio: "ignore" });
  const group = child.pid ?? 0;
  expect(group).toBeGreaterThan(1);
  return { group, closed: once(child, "close") };
}

test("a group without a process is forgotten when the next one begins", async () => {
  const before = process.listenerCount("exit");
  const over = startGroup("exit 0");
  trackGroup(over.group);
  await over.closed;
  const next = startGroup("exec sleep 30");
  onTestFinished(() => void signalGroup(next.group, "SIGKILL"));
  trackGroup(next.group);
  expect(process.listenerCount("exit")).toBe(before + 1);
  forgetGroup(next.group);
  expect(process.listenerCount("exit")).toBe(before);
});

test.skipIf(!canReuse)("an id that others have got meanwhile is not signalled at the end", async () => {
  // With job control a shell gives its job a group in the shell's own session: no group of ours looks like that.
  const shell = spawn(BASH, ["-c", "set -m; sleep 30 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: shell.stdout }), "line");
  const foreign = Number(line);
  expect(foreign).toBeGreaterThan(1);
  onTestFinished(() => void process.kill(foreign, "SIGKILL"));
  const ours = startGroup("exec sleep 30");
  const script = `
    import { trackGroup } from "./src/commands/process-groups.ts";
    trackGroup(${ours.group});
    trackGroup(${foreign});
  `;
  const program = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: "inherit",
  });
  expect(await once(program, "exit")).toEqual([0, null]);
  await ours.closed;
  expect(groupLives(foreign)).toBe(false);
  expect(signalGroup(foreign, 0)).toBe(true);
});
