import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isModelError } from "../src/as-model-error.js";
import type { SummaryAnswer } from "../src/ask-for-summary.js";
import { systemClock } from "../src/clock.js";
import { TokenEstimator } from "../src/context/estimate.js";
import { Conversation } from "../src/conversation.js";
import { EventStream } from "../src/event-stream.js";
import { foldSession } from "../src/events/fold.js";
import type { SessionEvent } from "../src/events/session-event.js";
import { isNote } from "../src/history/leave-out.js";
import type { Message } from "../src/history/message.js";
import { requestMessages } from "../src/history/request-messages.js";
import { callsOf, resultsOf, textOf } from "../src/history/tool-calls.js";
import { MemoryJournal } from "../src/journal.js";
import type { PreparedRequest } from "../src/prepare-request.js";
import { textResult } from "../src/tool.js";
import { assistant, result, results, turn, user } from "./conversation.js";
import { turnConfig } from "./turn-config.js";

/** A conversation of a model with such a window, and all that it tells. */
function conversationIn(window: number, protocol: "native" | "text" = "text", bytesPerToken = 4) {
  const journal = new MemoryJournal();
  const conversation = new Conversation("t", new EventStream(systemClock, journal), new TokenEstimator(bytesPerToken));
  const known = { value: window, from: "user", at: "" } as const;
  // As little prompt as there is: the window is the history's.
  const configOf = (way: "native" | "text") => ({
    ...turnConfig(way, { window: known }),
    tools: [],
    tier: "minimal" as const,
  });
  const configs = { native: configOf("native"), text: configOf("text") };
  const sections = [] as const;
  let config = configs[protocol];
  const of = <Type extends SessionEvent["type"]>(type: Type) =>
    journal.events.filter((event): event is Extract<SessionEvent, { type: Type }> => event.type === type);
  return {
    conversation,
    journal,
    of,
    config: () => config,
    /** From now on calls are offered in the other way. */
    stepDown: () => {
      config = configs[config.protocol === "native" ? "text" : "native"];
    },
    prepare: (more = {}) => conversation.prepare({ config, sections, interactive: false }, more),
  };
}

const texts = (history: readonly Message[]) => JSON.stringify(history);
const big = "x".repeat(3_000);

/** So many turns with a result of 3,000 bytes each. */
const turns = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => turn(`m${from + at}`, 1, `${from + at} ${big}`)).flat();

function addAll({ conversation }: ReturnType<typeof conversationIn>, messages: readonly Message[]): void {
  for (const message of messages) conversation.add(message);
}

describe("a compaction", () => {
  test("says what it was before and is after, what went by kind, and what is kept", async () => {
    const session = conversationIn(8_000);
    addAll(session, [user("task"), ...turns(14)]);
    const { history, tokensEstimated } = await session.prepare();
    const [{ before = 0, after = 0, went, kept, dropped } = {}] = session.of("history-compacted");
    expect(before).toBeGreaterThan(6_000);
    expect(after).toBeLessThanOrEqual(6_000 * 0.7);
    expect(Math.abs(after - tokensEstimated)).toBeLessThan(100);
    expect(kept).toEqual(history.map(({ id }) => id));
    expect(went?.results).toBe(dropped?.length);
    expect(went?.turns).toBe(0);
  });

  test("can be undone once: all stands again as it was, with what came since", async () => {
    const session = conversationIn(8_000);
    const said = [user("task"), ...turns(14)];
    addAll(session, said);
    await session.prepare();
    addAll(session, [user("since")]);
    expect(await session.conversation.undoCompaction()).toBe(true);
    expect(foldSession(session.journal.events).history).toEqual([...said, user("since")]);
    expect(await session.conversation.undoCompaction()).toBe(false);
    expect(session.of("compaction-undone")).toHaveLength(1);
  });

  test("that was undone comes again only if it must", async () => {
    const session = conversationIn(8_000);
    addAll(session, [user("task"), ...turns(14)]);
    await session.prepare();
    await session.conversation.undoCompaction();
    await session.prepare();
    expect(session.of("history-compacted")).toHaveLength(2);

    const roomy = conversationIn(40_000);
    addAll(roomy, [user("task"), ...turns(14)]);
    await roomy.prepare();
    expect(roomy.of("history-compacted")).toEqual([]);
    expect(await roomy.conversation.undoCompaction()).toBe(false);
  });

  test("right behind another leaves room for a turn as large as the last", async () => {
    // The room is 6,000 tokens: a turn of 2,500 fits twice beside the task.
    const session = conversationIn(8_000);
    addAll(session, [user("task"), ...turns(14), assistant("w0", "y".repeat(10_000))]);
    await session.prepare();
    addAll(session, [user("go on"), assistant("w1", "y".repeat(10_000)), user("go on")]);
    expect((await session.prepare()).tokensEstimated).toBeLessThanOrEqual(6_000 - 2_500);
    expect(session.of("history-compacted")).toHaveLength(2);
  });

  test("that cannot, twice in a row, is the last: it stops and says where the room is", async () => {
    const session = conversationIn(8_000);
    addAll(session, [user("task"), ...turns(14)]);
    await session.prepare();
    const writes = (at: number) => addAll(session, [assistant(`w${at}`, "y".repeat(14_000)), user(`u${at}`)]);
    writes(0);
    await session.prepare();
    writes(1);
    await expect(session.prepare()).rejects.toSatisfy(
      (error) =>
        isModelError(error) &&
        error.kind === "context_overflow" &&
        /each step takes more .* window of 8000 tokens \d+ would be free now, and the last step took 35\d\d\. .*system prompt \d+, tools 0, task \d+, .*largest result/.test(
          error.message,
        ) &&
        error.remedy.includes("larger window"),
    );
    expect(session.of("history-compacted")).toHaveLength(2);
  });

  test("is no reason to stop where the user said much, or a turn came between", async () => {
    const session = conversationIn(8_000);
    addAll(session, [user("task"), ...turns(14)]);
    await session.prepare();
    addAll(session, [user("look", "z".repeat(8_000)), ...turns(1, 20)]);
    await session.prepare();
    for (let at = 30; at < 60; at++) {
      addAll(session, turns(1, at));
      await session.prepare();
    }
    expect(session.of("history-compacted").length).toBeGreaterThan(5);
  });
});

