import type { ServerResponse } from "node:http";
import { createModelClient } from "@millrace/models";
import type { AgentProcess } from "./agent-process.js";
import { leaves, type Play, playPieces, startPlayServer } from "./play-server.js";
import type { Played } from "./played.js";
import { PATIENT, PROCESS_FACTOR, PROCESS_SLACK_MS } from "./process-times.js";
import { runThroughWaits } from "./run-through-waits.js";
import { VirtualClock } from "./virtual-clock.js";
import { READ_CALL } from "./watch-run.js";
import type { SpokenWire } from "./wires.js";

/** Answers in the order they are given, one a request; behind them all is well. */
export interface RetryCase {
  readonly script: readonly ScriptedAnswer[];
  readonly abortAtMs?: number;
}

interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What a 200 says; absent: something. */
  readonly streamText?: string;
  readonly thenDrop?: true;
  readonly thenErrorEvent?: string;
}

const STREAM = { "content-type": "text/event-stream" };

/** Runs before the case, each with a call and an answer: three results of 5,000 bytes that may be left out. */
const EARLIER_RUNS = 3;
const EARLIER_REQUESTS = 2 * EARLIER_RUNS;

/** Plays a script over HTTP. The agent's waits take no time; all else takes its own. */
export async function playRetriesByHand(script: RetryCase, wire: SpokenWire): Promise<Played> {
  const clock = new VirtualClock();
  return play(
    script,
    wire,
    () => clock.monotonic(),
    0,
    (baseUrl, plan) => {
      const { client } = createModelClient({ ...wire.choice, baseUrl, env: {} });
      return runThroughWaits({ client, ...plan }, clock);
    },
  );
}

/** Plays a script over HTTP to an agent in a process of its own, a hundred times as fast. */
export async function playRetriesInProcess(script: RetryCase, wire: SpokenWire, agent: AgentProcess): Promise<Played> {
  const now = () => performance.now() * PROCESS_FACTOR;
  return play(script, wire, now, PROCESS_SLACK_MS * PROCESS_FACTOR, (baseUrl, plan) =>
    agent.run({ ...wire.choice, baseUrl, factor: PROCESS_FACTOR, timers: PATIENT, ...plan }),
  );
}

async function play(
  { script, abortAtMs }: RetryCase,
  wire: SpokenWire,
  now: () => number,
  slackMs: number,
  run: (baseUrl: string, plan: { earlierRuns: number; stopAtMs?: number }) => Promise<Played["run"]>,
): Promise<Played> {
  const server = await startPlayServer((request) => {
    if (request < EARLIER_REQUESTS) return whole(wire, request % 2 === 0 ? READ_CALL : "Read.");
    const answer = script[request - EARLIER_REQUESTS];
    return answer === undefined ? whole(wire, "All is well.") : answerAs(answer, wire);
  }, now);
  try {
    const plan = { earlierRuns: EARLIER_RUNS, ...(abortAtMs !== undefined && { stopAtMs: abortAtMs }) };
    const watched = await run(server.url + wire.basePath, plan);
    const requests = server.requests.slice(EARLIER_REQUESTS);
    return { run: watched, requests, leftFirst: await leaves(requests[0]), slackMs };
  } finally {
    await server.close();
  }
}

function answerAs(
  { status, headers, body, streamText, thenDrop, thenErrorEvent }: ScriptedAnswer,
  wire: SpokenWire,
): Play {
  if (status !== 200) return playPieces(status, { "content-type": "application/json", ...headers }, [body ?? ""]);
  if (thenErrorEvent !== undefined) {
    return playPieces(200, STREAM, [wire.begin, wire.text(streamText ?? ""), wire.error(thenErrorEvent)]);
  }
  if (thenDrop) return (response) => drop(response, wire.begin + wire.text(streamText ?? ""));
  return whole(wire, streamText ?? "All is well.");
}

function whole(wire: SpokenWire, text: string): Play {
  return playPieces(200, STREAM, [wire.begin, ...(text === "" ? [] : [wire.text(text)]), wire.stop]);
}

/** The connection breaks when the client has what was sent. */
function drop(response: ServerResponse, sent: string): void {
  response.writeHead(200, STREAM);
  response.write(sent, () => setImmediate(() => response.destroy()));
}
