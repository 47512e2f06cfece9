import { MillraceError } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TokenEstimator } from "../../src/context/estimate.js";
import { fitHistory } from "../../src/context/fit.js";
import { leaveOut } from "../../src/history/leave-out.js";
import type { Message } from "../../src/history/message.js";
import { callsOf, resultsOf, textOf } from "../../src/history/tool-calls.js";
import { assistant, result, results, turn, user } from "../conversation.js";

function fit(
  history: readonly Message[],
  windowTokens: number | undefined,
  more: { system?: string; reserveTokens?: number } = {},
) {
  return fitHistory({
    history,
    windowTokens,
    reserveTokens: more.reserveTokens ?? 0,
    estimator: new TokenEstimator(1),
    system: more.system ?? "",
    tools: [],
  });
}

/** Every call with its result right behind it and the other way round. */
function isPaired(history: readonly Message[]): boolean {
  return history.every((message, at) => {
    if (message.role === "tool") return callsOf(history[at - 1] as Message).length === resultsOf(message).length;
    const ids = callsOf(message).map(({ id }) => id);
    return ids.length === 0 || ids.every((id, call) => resultsOf(history[at + 1] as Message)[call]?.callId === id);
  });
}

const words = (history: readonly Message[]) => history.filter(({ role }) => role === "user").map(textOf);

describe("a history that fits", () => {
  const history = [user("task"), ...turn("a"), ...turn("b")];

  it("is left alone, to the very same array", () => {
    const fitted = fit(history, 10_000);
    expect(fitted.history).toBe(history);
    expect(fitted).toMatchObject({ dropped: [], before: fitted.after });
  });

  it("or whose window is not known is left alone", () => {
    expect(fit([user("task", "x".repeat(10_000_000))], undefined).dropped).toEqual([]);
  });
});

describe("a history that does not fit", () => {
  const big = "x".repeat(4_000);
  const small = "y".repeat(600);
  const history = [
    user("task", "TASK: never touch legacy/"),
    ...turn("a", 1, small),
    ...turn("b", 1, big),
    user("more", "and mind the tests"),
    ...turn("c", 2, small),
    ...turn("d", 1, small),
  ];

  it("loses its largest old result first, for one line", () => {
    const fitted = fit(history, 6_500);
    expect(fitted.dropped).toEqual(["b.1"]);
    expect(fitted.history.map(({ id }) => id)).toEqual(history.map(({ id }) => id));
    expect(JSON.stringify(fitted.history)).not.toContain(big);
    expect(JSON.stringify(fitted.history)).toMatch(/4000 bytes\) was left out/);
    expect(fitted.after).toBeLessThanOrEqual(6_500 * 0.7);
  });

  it("leaves room for the next turns, however much of the window is kept for the answer", () => {
    const many = [user("task"), ...Array.from({ length: 30 }, (_, at) => turn(`t${at}`, 1, small)).flat()];
    const fitted = fit(many, 12_000, { reserveTokens: 3_000 });
    expect(fitted.after).toBeLessThan(9_000 * 0.72);
  });

  it("then its oldest turns, whole, with a note in their place", () => {
    const fitted = fit(history, 1_900);
    expect(fitted.history.map(({ id }) => id)).toEqual([
      "task",
      expect.stringContaining("left-out"),
      "more",
      "d",
      "d-r",
    ]);
    expect(isPaired(fitted.history)).toBe(true);
  });

  it("keeps what the user said word for word", () => {
    const kept = words(fit(history, 1_700).history);
    expect(kept).toContain("TASK: never touch legacy/");
    expect(kept).toContain("and mind the tests");
  });

  it("keeps pinned messages and the newest turn", () => {
    const pinned = { ...assistant("p", "the plan"), pinned: true as const };
    const fitted = fit([user("task"), pinned, ...turn("a", 1, big), ...turn("z", 1, small)], 3_000);
    expect(fitted.history.map(({ id }) => id)).toEqual(expect.arrayContaining(["p", "z", "z-r"]));
    expect(JSON.stringify(fitted.history)).toContain(small);
  });

  it("goes well below the window, so that the next turns need no compaction", () => {
    const long = [user("task"), ...Array.from({ length: 50 }, (_, at) => turn(`t${at}`, 1, small)).flat()];
    const first = fit(long, 20_000);
    expect(first.after).toBeLessThanOrEqual(14_000);
    expect(fit([...first.history, ...turn("n", 1, small)], 20_000).dropped).toEqual([]);
  });

  it("leaves room for the answer", () => {
    expect(fit(history, 8_000, { reserveTokens: 0 }).dropped).toEqual([]);
    expect(fit(history, 8_000, { reserveTokens: 2_000 }).dropped).not.toEqual([]);
  });

  it("by the newest results alone loses the largest of them, and the last only where its call would give less now", () => {
    const answers = results(
      "n-r",
      result("n.1", "a".repeat(3_000)),
      result("n.2", "b".repeat(900)),
      result("n.3", "c".repeat(2_000)),
    );
    const many = [user("task"), assistant("n", "reads three", 3), answers];
    expect(fit(many, 4_500).dropped).toEqual(["n.1"]);
    expect(fit(many, 2_500).dropped).toEqual(["n.1", "n.3"]);
    expect(fit(many, 1_000).dropped).toEqual(["n.1", "n.3", "n.2"]);
    const one = [user("task"), ...turn("n", 1, "a".repeat(3_000))];
    expect(fit(one, 2_000).dropped).toEqual(["n.1"]);
    const long = [user("t".repeat(3_800)), ...turn("n", 1, "a".repeat(900))];
    expect(() => fit(long, 4_000)).toThrow(/largest result 900/);
  });

  it("because of many small results is refused with what they come to, however many they are", () => {
    const many = (count: number) => {
      const answers = Array.from({ length: count }, (_, at) => result(`n.${at + 1}`, "r".repeat(400)));
      return [user("task"), assistant("n", "reads", count), { ...results("n-r"), parts: answers }];
    };
    expect(() => fit(many(3), 1_000)).toThrow(/all results 1200, largest result 400\.$/);
    expect(() => fit(many(200_000), 1_000)).toThrow(/all results 80000000, largest result 400\.$/);
  });

  it("can be fitted again, with one note for all that went", () => {
    const once = fit(history, 1_900).history;
    const grown = [...once, user("u2"), ...turn("e", 1, small), ...turn("f", 1, small), ...turn("g", 1, small)];
    const twice = fit(grown, 1_900).history;
    expect(twice.filter(({ id }) => id.startsWith("left-out"))).toHaveLength(1);
    expect(isPaired(twice)).toBe(true);
  });

  it("can be fitted again from the ids alone, as a journal keeps them", () => {
    const fitted = fit(history, 1_900);
    expect(leaveOut(history, new Set(fitted.dropped))).toEqual(fitted.history);
  });

  it("is not changed itself", () => {
    const before = JSON.stringify(history);
    fit(history, 1_900);
    expect(JSON.stringify(history)).toBe(before);
  });
});

