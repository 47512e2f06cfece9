import type { EventOf, SessionEvent, SessionEventBody } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import type { Terminal } from "../src/output/terminal.js";
import { WaitReport } from "../src/run/wait-report.js";

/** What a report says to a screen or a file, line by line; `undefined` takes the last line away. */
function saying(isScreen: boolean) {
  const said: (string | undefined)[] = [];
  const terminal = {
    isScreen,
    colours: { dim: (text: string) => text },
    note: (line: string) => said.push(line),
    status: (line: string | undefined) => (isScreen ? said.push(line) : 0),
  } as unknown as Terminal;
  const report = new WaitReport(terminal);
  const add = (body: SessionEventBody) => report.add({ v: 1, seq: 1, at: 0, ...body } as SessionEvent);
  const wait = (phase: EventOf<"request-phase">["phase"], sinceMs: number, silentMs = sinceMs, limitMs = 30_000) =>
    add({ type: "request-phase", requestId: "r", phase, sinceMs, silentMs, limitMs, serverAlive: silentMs < sinceMs });
  return { said, add, wait };
}

describe("on a screen", () => {
  test.each([
    ["connect", 5_000, 5_000, 30_000, "Waiting for a connection, 5 s of 30"],
    ["first-byte", 12_000, 12_000, 30_000, "Waiting for the first byte, 12 s of 30"],
    ["first-content", 45_000, 45_000, 120_000, "Waiting for the first word, 45 s of 120"],
    ["first-content", 190_000, 1_000, 120_000, "Waiting, server alive, 3:10"],
    ["stream", 12_000, 12_000, 60_000, "The answer has paused, 12 s of 60"],
    ["stream", 65_000, 2_000, 60_000, "Waiting, server alive, 1:05"],
  ] as const)("%s after %d ms, silent for %d of %d: %s", (phase, sinceMs, silentMs, limitMs, line) => {
    const { said, wait } = saying(true);
    wait(phase, sinceMs, silentMs, limitMs);
    expect(said).toEqual([line]);
  });

  test("the next try is counted down, and its line goes when it is sent", () => {
    const { said, add, wait } = saying(true);
    add({ type: "retry-countdown", requestId: "r", attempt: 2, max: 3, leftMs: 4_000 });
    wait("first-byte", 0);
    expect(said).toEqual(["Sending again in 4 s (2 of 3)", undefined]);
  });

  test("nothing is written into a question that is open", () => {
    const { said, add, wait } = saying(true);
    add({ type: "ask-opened", ask: { id: "a", kind: "approval", message: "?" } });
    wait("stream", 20_000);
    add({ type: "ask-answered", answer: { id: "a", answer: "yes", by: "user" } });
    wait("stream", 21_000, 21_000, 60_000);
    expect(said).toEqual([undefined, "The answer has paused, 21 s of 60"]);
  });
});

test("in a file a wait of five minutes is six lines, and a short one none", () => {
  const { said, wait } = saying(false);
  for (let second = 0; second <= 300; second++) wait("first-byte", second * 1_000, second * 1_000, 300_000);
  expect(said).toEqual([
    "Waiting for the first byte, 10 s of 300.",
    ...[60, 120, 180, 240, 300].map((at) => `Waiting for the first byte, ${at} s of 300.`),
  ]);
  for (let second = 0; second <= 9; second++) wait("first-byte", second * 1_000);
  expect(said).toHaveLength(6);
});
