import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, type Journal } from "@millrace/agent";
import { createModelClient } from "@millrace/models";
import { codingTools, createWorkspace } from "@millrace/tools";
import { reachableBytes } from "./reachable-bytes.js";

const TURNS = 1_000;
/** Turns that one figure is taken over. */
const SPAN = 100;
/** The end of the early ones. In those before them the engine compiles what is hot. */
const EARLY_TO = 200;
const MARKED = new Set([EARLY_TO - SPAN, EARLY_TO, TURNS - SPAN, TURNS]);
/** A late turn against an early one. What grows by its nature is the copy of the history that each request is. */
const BUDGET_RATIO = 1.5;
/** What a turn may leave behind: its messages, of about 500 bytes, with their sizes and their text as sent. Bytes. */
const BUDGET_BYTES = 8 * 1024;

/** Nothing is kept, as by a journal that writes to a disk. */
const noJournal: Journal = { write: () => undefined, flush: async () => {} };

/**
 * A session of 1,000 turns, each with a call that reads a line of a file, over HTTP against the testkit's server in
 * another process. Prints the processor time of an early and a late turn, of all threads and with the sources compiled
 * as they are loaded, and the heap after both. False if a late turn takes too long against an early one, or a turn
 * leaves too much behind.
 */
export async function benchSession(print: (line: string) => void): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "millrace-bench-"));
  await writeFile(join(folder, "lines.txt"), Array.from({ length: TURNS }, (_, at) => `line ${at + 1}\n`).join(""));
  const server = fork(new URL("./session-server.ts", import.meta.url), [String(TURNS)]);
  const [url] = await once(server, "message");
  print("| ms a turn, early | late | ratio | heap early MB | late | bytes a turn |");
  print("| --: | --: | --: | --: | --: | --: |");
  const kept = await runSession(`${url}/v1`, folder, print);
  server.disconnect();
  await rm(folder, { recursive: true });
  return kept;
}

async function runSession(baseUrl: string, folder: string, print: (line: string) => void): Promise<boolean> {
  const { client, profile } = createModelClient({ model: "m", baseUrl, env: {} });
  const task = createAgent({
    model: client,
    profile,
    tools: codingTools({ form: "native" }),
    workspace: await createWorkspace(folder),
    protocol: "native",
    limits: { maxTurns: TURNS + 1 },
    journal: noJournal,
  }).startTask();
  const cpu = new Map<number, number>();
  const heap = new Map<number, number>();
  task.subscribe((event) => {
    if (event.type !== "turn-finished" || !MARKED.has(event.turn)) return;
    cpu.set(event.turn, cpuMs());
    // Only at the end of a span: what it costs belongs to none.
    if (event.turn === EARLY_TO || event.turn === TURNS) heap.set(event.turn, reachableBytes());
  });
  const { end, message } = await task.run("Read the lines.");
  if (end !== "answered") throw new Error(`The session ended otherwise: ${message}`);

  const spent = (to: number) => ((cpu.get(to) ?? Number.NaN) - (cpu.get(to - SPAN) ?? Number.NaN)) / SPAN;
  const early = spent(EARLY_TO);
  const late = spent(TURNS);
  const [heapEarly, heapLate] = [heap.get(EARLY_TO) ?? Number.NaN, heap.get(TURNS) ?? Number.NaN];
  const left = (heapLate - heapEarly) / (TURNS - EARLY_TO);
  const cells = [
    early.toFixed(2),
    late.toFixed(2),
    (late / early).toFixed(2),
    (heapEarly / 1e6).toFixed(1),
    (heapLate / 1e6).toFixed(1),
    left.toFixed(0),
  ];
  print(`| ${cells.join(" | ")} |`);
  return late <= early * BUDGET_RATIO && left <= BUDGET_BYTES;
}

/** Processor time of all threads so far. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
