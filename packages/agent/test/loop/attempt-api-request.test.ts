import { describe, expect, test } from "vitest";
import { foldSession } from "../../src/events/fold.js";
import type { SessionEvent } from "../../src/events/session-event.js";
import type { Part } from "../../src/history/message.js";
import { modelError, pieces, ScriptedModel, type Step, says } from "./scripted-model.js";
import { startTask, type Watched } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const fine = says("Fine.");

/** Runs to the end, moving the clock on through every announced wait and nothing else. */
async function runThroughWaits({ task }: Watched, clock: TestClock) {
  task.subscribe((event: SessionEvent) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  return task.run("go");
}

function playing(clock: TestClock, ...answers: Step[][]) {
  const model = new ScriptedModel(...answers);
  return { model, watched: startTask({ model, clock }) };
}

describe("a failure before content", () => {
  test("is sent again after 2, 4 and 8 s, then reported once with its exit code", async () => {
    const clock = new TestClock();
    const { model, watched } = playing(clock, [modelError({ kind: "overloaded", status: 529 })]);
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "failed", exitCode: 12 });
    expect(model.requests).toHaveLength(4);
    const waits = watched.of("request-retrying").map(({ delayMs }) => delayMs);
    expect(waits.map((ms) => Math.floor(ms / 1_000))).toEqual([2, 4, 8]);
    expect(watched.of("request-failed").map(({ kind }) => kind)).toEqual(["overloaded"]);
    expect(watched.of("request-started")).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("leaves no trace but its usage when the next try goes well", async () => {
    const clock = new TestClock();
    const broken: Step[] = [{ type: "usage", usage: { inputTokens: 50 } }, modelError({ phase: "first-content" })];
    const { watched } = playing(clock, broken, fine);
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "answered", text: "Fine." });
    expect(watched.of("request-retrying")).toMatchObject([{ attempt: 1, max: 3, usage: { inputTokens: 50 } }]);
    expect(watched.of("request-failed")).toEqual([]);
    expect(watched.of("request-restarted")).toEqual([]);
  });

  test("waits as long as the server asks, never less", async () => {
    for (const retryAfterMs of [20_000, 7_500]) {
      const clock = new TestClock();
      const { model, watched } = playing(clock, [modelError({ kind: "rate_limit", retryAfterMs })], fine);
      await runThroughWaits(watched, clock);
      const [wait] = watched.of("request-retrying").map(({ delayMs }) => delayMs);
      expect(wait).toBeGreaterThanOrEqual(retryAfterMs);
      expect(wait).toBeLessThanOrEqual(retryAfterMs * 1.15);
      expect(model.requests).toHaveLength(2);
    }
  });

  test("is not sent again where that cannot help: one call, one message, its own exit code", async () => {
    for (const [kind, exitCode] of [
      ["auth", 10],
      ["quota", 11],
      ["invalid_request", 15],
    ] as const) {
      const { model, watched } = playing(new TestClock(), [modelError({ kind, retryable: false })]);
      expect(await watched.task.run("go")).toMatchObject({ end: "failed", exitCode });
      expect(model.requests).toHaveLength(1);
      expect(watched.of("request-failed")).toHaveLength(1);
    }
  });

  test("of more than a minute is not waited for: the user is asked at once, with the time", async () => {
    const model = new ScriptedModel([modelError({ kind: "rate_limit", retryAfterMs: 300_000 })], fine);
    const { task, of } = startTask({ model, clock: new TestClock(), askUser: async () => ({ answer: "yes" }) });
    expect((await task.run("go")).end).toBe("answered");
    expect(of("ask-opened").map(({ ask }) => [ask.kind, ask.message])).toEqual([
      ["retry", expect.stringContaining("5 min")],
    ]);
    expect(of("request-retrying").map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([[0, 0]]);
  });

  test("out of retries the user is asked; a yes begins the count anew, a no ends it", async () => {
    const clock = new TestClock();
    const model = new ScriptedModel([modelError()]);
    const answers = ["yes", "no"] as const;
    let asked = 0;
    const watched = startTask({ model, clock, askUser: async () => ({ answer: answers[asked++] ?? "no" }) });
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "failed", exitCode: 13 });
    expect(asked).toBe(2);
    expect(model.requests).toHaveLength(8);
    expect(new Set(watched.of("ask-opened").map(({ ask }) => ask.id)).size).toBe(2);
  });

  test("an abort ends the wait at once", async () => {
    const clock = new TestClock();
    const { model, watched } = playing(clock, [modelError({ kind: "rate_limit", retryAfterMs: 30_000 })], fine);
    const run = watched.task.run("go");
    await settled();
    // Nothing but the wait itself: the failed request is let go of.
    expect(clock.pending).toBe(1);
    expect(model.closed).toBe(1);
    await clock.advance(1_000);
    watched.task.stop();
    expect(await run).toMatchObject({ end: "aborted", exitCode: 130 });
    expect(model.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("a client that throws something else is a fault, told as one and not tried again", async () => {
    const { model, watched } = playing(new TestClock(), [new TypeError("x is undefined")]);
    expect(await watched.task.run("go")).toMatchObject({ end: "failed", exitCode: 1 });
    expect(watched.of("request-failed")[0]?.message).toContain("x is undefined");
    expect(model.requests).toHaveLength(1);
  });
});

describe("empty answers", () => {
  const empty: Step[] = [{ type: "finish", reason: "stop" }];
  const onlyReasoning: Step[] = [{ type: "reasoning-delta", text: "hm" }, ...empty];

  const answers: [string, Step[]][] = [
    ["nothing", empty],
    ["blanks", [...pieces(" \n"), ...empty]],
    ["only reasoning", onlyReasoning],
  ];
  test.each(
    answers.flatMap(([name, answer]) => [
      { name, answer, protocol: "text" as const },
      { name, answer, protocol: "native" as const },
    ]),
  )("$name ($protocol): sent again twice, then reported, and never stored", async ({ answer, protocol }) => {
    const clock = new TestClock();
    const model = new ScriptedModel(answer);
    const watched = startTask({ model, clock, protocol, tools: [recordingTool("read_file", "none")] });
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "failed", exitCode: 1 });
    expect(model.requests).toHaveLength(3);
    expect(watched.of("request-failed").map(({ kind }) => kind)).toEqual(["empty"]);
    expect(foldSession(watched.events).usage.requests).toBe(3);
    expect(watched.of("assistant-message")).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("one that is followed by an answer is forgotten", async () => {
    const clock = new TestClock();
    const { watched } = playing(clock, onlyReasoning, fine);
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "answered", text: "Fine." });
    expect(watched.of("request-restarted")).toHaveLength(1);
  });

  test.each([
    ["alone", []],
    ["behind words", pieces("I will look.")],
  ] as [string, Step[]][])(
    "a call that the server could not read, %s, is told to the model instead",
    async (_where, said) => {
      const raw = "function_call_filter: MALFORMED_FUNCTION_CALL";
      const { model, watched } = playing(new TestClock(), [...said, { type: "finish", reason: "error", raw }], fine);
      expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
      expect(JSON.stringify(model.requests[1]?.messages)).toContain("was malformed");
      expect(watched.of("request-retrying")).toEqual([]);
    },
  );

  test("a call that the server can never read ends the run: three tries are enough", async () => {
    const malformed: Step[] = [{ type: "finish", reason: "error", raw: "MALFORMED_FUNCTION_CALL" }];
    const { model, watched } = playing(new TestClock(), malformed);
    const message = expect.stringContaining("could not read the calls of 3 messages in a row");
    expect(await watched.task.run("go")).toMatchObject({ end: "failed", exitCode: 1, message });
    expect(model.requests).toHaveLength(3);
  });
});

