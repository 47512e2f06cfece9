import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AgentProcess } from "../conformance/loop/agent-process.js";
import { playPieces, startPlayServer } from "../conformance/loop/play-server.js";
import { eventsOf } from "../conformance/loop/run-facts.js";
import { SPOKEN_WIRES } from "../conformance/loop/wires.js";

/** The process' clock goes so much faster: it is stopped for 8 s of its time, and an answer may pause for 6. */
const FACTOR = 5;
const STOP_MS = 1_600;
const PAUSE_MS = 6_000;
/** Longer than the process takes to see that it was stopped, and far shorter than a pause, real milliseconds. */
const AFTERWARDS_MS = 200;

const agent = new AgentProcess();

beforeAll(async () => {
  // Starting a process takes its time, which is no part of what is tested.
  await play(() => (response) => answer(response, "Here."));
});
afterAll(() => agent.end());

const wire = SPOKEN_WIRES["openai-chat"];
if (wire === undefined) throw new Error("There is no such wire.");
const { begin, text, stop } = wire;
const stream = { "content-type": "text/event-stream" };
const answer = (response: ServerResponse, words: string) =>
  playPieces(200, stream, [begin, text(words), stop])(response);

/** Runs the agent in its process against a server; `onText` is called when the first words have come. */
async function play(playFor: Parameters<typeof startPlayServer>[0], onText: () => void = () => {}) {
  const server = await startPlayServer(playFor, () => performance.now());
  const job = { model: "custom/played", baseUrl: `${server.url}/v1`, factor: FACTOR, timers: { stream: PAUSE_MS } };
  let came = false;
  try {
    const run = await agent.run(job, (event) => {
      if (came || event.type !== "block" || event.event.type !== "text-delta") return;
      came = true;
      onText();
    });
    return { run, retries: eventsOf(run, "request-retrying"), requests: server.requests.length };
  } finally {
    await server.close();
  }
}

/** Stops the process for longer than an answer may pause, as Ctrl-Z or a lid that closes; `afterwards` it goes on again. */
function stopForAWhile(meanwhile: () => void, afterwards: () => void = () => {}): void {
  const { pid } = agent;
  if (pid === undefined) throw new Error("The process is not there.");
  process.kill(pid, "SIGSTOP");
  setTimeout(meanwhile, STOP_MS / 2);
  setTimeout(() => {
    process.kill(pid, "SIGCONT");
    setTimeout(afterwards, AFTERWARDS_MS);
  }, STOP_MS);
}

/** A first answer that pauses behind its first words, and a whole one for every request behind it. */
function pausing() {
  const paused: ServerResponse[] = [];
  const playFor = (request: number) => (response: ServerResponse) => {
    if (request > 0) return answer(response, "Again.");
    paused.push(response);
    response.writeHead(200, stream).write(begin + text("Half, "));
    return undefined;
  };
  return { playFor, first: () => paused[0] };
}

describe.skipIf(process.platform === "win32")("a process that is stopped in the middle of an answer", () => {
  test("reads on what came meanwhile: no time-out, no second request", async () => {
    const { playFor, first } = pausing();
    const { run, retries, requests } = await play(playFor, () =>
      stopForAWhile(() => first()?.end(text("and half.") + stop)),
    );
    expect(run).toMatchObject({ end: "answered", text: "Half, and half." });
    expect(retries).toEqual([]);
    expect(requests).toBe(1);
  });

  test("finds its connection dead: one retry, for that reason and not for silence", async () => {
    const { playFor, first } = pausing();
    const { run, retries, requests } = await play(playFor, () => stopForAWhile(() => first()?.destroy()));
    expect(run).toMatchObject({ end: "answered", text: "Again." });
    expect(retries.map(({ kind }) => kind)).toEqual(["network"]);
    expect(requests).toBe(2);
  });

  test("waits for an answer that goes on only later, and times out only if it does not", async () => {
    const later = pausing();
    const wentOn = await play(later.playFor, () =>
      stopForAWhile(
        () => {},
        () => later.first()?.end(text("and half.") + stop),
      ),
    );
    expect(wentOn.run).toMatchObject({ end: "answered", text: "Half, and half." });
    expect(wentOn.retries).toEqual([]);
    const never = await play(pausing().playFor, () => stopForAWhile(() => {}));
    expect(never.run).toMatchObject({ end: "answered", text: "Again." });
    expect(never.retries.map(({ kind }) => kind)).toEqual(["timeout"]);
  });
});
