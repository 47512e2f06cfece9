import type { ServerResponse } from "node:http";
import type { ModelClient, StreamOptions, Timers } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import type { AgentProcess } from "./agent-process.js";
import { leaves, startPlayServer } from "./play-server.js";
import type { Played } from "./played.js";
import { PROCESS_FACTOR, PROCESS_SLACK_MS } from "./process-times.js";
import { VirtualClock } from "./virtual-clock.js";
import { watchRun } from "./watch-run.js";
import type { SpokenWire } from "./wires.js";

/** What happens to one request, and when: milliseconds from its begin. */
export interface TimelineCase {
  readonly config: { readonly firstChunkMs: number; readonly idleMs: number };
  readonly timelineMs: readonly {
    readonly at: number;
    readonly event: "headers" | "text" | "ping" | "stop" | "abort";
  }[];
}

/** What is said by the text event of this number. */
const wordsOf = (index: number) => `Words ${index}. `;

/** Plays a timeline on a clock that is moved by hand, to a client that is none but the timeline. */
export async function playTimelineByHand(timeline: TimelineCase): Promise<Played> {
  const clock = new VirtualClock();
  const requests: { atMs: number; body: string; whole: boolean }[] = [];
  const client: ModelClient = {
    id: "played/timeline",
    async *stream(_request, options) {
      const request = { atMs: clock.monotonic(), body: "", whole: false };
      requests.push(request);
      yield* chunksOf(timeline, clock, options);
      request.whole = true;
    },
  };
  const running = watchRun({ client, clock, ...planOf(timeline) });
  await clock.runUntil(running);
  return { run: await running, requests, leftFirst: requests[0]?.whole === false, slackMs: 0 };
}

/** Plays a timeline over HTTP to an agent in a process of its own, a hundred times as fast. */
export async function playTimelineInProcess(
  timeline: TimelineCase,
  wire: SpokenWire,
  agent: AgentProcess,
): Promise<Played> {
  const server = await startPlayServer(
    () => (response) => answerOn(timeline, wire, response),
    () => performance.now() * PROCESS_FACTOR,
  );
  try {
    const baseUrl = server.url + wire.basePath;
    const run = await agent.run({ ...wire.choice, baseUrl, factor: PROCESS_FACTOR, ...planOf(timeline) });
    const leftFirst = await leaves(server.requests[0]);
    return { run, requests: server.requests, leftFirst, slackMs: PROCESS_SLACK_MS * PROCESS_FACTOR };
  } finally {
    await server.close();
  }
}

function planOf({ config, timelineMs }: TimelineCase): { timers: Partial<Timers>; stopAtMs?: number } {
  const abort = timelineMs.find(({ event }) => event === "abort");
  return {
    timers: { "first-byte": config.firstChunkMs, stream: config.idleMs },
    ...(abort && { stopAtMs: abort.at }),
  };
}

async function* chunksOf(
  { timelineMs }: TimelineCase,
  clock: VirtualClock,
  { signal }: StreamOptions,
): AsyncGenerator<StreamChunk, void, void> {
  const begin = clock.monotonic();
  for (const [index, { at, event }] of timelineMs.entries()) {
    await new Promise<void>((resolve) => clock.timer(begin + at - clock.monotonic(), resolve));
    if (signal.aborted) throw signal.reason;
    if (event === "text") yield { type: "text-delta", text: wordsOf(index) };
    else if (event === "ping") yield { type: "keep-alive" };
    else if (event === "stop") {
      yield { type: "finish", reason: "stop" };
      return;
    }
  }
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  throw signal.reason;
}

function answerOn({ timelineMs }: TimelineCase, wire: SpokenWire, response: ServerResponse): void {
  const timers: NodeJS.Timeout[] = [];
  response.once("close", () => timers.forEach(clearTimeout));
  const write = (text: string) => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" }).write(wire.begin);
    if (text !== "") response.write(text);
  };
  for (const [index, { at, event }] of timelineMs.entries()) {
    const act = () => {
      if (event === "headers") response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      else if (event === "text") write(wire.text(wordsOf(index)));
      else if (event === "ping") write(wire.ping);
      else if (event === "stop") {
        write(wire.stop);
        response.end();
      }
    };
    timers.push(setTimeout(act, at / PROCESS_FACTOR));
  }
}