describe("silence", () => {
  const at = async (clock: TestClock, watched: Watched, ms: number) => {
    const run = watched.task.run("go");
    await settled();
    await clock.advance(ms);
    return run;
  };

  test("before the first byte ends at 30 s, and the request is let go of", async () => {
    const clock = new TestClock();
    const { model, watched } = playing(clock, [gate().promise], fine);
    const run = watched.task.run("go");
    await settled();
    await clock.advance(29_999);
    expect(watched.of("request-retrying")).toEqual([]);
    await clock.advance(1);
    expect(watched.of("request-retrying")).toMatchObject([{ kind: "timeout" }]);
    expect(model.closed).toBe(1);
    await clock.advance(3_000);
    expect((await run).end).toBe("answered");
  });

  test("between chunks ends 60 s after the last", async () => {
    const clock = new TestClock();
    const second = gate();
    const { watched } = playing(clock, [...pieces("a"), second.promise, ...pieces("b"), gate().promise], fine);
    const run = watched.task.run("go");
    await settled();
    await clock.advance(900);
    second.open();
    await settled();
    await clock.advance(59_999);
    expect(watched.of("request-retrying")).toEqual([]);
    await clock.advance(1);
    expect(watched.of("request-retrying")).toMatchObject([{ kind: "timeout" }]);
    await clock.advance(3_000);
    expect(await run).toMatchObject({ end: "answered", text: "Fine." });
  });

  test("is none while keep-alives come: five minutes of thinking are fine, ten end", async () => {
    const clock = new TestClock();
    const ticks = Array.from({ length: 70 }, () => gate());
    const alive = ticks.flatMap(({ promise }): Step[] => [promise, { type: "keep-alive" }]);
    const { watched } = playing(clock, [...alive.slice(0, 60), ...fine], [...alive.slice(60)]);
    const run = watched.task.run("go");
    await settled();
    for (const tick of ticks.slice(0, 30)) {
      await clock.advance(10_000);
      tick.open();
      await settled();
    }
    expect((await run).end).toBe("answered");
    const phases = watched.of("request-phase");
    expect(phases.at(0)).toMatchObject({ phase: "first-byte", serverAlive: false });
    expect(
      phases.some(({ phase, serverAlive, sinceMs }) => phase === "first-content" && serverAlive && sinceMs > 200_000),
    ).toBe(true);
    expect(watched.of("request-retrying")).toEqual([]);
  });

  test("is told of at most once a second, however often the server shows that it lives", async () => {
    const usage: Step = { type: "usage", usage: { outputTokens: 1 } };
    const chatty = pieces("a long answer in many pieces", 1).flatMap((piece): Step[] => [piece, usage]);
    const { watched } = playing(new TestClock(), [...chatty, { type: "finish", reason: "stop" }]);
    await watched.task.run("go");
    expect(watched.of("request-phase").length).toBeLessThanOrEqual(3);
  });

  test("of content ends at 600 s even while keep-alives come", async () => {
    const clock = new TestClock();
    const ticks = Array.from({ length: 61 }, () => gate());
    const alive = ticks.flatMap(({ promise }): Step[] => [promise, { type: "keep-alive" }]);
    const { watched } = playing(clock, alive, fine);
    const run = watched.task.run("go");
    await settled();
    for (const tick of ticks.slice(0, 59)) {
      await clock.advance(10_000);
      tick.open();
      await settled();
    }
    expect(watched.of("request-retrying")).toEqual([]);
    await clock.advance(10_000);
    expect(watched.of("request-retrying")).toMatchObject([{ kind: "timeout" }]);
    await clock.advance(3_000);
    expect((await run).end).toBe("answered");
  });

  test("of a local server may last longer the longer the prompt and the slower the server was", async () => {
    const clock = new TestClock();
    const slow = gate();
    const measured: Step[] = [slow.promise, { type: "usage", usage: { inputTokens: 1_000 } }, ...fine];
    const model = new ScriptedModel(measured, [gate().promise], fine);
    const watched = startTask({ model, clock, profile: { local: true } });
    const first = watched.task.run("go");
    await settled();
    // 1,000 tokens in 200 s: 5 a second.
    await clock.advance(200_000);
    slow.open();
    await first;
    const second = watched.task.run("word ".repeat(4_000));
    await settled();
    const { tokensEstimated = 0 } = watched.of("request-started")[1] ?? {};
    const limit = watched.of("request-phase").at(-1)?.limitMs;
    expect(limit).toBeCloseTo((tokensEstimated / 5) * 1_000 * 3, -3);
    expect(limit).toBeGreaterThan(300_000);
    watched.task.stop();
    await second;
    expect(clock.pending).toBe(0);
  });

  test("of a client that does not listen to its signal is ended all the same", async () => {
    const clock = new TestClock();
    let calls = 0;
    const deaf = {
      id: "test/deaf",
      async *stream() {
        if (++calls === 1) await new Promise(() => {});
        yield* fine;
      },
    };
    const watched = startTask({ model: deaf, clock });
    const run = at(clock, watched, 33_000);
    expect((await run).end).toBe("answered");
    expect(calls).toBe(2);
    expect(clock.pending).toBe(0);
  });
});

