import { describe, expect, it } from "vitest";
import { applyEvent, emptySession, foldSession } from "../../src/events/fold.js";
import type { SessionEvent, SessionEventBody } from "../../src/events/session-event.js";
import { prefixShare } from "../../src/events/usage-totals.js";
import { leaveOut } from "../../src/history/leave-out.js";
import { textResult } from "../../src/tool.js";
import { assistant, call, result, results, turn, user } from "../conversation.js";

function numbered(...bodies: SessionEventBody[]): SessionEvent[] {
  return bodies.map((body, at) => ({ v: 1, seq: at + 1, at: at * 1_000, ...body }));
}

const fold = (...bodies: SessionEventBody[]) => foldSession(numbered(...bodies));
const closed = (id: string): SessionEventBody => ({ type: "call-closed", callId: id, block: call(id) });
const started = (id: string): SessionEventBody => ({
  type: "call-started",
  callId: id,
  name: "read_file",
  accesses: [{ effect: "read", target: "a.ts" }],
  intendedHashes: { "a.ts": "abc" },
});
const finished = (id: string): SessionEventBody => ({
  type: "call-finished",
  callId: id,
  name: "read_file",
  result: textResult("done"),
  durationMs: 3,
});

describe("the state of a session", () => {
  it("has the history as it was written", () => {
    const history = [user("u"), ...turn("a"), assistant("b", "done")];
    const [first, said, answered, last] = history;
    if (!first || !said || !answered || !last) throw new Error("four messages");
    const state = fold(
      { type: "session-started", sessionId: "s1", workspace: "/w", program: "p" },
      { type: "user-message", message: first },
      { type: "assistant-message", message: said },
      { type: "tool-results", message: answered },
      { type: "assistant-message", message: last },
      { type: "turn-finished", turn: 2, calls: 0, reason: "stop" },
    );
    expect(state.history).toEqual(history);
    expect(state).toMatchObject({ sessionId: "s1", seq: 6, turns: 2 });
    expect(state.calls.size).toBe(0);
  });

  it("knows which calls started and which finished, until their results are in the history", () => {
    const before: SessionEventBody[] = [
      { type: "user-message", message: user("u") },
      closed("a.1"),
      started("a.1"),
      finished("a.1"),
      closed("a.2"),
      started("a.2"),
      closed("a.3"),
    ];
    const state = fold(...before);
    expect([...state.calls]).toEqual([
      ["a.1", { name: "read_file", started: expect.anything(), result: textResult("done") }],
      [
        "a.2",
        {
          name: "read_file",
          started: { accesses: [{ effect: "read", target: "a.ts" }], intendedHashes: { "a.ts": "abc" } },
        },
      ],
      ["a.3", { name: "read_file" }],
    ]);
    const after = fold(...before, {
      type: "tool-results",
      message: results("r", result("a.1"), result("a.2"), result("a.3")),
    });
    expect(after.calls.size).toBe(0);
  });

  it("has the asks that nobody answered yet", () => {
    const ask = (id: string) => ({ id, kind: "approval" as const, message: "may I?" });
    const state = fold(
      { type: "ask-opened", ask: ask("1") },
      { type: "ask-answered", answer: { id: "1", answer: "yes", by: "user" } },
      { type: "ask-opened", ask: ask("2") },
    );
    expect([...state.pendingAsks.values()]).toEqual([ask("2")]);
  });

  it("adds up what all requests cost, retried and failed ones too", () => {
    const done = (inputTokens: number, previousBytes = 0): SessionEventBody => ({
      type: "request-finished",
      requestId: "r",
      usage: { inputTokens, outputTokens: 10, cacheReadTokens: 5 },
      reason: "stop",
      timings: { totalMs: 1 },
      cachePrefixBytes: previousBytes / 2,
      previousBytes,
      bytes: 100,
    });
    const failed: SessionEventBody = {
      type: "request-failed",
      requestId: "r",
      kind: "overloaded",
      message: "m",
      remedy: "",
      usage: { outputTokens: 3 },
    };
    const state = fold(done(100), done(200, 100), failed, {
      type: "request-retrying",
      requestId: "r",
      attempt: 1,
      max: 3,
      delayMs: 1,
      kind: "overloaded",
      message: "m",
      usage: { inputTokens: 7 },
    });
    expect(state.usage).toEqual({
      requests: 4,
      inputTokens: 307,
      outputTokens: 23,
      cacheReadTokens: 10,
      previousBytes: 100,
      cachePrefixBytes: 50,
    });
    expect(prefixShare(state.usage)).toBe(0.5);
  });

  it("knows how the last run ended, and that a new one began", () => {
    const ended: SessionEventBody = { type: "run-finished", end: "limit", exitCode: 4, message: "100 turns" };
    expect(fold(ended).end).toEqual({ end: "limit", exitCode: 4, message: "100 turns" });
    expect(fold(ended, { type: "user-message", message: user("u2") }).end).toBeUndefined();
  });

  it("takes a message written again in place of the old one, as after a switch of dialect", () => {
    const rewritten = { ...assistant("a", "said"), raw: { dialect: "cline", text: "said, as text" } };
    const state = fold(
      { type: "user-message", message: user("u") },
      { type: "assistant-message", message: assistant("a", "said") },
      { type: "user-message", message: user("v") },
      { type: "assistant-message", message: rewritten },
    );
    expect(state.history).toEqual([user("u"), rewritten, user("v")]);
  });

  it("is compacted by the ids alone, and compaction can be undone", () => {
    const history = [user("u"), ...turn("a"), ...turn("b", 1, "x".repeat(900))];
    const written = history.map((message): SessionEventBody => {
      if (message.role === "user") return { type: "user-message", message };
      return message.role === "assistant" ? { type: "assistant-message", message } : { type: "tool-results", message };
    });
    const compacted: SessionEventBody = {
      type: "history-compacted",
      kept: ["u", "b", "b-r"],
      dropped: ["a", "a-r", "b.1"],
      went: { results: 1, turns: 1, summedUp: 0 },
      before: 2_000,
      after: 300,
    };
    const state = fold(...written, compacted);
    expect(state.history).toEqual(leaveOut(history, new Set(["a", "a-r", "b.1"])));
    const later: SessionEventBody = { type: "user-message", message: user("later") };
    const undone = fold(...written, compacted, later, { type: "compaction-undone" });
    expect(undone.history).toEqual([...history, user("later")]);
    expect(fold(...written, compacted, later).history.at(-1)).toEqual(user("later"));
  });

  it("passes over events of kinds it does not know", () => {
    const future = JSON.parse('{"v":1,"seq":9,"at":0,"type":"something-new"}');
    const state = emptySession();
    applyEvent(state, future);
    expect(state).toEqual({ ...emptySession(), seq: 9 });
  });

  it("survives being written to JSON and read back", () => {
    const events = numbered(
      { type: "user-message", message: user("u") },
      closed("a.1"),
      started("a.1"),
      finished("a.1"),
    );
    expect(foldSession(JSON.parse(JSON.stringify(events)))).toEqual(foldSession(events));
  });
});
