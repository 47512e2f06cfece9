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
import { playWindowSession } from "./window-session.js";

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

/** Tokens of the windows of the other sessions, the most compactions that may come, and the least that must. */
const WINDOWS: readonly { window: number; least: number; most: number }[] = [
  { window: 8_192, least: 50, most: 400 },
  { window: 32_768, least: 10, most: 80 },
  { window: 131_072, least: 1, most: 20 },
];
/** UTF-8 bytes of a body that their server counts as a token. */
const BYTES_PER_TOKEN = 4;
/** In these spans every window is full: what a turn takes depends on how full it is, so they hold several compactions. */
const SPANS = [300, 600, 700, 1_000] as const;
/** What a turn may leave behind where old ones are left out: nothing, but at the ends of the spans the window is differently full. Bytes. */
const BUDGET_BYTES_IN_WINDOW = 2 * 1_024;

/**
 * Sessions of 1,000 turns over HTTP against the testkit's server, see {@link benchGrowing} and {@link benchWindow}.
 */
export async function benchSession(print: (line: string) => void): Promise<boolean> {
  const growing = await benchGrowing(print);
  print("");
  return (await benchWindow(print)) && growing;
}

/**
 * In windows of 8k, 32k and 128k tokens: reads, edits and commands with results of mixed sizes. Prints what the server
 * counted. False where a request is above the window, a prefix is lost but by a compaction, compactions come too often or
 * not at all, or a late turn takes more time, or leaves more behind, than an early one.
 */
async function benchWindow(print: (line: string) => void): Promise<boolean> {
  print(
    "| window | requests | largest, tokens | share of the window | compactions | least turns between | prefix lost otherwise | ms a turn, early | late | ratio | heap bytes a turn | MB sent |",
  );
  print("| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
  let kept = true;
  for (const { window, least, most } of WINDOWS) {
    const played = await playWindowSession({ turns: TURNS, window, bytesPerToken: BYTES_PER_TOKEN, spans: SPANS });
    const { requests, mostTokens, bytes, prefixBreaks, compactedAt, otherBreaks, earlyMs, lateMs, heapBytes } = played;
    const between = compactedAt.slice(1).map((turn, at) => turn - (compactedAt[at] ?? 0));
    // Two compactions before one request break its prefix once.
    const lost = Math.max(otherBreaks, prefixBreaks - new Set(compactedAt).size);
    const cells = [
      window,
      requests,
      mostTokens,
      `${((100 * mostTokens) / window).toFixed(0)} %`,
      compactedAt.length,
      Math.min(...between),
      lost,
      earlyMs.toFixed(2),
      lateMs.toFixed(2),
      (lateMs / earlyMs).toFixed(2),
      heapBytes.toFixed(0),
      (bytes / 1e6).toFixed(0),
    ];
    print(`| ${cells.join(" | ")} |`);
    if (played.failure !== undefined)
      print(`\nThe session in ${window} tokens ended before its time: ${played.failure}\n`);
    kept &&=
      played.failure === undefined &&
      mostTokens <= window &&
      lost === 0 &&
      compactedAt.length >= least &&
      compactedAt.length <= most &&
      lateMs <= earlyMs * BUDGET_RATIO &&
      heapBytes <= BUDGET_BYTES_IN_WINDOW;
  }
  return kept;
}

/**
 * A session of 1,000 turns in which nothing is left out, each with a call that reads a line of a file, over HTTP against the testkit's server in
 * another process. Prints the processor time of an early and a late turn, of all threads and with the sources compiled
 * as they are loaded, and the heap after both. False if a late turn takes too long against an early one, or a turn
 * leaves too much behind.
 */
async function benchGrowing(print: (line: string) => void): Promise<boolean> {
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