describe("a result", () => {
  test("is made smaller the less is left of the window, also by those of the same message", async () => {
    const session = conversationIn(32_000);
    const { profile } = session.config();
    const huge = () => textResult("line of text\n".repeat(20_000));
    const size = () =>
      texts([{ id: "", role: "tool", parts: [result("x", "", session.conversation.keptResult(huge(), profile, []))] }])
        .length;
    addAll(session, [user("task")]);
    await session.prepare();
    const fresh = [size(), size(), size(), size(), size()];
    expect(fresh[0]).toBeGreaterThan(30_000);
    expect(fresh.at(-1)).toBeLessThan(20_000);
    addAll(session, turns(30));
    await session.prepare();
    expect(size()).toBeLessThan((fresh[0] ?? 0) * 0.9);
  });

  test("that the history shows whole already is one line, until it is left out", async () => {
    const session = conversationIn(8_000);
    const { profile } = session.config();
    const read = textResult(`${big}${big}`, { meta: { path: "a.ts", range: [1, 9], hash: "h" } });
    addAll(session, [
      user("task"),
      assistant("a", "", 1),
      results("a-r", { type: "tool-result", callId: "a.1", result: read }),
    ]);
    await session.prepare();
    expect(session.conversation.keptResult(read, profile, []).meta?.repeats).toBe("a.1");
    addAll(session, turns(12));
    await session.prepare();
    expect(session.conversation.keptResult(read, profile, [])).toBe(read);
  });
});