it("what cannot fit is said once, with the sizes of its parts", () => {
  const history = [user("task", "t".repeat(400)), ...turn("a", 1, "r".repeat(900))];
  const attempt = () => fit(history, 10_000, { system: "s".repeat(9_800) });
  expect(attempt).toThrow(MillraceError);
  try {
    attempt();
  } catch (error) {
    expect(MillraceError.isInstance(error) && error.code).toBe("context_too_small");
    expect(String(error)).toMatch(/window of 10000 .*system prompt 9800, tools 0, task 4\d\d, .*largest result 900/);
  }
});

it("whatever history is fitted, pairs stay whole, users' words stay, and it fits or is refused", () => {
  const text = fc.integer({ min: 0, max: 3_000 }).map((length) => "x".repeat(length));
  const step = fc.oneof(
    fc.tuple(fc.constant("turn" as const), fc.integer({ min: 1, max: 3 }), text),
    fc.tuple(fc.constant("say" as const), fc.constant(0), text),
    fc.tuple(fc.constant("ask" as const), fc.constant(0), text),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 500, max: 20_000 }), (steps, window) => {
      const history: Message[] = [user("task", "the task")];
      for (const [at, [kind, calls, length]] of steps.entries()) {
        if (kind === "turn") history.push(...turn(`m${at}`, calls, length));
        else history.push(kind === "say" ? assistant(`m${at}`, `said ${length}`) : user(`m${at}`, `u${at}`));
      }
      try {
        const fitted = fit(history, window);
        expect(fitted.after).toBeLessThanOrEqual(window);
        expect(isPaired(fitted.history)).toBe(true);
        expect(words(fitted.history).filter((line) => !line.startsWith("[Earlier"))).toEqual(words(history));
        const last = history.findLastIndex(({ role }) => role === "assistant");
        const newest = fitted.history.slice(-(history.length - last));
        if (last >= 0) expect(newest.map(({ id }) => id)).toEqual(history.slice(last).map(({ id }) => id));
      } catch (error) {
        if (!MillraceError.isInstance(error)) throw error;
        expect(error.code).toBe("context_too_small");
      }
    }),
    { numRuns: 500 },
  );
});

it("a result whose call was answered twice counts once", () => {
  const history = [user("task"), assistant("a", "", 1), results("a-r", result("a.1", "x".repeat(3_000))), ...turn("b")];
  expect(fit(history, 2_000).dropped).toEqual(["a.1"]);
});
