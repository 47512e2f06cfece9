import { describe, expect, it } from "vitest";
import type { Message } from "../../src/history/message.js";
import { pairResults } from "../../src/history/pair-results.js";
import { callsOf, resultsOf, textOf } from "../../src/history/tool-calls.js";
import { assistant, call, result, results, turn, user } from "../conversation.js";

/** Each message as its role, with the ids of calls or results. */
function outline(history: readonly Message[]): string[] {
  return history.map((message) => {
    const ids = [...callsOf(message).map(({ id }) => id), ...resultsOf(message).map(({ callId }) => callId)];
    return [message.role, ...ids].join(" ");
  });
}

describe("calls and results", () => {
  it("that are whole stay the very same", () => {
    const history = [user("u"), ...turn("a", 2), user("note"), ...turn("b"), assistant("c", "done")];
    expect(pairResults(history)).toBe(history);
  });

  it("a call without a result is answered right behind it, as interrupted (ctx-003)", () => {
    const history = [user("t"), assistant("a", "", 1), user("next question"), assistant("b", "answer"), user("again")];
    const paired = pairResults(history);
    expect(outline(paired)).toEqual(["user", "assistant a.1", "tool a.1", "user", "assistant", "user"]);
    const [answer] = resultsOf(paired[2] as Message);
    expect(answer?.result).toMatchObject({ status: "interrupted", why: expect.any(String) });
    expect(JSON.stringify(answer)).toMatch(/may have run in part, or not at all/);
    expect(history).toHaveLength(5);
  });

  it("a missing result beside others is put in its place (ctx-002)", () => {
    const history = [user("t"), assistant("a", "", 3), results("r", result("a.3"), result("a.1"))];
    expect(outline(pairResults(history))).toEqual(["user", "assistant a.1 a.2 a.3", "tool a.1 a.2 a.3"]);
    expect(resultsOf(pairResults(history)[2] as Message).map(({ result: { status } }) => status)).toEqual([
      "ok",
      "interrupted",
      "ok",
    ]);
  });

  it("a result that stands too late is moved up, over several messages", () => {
    const history = [
      user("t"),
      assistant("a", "", 2),
      user("u"),
      results("r1", result("a.2")),
      results("r2", result("a.1")),
    ];
    expect(outline(pairResults(history))).toEqual(["user", "assistant a.1 a.2", "tool a.1 a.2", "user"]);
  });

  it("a result without its call becomes words of the user, and so does a second one (ctx-001)", () => {
    const history = [
      user("t"),
      results("r0", result("gone.1", "old words")),
      assistant("a", "", 1),
      results("r", result("a.1", "first"), result("a.1", "second")),
    ];
    const paired = pairResults(history);
    expect(outline(paired)).toEqual(["user", "user", "assistant a.1", "tool a.1", "user"]);
    expect(textOf(paired[1] as Message)).toMatch(/no longer in this conversation.*old words/s);
    expect(textOf(paired[4] as Message)).toContain("second");
  });

  it("a call that was cut off needs no result", () => {
    const cut: Message = {
      id: "a",
      role: "assistant",
      parts: [{ type: "tool-use", block: { ...call("a.1"), partial: true, closedBy: "end" } }],
    };
    const history = [user("t"), cut, user("u")];
    expect(pairResults(history)).toBe(history);
  });

  it("are mended the same way each time, to the same objects", () => {
    const history = [user("t"), results("r0", result("gone.1")), assistant("a", "", 2), user("u"), ...turn("b")];
    const once = pairResults(history);
    const later = pairResults([...history, user("more"), assistant("c", "", 1)]);
    for (const [at, message] of once.entries()) expect(later[at]).toBe(message);
  });
});