test.each([
  ["before content", []],
  ["in the middle of a message", pieces("Half")],
])("a request that fails for good, %s, is counted with all its tries, each once", async (_, begun: readonly Step[]) => {
  const clock = new TestClock();
  const spent: Step[] = [...begun, { type: "usage", usage: { inputTokens: 50 } }];
  const { watched } = playing(clock, [...spent, modelError({ phase: "stream" })]);
  expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "failed" });
  expect(watched.of("request-failed")).toMatchObject([{ usage: { inputTokens: 50 } }]);
  expect(foldSession(watched.events).usage).toMatchObject({ requests: 4, inputTokens: 200 });
});

test.each([
  ["It broke", "It broke. Try again."],
  ["It broke.", "It broke. Try again."],
  ["upstream closed \n", "upstream closed. Try again."],
  ["Is it there?", "Is it there? Try again."],
  ['It said "stop."', 'It said "stop." Try again.'],
  ["", "Try again."],
])("a failure %j and its remedy are sentences of their own", async (said, message) => {
  const { watched } = playing(new TestClock(), [modelError({ retryable: false }, said)]);
  expect(await watched.task.run("go")).toMatchObject({ end: "failed", message });
});

test("usage and keep-alives are no content; usage behind the finish still counts", async () => {
  const model = new ScriptedModel([
    { type: "keep-alive" },
    { type: "usage", usage: { inputTokens: 12 } },
    ...fine,
    { type: "usage", usage: { outputTokens: 1 } },
  ]);
  const { task, of } = startTask({ model });
  await task.run("go");
  expect(of("request-finished")).toMatchObject([{ usage: { inputTokens: 12, outputTokens: 1 }, reason: "stop" }]);
});