describe("a compaction by summary", () => {
  const asked: PreparedRequest[] = [];
  const session = (answer: SummaryAnswer, window = 8_000) => {
    const watched = conversationIn(window);
    const askForSummary = async (sized: PreparedRequest) => {
      asked.push(sized);
      return answer;
    };
    return { ...watched, prepare: () => watched.prepare({ askForSummary }) };
  };
  const lastText = ({ request }: PreparedRequest) => textOf(request.messages.at(-1) as Message);

  test("puts the model's words in place of the oldest turns; the user's own stand beside it word for word", async () => {
    const watched = session({ text: "## Task and decisions\nNever touch legacy/." });
    addAll(watched, [user("task", "TASK: mind the tests"), ...turns(7), user("note", "  and  hurry "), ...turns(7, 7)]);
    const before = asked.length;
    const first = await watched.prepare();
    expect(asked).toHaveLength(before + 1);
    expect(texts(first.history)).toContain("Never touch legacy/.");
    expect(first.history.filter(({ role, id }) => role === "user" && !isNote(id))).toEqual([
      user("task", "TASK: mind the tests"),
      user("note", "  and  hurry "),
    ]);
    const [event] = watched.of("history-compacted");
    expect(event?.summary).toContain("## Task and decisions");
    expect(event?.went.summedUp).toBeGreaterThan(5);
    expect(foldSession(watched.journal.events).history).toEqual(first.history);
    expect(first.tokensEstimated).toBeLessThanOrEqual(6_000 * 0.7);
  });

  test("asks behind the conversation as it was sent, and asks for fixed headings", async () => {
    const watched = session({ text: "short" });
    addAll(watched, [user("task"), ...turns(7)]);
    const sent = await watched.prepare();
    addAll(watched, turns(1, 7));
    await watched.prepare();
    const question = asked.at(-1) as PreparedRequest;
    expect(question.request.messages.slice(0, -1)).toEqual(sent.request.messages.slice(0, -1));
    expect(lastText(question).startsWith(textOf(sent.request.messages.at(-1) as Message))).toBe(true);
    expect(lastText(question)).toMatch(
      /## Task and decisions[\s\S]*## Done[\s\S]*## Files[\s\S]*## Open[\s\S]*## Next/,
    );
    expect(question.request.system).toBe(sent.request.system);
    expect(question.tokensEstimated + (question.request.maxOutputTokens ?? 0)).toBeLessThanOrEqual(8_000);
  });

  test("asks with the oldest turns left out where the question would not fit", async () => {
    const watched = session({ text: "short" });
    addAll(watched, [user("task"), ...turns(30)]);
    await watched.prepare();
    const question = asked.at(-1) as PreparedRequest;
    expect(question.tokensEstimated).toBeLessThanOrEqual(6_000);
    expect(texts(question.request.messages)).not.toContain("step m0");
    expect(texts(question.request.messages)).toContain("step m28");
  });

  test.each([
    ["fails", { why: "the request for it failed: it broke" }, /not summed up: the request for it failed: it broke\./],
    ["is longer than what it stands for", { text: "w".repeat(30_000) }, /summary was too long/],
  ])("that %s is said, and the oldest is dropped in its place", async (_what, answer: SummaryAnswer, says) => {
    const watched = session(answer);
    addAll(watched, [user("task"), ...turns(14)]);
    const { history, tokensEstimated } = await watched.prepare();
    expect(watched.of("notice").map(({ message }) => message)).toEqual([expect.stringMatching(says)]);
    expect(watched.of("history-compacted")).toMatchObject([{ went: { turns: 0 } }]);
    expect(texts(history)).toContain("was left out to make room");
    expect(tokensEstimated).toBeLessThanOrEqual(6_000);
  });

  test("that fails three times in a row is not asked for any more, and that is said", async () => {
    const watched = session({ why: "the model answered with a call" });
    const before = asked.length;
    addAll(watched, [user("task")]);
    for (let at = 0; at < 60; at += 6) {
      addAll(watched, turns(6, at));
      await watched.prepare();
    }
    expect(watched.of("history-compacted").length).toBeGreaterThan(3);
    expect(asked.length - before).toBeLessThanOrEqual(3);
    const said = watched.of("notice").map(({ message }) => message);
    expect(said).toHaveLength(3);
    expect(said.at(-1)).toMatch(/From now on no summary is asked for\.$/);
  });

  test("that does not shrink the conversation is said, and the oldest is dropped in its place", async () => {
    const watched = session({ text: "s".repeat(3_900) });
    addAll(watched, [
      user("task", "t".repeat(20_000)),
      ...turn("a", 1, "r".repeat(900)),
      ...turn("b", 1, "r".repeat(2_900)),
    ]);
    await watched.prepare();
    expect(watched.of("notice").map(({ message }) => message)).toEqual([
      expect.stringContaining("longer than what it stands for"),
    ]);
    expect(watched.of("history-compacted")[0]?.summary).toBeUndefined();
  });

  test("stays where a later one fails", async () => {
    let answer: SummaryAnswer = { text: "the plan is X" };
    const watched = conversationIn(8_000);
    const askForSummary = async () => answer;
    addAll(watched, [user("task"), ...turns(14)]);
    await watched.prepare({ askForSummary });
    answer = { why: "it broke" };
    for (let at = 20; at < 60; at++) {
      addAll(watched, [assistant(`s${at}`, "said ".repeat(200)), user(`u${at}`, "ok")]);
      const { history } = await watched.prepare({ askForSummary });
      expect(texts(history)).toContain("the plan is X");
    }
    const [first, ...later] = watched.of("history-compacted").map(({ went }) => went);
    expect(first).toMatchObject({ turns: 0, summedUp: expect.any(Number) });
    expect(later.at(-1)).toMatchObject({ turns: expect.any(Number), summedUp: 0 });
    expect(foldSession(watched.journal.events).history.filter(({ id }) => isNote(id))).toHaveLength(1);
  });

  test("that is stopped leaves everything as it was", async () => {
    const watched = conversationIn(8_000);
    const said = [user("task"), ...turns(14)];
    addAll(watched, said);
    const stopped = new Error("stopped");
    await expect(watched.prepare({ askForSummary: () => Promise.reject(stopped) })).rejects.toBe(stopped);
    expect(foldSession(watched.journal.events).history).toEqual(said);
  });
});

