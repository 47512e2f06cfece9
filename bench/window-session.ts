import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, noJournal } from "@millrace/agent";
import { createModelClient } from "@millrace/models";
import { codingTools, createWorkspace } from "@millrace/tools";
import { cpuMs } from "./cpu-ms.js";
import { reachableBytes } from "./reachable-bytes.js";

/** A session of so many turns in a window of so many tokens. */
export interface WindowSession {
  turns: number;
  window: number;
  /** UTF-8 bytes of a body that the server counts as a token. */
  bytesPerToken: number;
  /** The turns between which processor time and heap are looked at: the first and last of an early and of a late span. */
  spans: readonly [earlyFrom: number, earlyTo: number, lateFrom: number, lateTo: number];
}

/** What the server saw. */
export interface SentInWindow {
  requests: number;
  /** Of the largest body. */
  mostTokens: number;
  /** Of all bodies. */
  bytes: number;
  /** Requests that did not begin with all of the one before. */
  prefixBreaks: number;
}

/** How a session went. */
export interface PlayedWindowSession extends SentInWindow {
  /** What ended it before its last turn. */
  failure?: string;
  /** The turns that a compaction came before. */
  compactedAt: readonly number[];
  /** Prefix breaks that are no compaction's, by the agent's own meter. */
  otherBreaks: number;
  /** Processor time of all threads a turn, milliseconds. */
  earlyMs: number;
  lateMs: number;
  /** Reachable heap at the end of the late span against the end of the early one, a turn. */
  heapBytes: number;
}

/**
 * Plays such a session over HTTP against the testkit's server in another process: reads of files, edits, commands, with
 * results of mixed sizes, so that the window fills again and again.
 */
export async function playWindowSession(session: WindowSession): Promise<PlayedWindowSession> {
  const { turns, window, bytesPerToken, spans } = session;
  const folder = await mkdtemp(join(tmpdir(), "millrace-window-"));
  const lines = Array.from({ length: turns * 20 + 300 }, (_, at) => `export const value${at} = compute(${at % 7});\n`);
  await writeFile(join(folder, "lines.txt"), lines.join(""));
  await writeFile(join(folder, "count.txt"), "count = 0\n");
  const server = fork(new URL("./window-server.ts", import.meta.url), [String(turns), String(bytesPerToken)]);
  const [url] = await once(server, "message");

  const { client, profile } = createModelClient({ model: "m", baseUrl: `${url}/v1`, env: {} });
  const at = new Date(0).toISOString();
  const task = createAgent({
    model: client,
    profile: { ...profile, window: { value: window, from: "user", at } },
    tools: codingTools({ form: "native" }),
    workspace: await createWorkspace(folder),
    protocol: "native",
    mode: "auto",
    limits: { maxTurns: turns + 1 },
    journal: noJournal,
  }).startTask();
  const cpu = new Map<number, number>();
  const heap = new Map<number, number>();
  const compactedAt: number[] = [];
  let [turn, otherBreaks] = [0, 0];
  const [, earlyTo, , lateTo] = spans;
  task.subscribe((event) => {
    if (event.type === "history-compacted") compactedAt.push(turn);
    if (event.type === "request-finished" && event.prefixBreak && event.prefixBreak.why !== "compaction") otherBreaks++;
    if (event.type !== "turn-finished") return;
    turn = event.turn;
    if (spans.includes(turn)) cpu.set(turn, cpuMs());
    if (turn === earlyTo || turn === lateTo) heap.set(turn, reachableBytes());
  });
  const { end, message } = await task.run("Read the lines, count on and run the tests.");
  server.send("report");
  const [sent]: readonly SentInWindow[] = await once(server, "message");
  if (sent === undefined) throw new Error("The server did not tell what it was sent.");
  server.disconnect();
  await rm(folder, { recursive: true });

  const known = (values: ReadonlyMap<number, number>, of: number) => values.get(of) ?? Number.NaN;
  const spent = (from: number, to: number) => (known(cpu, to) - known(cpu, from)) / (to - from);
  return {
    ...sent,
    ...(end !== "answered" && { failure: message }),
    compactedAt,
    otherBreaks,
    earlyMs: spent(spans[0], spans[1]),
    lateMs: spent(spans[2], spans[3]),
    heapBytes: (known(heap, lateTo) - known(heap, earlyTo)) / (lateTo - earlyTo),
  };
}