test("usage that the server does not report is estimated and marked so", async () => {
  const { task, of } = startTask({ model: new ScriptedModel(fine) });
  await task.run("go");
  expect(of("request-finished")[0]?.usage).toMatchObject({ estimated: true, inputTokens: expect.any(Number) });
});

test("an answer that ends without its end is a broken connection, not an answer", async () => {
  const clock = new TestClock();
  const { watched } = playing(clock, pieces("half an ans"), fine);
  expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "answered", text: "Fine." });
  expect(watched.of("request-restarted")).toHaveLength(1);
});

test("a connection that breaks behind the end of the answer took nothing with it", async () => {
  const { model, watched } = playing(new TestClock(), [...fine, modelError({ phase: "stream" })]);
  expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
  expect(model.requests).toHaveLength(1);
});

test.each([
  ["ends there", []],
  ["breaks behind it", [modelError({ phase: "stream" })]],
] as [string, Step[]][])(
  "an answer that the server ends with an error is none, where the connection %s",
  async (_how, end) => {
    const clock = new TestClock();
    const { watched } = playing(
      clock,
      [...pieces("Half"), { type: "finish", reason: "error", raw: "oom" }, ...end],
      fine,
    );
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "answered", text: "Fine." });
    expect(watched.of("request-restarted")).toHaveLength(1);
  },
);

test("each request begins with the one before it, so a server's prefix cache stays valid", async () => {
  const read = recordingTool("read_file", "none");
  const call = says("<read_file>\n<path>a</path>\n</read_file>\n");
  const model = new ScriptedModel(call, call, fine);
  const { task, of } = startTask({ model, tools: [read] });
  await task.run("go");
  const texts = model.requests.map(({ system, messages }) =>
    [system, ...messages.map(({ role, parts }) => `${role}: ${parts.map(textOf).join()}`)].join("\n"),
  );
  expect(texts[1]?.startsWith(texts[0] ?? "-")).toBe(true);
  expect(texts[2]?.startsWith(texts[1] ?? "-")).toBe(true);
  const finished = of("request-finished");
  expect(finished[2]?.cachePrefixBytes).toBe(finished[1]?.bytes);
});

function textOf(part: Part): string {
  return part.type === "text" ? part.text : "";
}