/** Every call with its results right behind it and the other way round. */
function isPaired(history: readonly Message[]): boolean {
  return history.every((message, at) => {
    if (message.role === "tool") return callsOf(history[at - 1] as Message).length === resultsOf(message).length;
    const ids = callsOf(message).map(({ id }) => id);
    return ids.length === 0 || ids.every((id, call) => resultsOf(history[at + 1] as Message)[call]?.callId === id);
  });
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      size: fc.integer({ min: 0, max: 4_000 }),
      calls: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("says" as const),
      size: fc.integer({ min: 0, max: 2_000 }),
      calls: fc.constant(0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("undo" as const, "read" as const, "step down" as const),
      size: fc.constant(0),
      calls: fc.constant(1),
    }),
  },
);

test.each(["text", "native"] as const)(
  "whatever is said in whatever window: pairs and words stay, no request is above it, what was sent stays, the events tell all, and the same history gives the same bytes (%s)",
  async (protocol) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1_500, max: 12_000 }),
        fc.constantFrom("drop", "summary", "failing"),
        async (steps, window, compact) => {
          const session = conversationIn(window, protocol);
          const answers: Record<string, SummaryAnswer> = {
            summary: { text: "What was done." },
            failing: { why: "it broke" },
          };
          const answer = answers[compact];
          const sent: PreparedRequest[] = [];
          const askForSummary =
            answer &&
            (async (sized: PreparedRequest) => {
              expect(sized.tokensEstimated).toBeLessThanOrEqual(window);
              return answer;
            });
          const said = [user("task", "the task")];
          addAll(session, said);
          for (const [at, { kind, size, calls }] of steps.entries()) {
            if (kind === "undo") await session.conversation.undoCompaction();
            if (kind === "step down") session.stepDown();
            const ids = Array.from({ length: calls }, (_, call) => `m${at}.${call + 1}`);
            const read = textResult("r".repeat(900), { meta: { path: "a.ts", range: [1, 9], hash: "h" } });
            const made = kind === "read" ? read : textResult("x".repeat(size));
            const parts = ids.map((id) =>
              result(id, "", session.conversation.keptResult(made, session.config().profile, [])),
            );
            addAll(session, [
              assistant(`m${at}`, `step ${at}`, calls),
              ...(calls > 0 ? [results(`m${at}-r`, ...parts)] : []),
            ]);
            if (kind === "says") {
              said.push(user(`u${at}`, `words ${"w".repeat(size / 10)}`));
              addAll(session, said.slice(-1));
            }
            const compactions = session.of("history-compacted").length + session.of("compaction-undone").length;
            let prepared: PreparedRequest;
            try {
              prepared = await session.prepare({ askForSummary });
            } catch (error) {
              if (!isModelError(error)) throw error;
              expect(error.kind).toBe("context_overflow");
              return;
            }
            const { history, request, tokensEstimated } = prepared;
            expect(tokensEstimated).toBeLessThanOrEqual(window);
            expect(isPaired(history)).toBe(true);
            expect(history.filter(({ role, id }) => role === "user" && !isNote(id))).toEqual(said);
            const told = foldSession(session.journal.events).history;
            expect(told).toEqual(history);
            // As a program that reads the journal makes it, which has rendered nothing before.
            const afresh = requestMessages(structuredClone(told), session.config());
            expect(JSON.stringify(afresh)).toBe(JSON.stringify(request.messages));
            const before = sent.at(-1);
            if (
              before &&
              session.of("history-compacted").length + session.of("compaction-undone").length === compactions &&
              kind !== "undo" &&
              kind !== "step down"
            ) {
              for (const [place, message] of before.request.messages.slice(0, -1).entries()) {
                expect(request.messages[place]).toBe(message);
              }
            }
            sent.push(prepared);
          }
        },
      ),
      { numRuns: 150 },
    );
  },
  60_000,
);
