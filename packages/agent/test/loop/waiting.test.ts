import { describe, expect, test } from "vitest";
import { modelError, pieces, ScriptedModel, type Step, says } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate } from "./test-tools.js";

const fine = says("Fine.");

/** A run whose model plays these answers, begun and waiting. */
async function waiting(...answers: Step[][]) {
  const clock = new TestClock();
  const model = new ScriptedModel(...answers);
  const watched = startTask({ model, clock });
  const run = watched.task.run("go");
  await settled();
  const phases = () => watched.of("request-phase");
  const retries = () => watched.of("request-retrying").map(({ kind, message }) => ({ kind, message }));
  return { clock, model, watched, run, phases, retries };
}

describe("while a request is waited for", () => {
  test("readers are told once a second how long so far, and nothing is once the answer comes", async () => {
    const first = gate();
    const second = gate();
    const { clock, watched, run, phases } = await waiting([first.promise, ...pieces("a"), second.promise, ...fine]);
    await clock.advance(12_000);
    expect(phases()).toHaveLength(13);
    expect(phases().at(-1)).toMatchObject({
      phase: "first-byte",
      silentMs: 12_000,
      limitMs: 30_000,
      serverAlive: false,
    });
    first.open();
    await settled();
    expect(phases().at(-1)).toMatchObject({ phase: "stream", silentMs: 0, limitMs: 60_000, serverAlive: true });
    await clock.advance(2_000);
    expect(phases().at(-1)).toMatchObject({ phase: "stream", silentMs: 2_000 });
    second.open();
    expect((await run).end).toBe("answered");
    expect(clock.pending).toBe(0);
    const told = watched.events.length;
    await clock.advance(10_000);
    expect(watched.events).toHaveLength(told);
  });

  test("a server that shows life without content is told apart from one that is silent", async () => {
    const ticks = Array.from({ length: 19 }, () => gate());
    const { clock, watched, run, phases } = await waiting([
      ...ticks.flatMap(({ promise }): Step[] => [promise, { type: "keep-alive" }]),
      gate().promise,
    ]);
    for (const tick of ticks) {
      await clock.advance(10_000);
      tick.open();
      await settled();
    }
    // 3:10 of waiting, 0 s of silence.
    await clock.advance(1_000);
    expect(phases().at(-1)).toMatchObject({
      phase: "first-content",
      sinceMs: 191_000,
      silentMs: 1_000,
      serverAlive: true,
    });
    watched.task.stop();
    await run;
    expect(clock.pending).toBe(0);
  });

  test("news of it are never kept: they are for whoever looks on", async () => {
    const kept: string[] = [];
    const clock = new TestClock();
    const model = new ScriptedModel([modelError()], [gate().promise]);
    const journal = {
      write: async ({ type }: { type: string }) => {
        kept.push(type);
      },
      flush: async () => {},
    };
    const { task, of } = startTask({ model, clock, journal });
    const run = task.run("go");
    await settled();
    await clock.advance(20_000);
    task.stop();
    await run;
    expect(of("request-phase").length).toBeGreaterThan(10);
    expect(of("retry-countdown").length).toBeGreaterThan(0);
    expect(kept).not.toContain("request-phase");
    expect(kept).not.toContain("retry-countdown");
  });

  test("the seconds to the next try are counted down", async () => {
    const { clock, watched, run } = await waiting([modelError({ retryAfterMs: 4_000 })], fine);
    const [retry] = watched.of("request-retrying");
    await clock.advance(retry?.delayMs ?? 0);
    expect((await run).end).toBe("answered");
    const left = watched.of("retry-countdown").map(({ leftMs, attempt, max }) => [leftMs, attempt, max]);
    // A jitter of nothing at all leaves out the first: it is the wait itself.
    expect(left.slice(-3)).toEqual([3_000, 2_000, 1_000].map((ms) => [ms, 1, 3]));
    expect(clock.pending).toBe(0);
  });
});

test("a timer that comes a fraction of a millisecond early, as Node's do, counts no second twice and no 0", async () => {
  const clock = new (class extends TestClock {
    override timer(ms: number, callback: () => void): () => void {
      return super.timer(ms - 0.3, callback);
    }
  })();
  const { task, of } = startTask({ model: new ScriptedModel([modelError({ retryAfterMs: 3_500 })], fine), clock });
  const run = task.run("go");
  await settled();
  await clock.advance(5_000);
  expect((await run).end).toBe("answered");
  expect(of("retry-countdown").map(({ leftMs }) => Math.round(leftMs / 1_000))).toEqual([3, 2, 1]);
});

describe("a connection", () => {
  test("that is never made ends with the limit of the first byte, and the error says so", async () => {
    const hanging: Step[] = [{ type: "connection", phase: "connect" }, gate().promise];
    const { clock, phases, retries, run } = await waiting(hanging, fine);
    expect(phases().at(-1)).toMatchObject({ phase: "connect", limitMs: 30_000, serverAlive: false });
    await clock.advance(30_000);
    expect(retries()).toEqual([{ kind: "timeout", message: "No connection was made within 30 s." }]);
    await clock.advance(3_000);
    await run;
  });

  test("that stands is not blamed, and making it takes from the same limit", async () => {
    const made = gate();
    const slow: Step[] = [
      { type: "connection", phase: "connect" },
      made.promise,
      { type: "connection", phase: "first-byte" },
      gate().promise,
    ];
    const { clock, phases, retries, run } = await waiting(slow, fine);
    await clock.advance(20_000);
    made.open();
    await settled();
    expect(phases().at(-1)).toMatchObject({ phase: "first-byte", silentMs: 20_000 });
    await clock.advance(10_000);
    expect(retries()).toEqual([{ kind: "timeout", message: "No answer began within 30 s." }]);
    await clock.advance(3_000);
    await run;
  });
});

describe("a process that was stopped, or a machine that slept", () => {
  test.each([
    ["before the first byte", []],
    ["before the first content", [{ type: "keep-alive" }]],
    ["in the middle of the answer", pieces("Half")],
  ] as [string, Step[]][])("%s: what came meanwhile is read, no time-out is told", async (_when, before) => {
    const buffered = gate();
    const { clock, retries, run } = await waiting([...before, buffered.promise, ...pieces(" done"), ...fine]);
    await clock.advance(5_000);
    await clock.jump(3_600_000);
    expect(retries()).toEqual([]);
    buffered.open();
    expect((await run).end).toBe("answered");
    expect(retries()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("for no longer than it takes to notice: five seconds at the end of the limit", async () => {
    const buffered = gate();
    const { clock, retries, run } = await waiting([...pieces("Half"), buffered.promise, ...fine]);
    await clock.advance(58_000);
    await clock.jump(5_000);
    expect(retries()).toEqual([]);
    buffered.open();
    expect((await run).end).toBe("answered");
    expect(retries()).toEqual([]);
  });

  test("leaves a silent connection the rest of its limit, then one retry", async () => {
    const { clock, watched, retries, run } = await waiting([...pieces("Half"), gate().promise], fine);
    await clock.advance(50_000);
    await clock.jump(3_600_000);
    // The timer that came late was to come at 51 s.
    await clock.advance(8_999);
    expect(retries()).toEqual([]);
    await clock.advance(1);
    expect(retries()).toEqual([{ kind: "timeout", message: "The answer stopped: nothing more came for 60 s." }]);
    await clock.advance(3_000);
    expect(await run).toMatchObject({ end: "answered", text: "Fine." });
    expect(watched.of("request-retrying")).toHaveLength(1);
  });

  test("finds a connection that died meanwhile: one retry", async () => {
    const died = gate();
    const { clock, model, retries, run } = await waiting([...pieces("Half"), died.promise, modelError()], fine);
    await clock.jump(3_600_000);
    died.open();
    await settled();
    expect(retries()).toHaveLength(1);
    await clock.advance(3_000);
    expect(await run).toMatchObject({ end: "answered", text: "Fine." });
    expect(model.requests).toHaveLength(2);
  });

  test("is not taken for a server that lives", async () => {
    const { clock, phases, watched, run } = await waiting([...pieces("Half"), gate().promise]);
    await clock.advance(20_000);
    await clock.jump(3_600_000);
    await clock.advance(1_000);
    const { silentMs, sinceMs } = phases().at(-1) ?? {};
    expect([silentMs, sinceMs]).toEqual([22_000, 22_000]);
    watched.task.stop();
    await run;
  });

  test("while a next try was waited for goes on at once", async () => {
    const { clock, model, run } = await waiting([modelError()], fine);
    expect(model.requests).toHaveLength(1);
    await clock.jump(3_600_000);
    expect((await run).end).toBe("answered");
    expect(model.requests).toHaveLength(2);
  });

  test("does not make a server look slow", async () => {
    const clock = new TestClock();
    const buffered = gate();
    const measured: Step[] = [buffered.promise, { type: "usage", usage: { inputTokens: 1_000 } }, ...fine];
    const watched = startTask({ model: new ScriptedModel(measured, fine), clock, profile: { local: true } });
    const run = watched.task.run("go");
    await settled();
    await clock.advance(1_000);
    await clock.jump(3_600_000);
    buffered.open();
    await run;
    // A second, and the one that the timer was set for.
    expect(watched.of("request-finished")[0]?.timings.firstByteMs).toBe(2_000);
  });

  test("has used up the time of a run that has a limit of it: whoever set it waits for the end", async () => {
    const clock = new TestClock();
    const model = new ScriptedModel([gate().promise]);
    const { task } = startTask({ model, clock, limits: { maxSeconds: 600 } });
    const run = task.run("go");
    await settled();
    await clock.jump(3_600_000);
    expect(await run).toMatchObject({ end: "limit" });
  });
});

describe("a process that is busy", () => {
  test("for the end of the limit reads what came meanwhile before it takes the server for silent", async () => {
    const buffered = gate();
    const { clock, retries, run } = await waiting([...pieces("Half"), buffered.promise, ...fine]);
    await clock.advance(59_000);
    // The socket is read behind the timers, and holds the rest of the answer.
    const busy = clock.jump(2_500);
    buffered.open();
    await busy;
    await clock.advance(0);
    expect(retries()).toEqual([]);
    expect(await run).toMatchObject({ end: "answered", text: "HalfFine." });
    expect(clock.pending).toBe(0);
  });

  test("again and again, as if it had been stopped, ends a silence all the same", async () => {
    const { clock, retries, run } = await waiting([...pieces("Half"), gate().promise], fine);
    for (let busy = 0; busy < 100 && retries().length === 0; busy++) {
      await clock.jump(4_500);
      await clock.advance(0);
    }
    expect(retries()).toEqual([{ kind: "timeout", message: "The answer stopped: nothing more came for 60 s." }]);
    await clock.advance(3_000);
    expect((await run).end).toBe("answered");
  });
});

test("a connection that is made when nobody waits for it any more is not told", async () => {
  const late = gate();
  const tells: string[] = [];
  const clock = new TestClock();
  const watched = startTask({
    model: {
      id: "test/late",
      async *stream(_request, { onPhase }) {
        void late.promise.then(() => onPhase?.("connect"));
        await new Promise(() => {});
        yield { type: "keep-alive" };
      },
    },
    clock,
  });
  const run = watched.task.run("go");
  await settled();
  watched.task.stop();
  await run;
  watched.task.subscribe(({ type }) => tells.push(type));
  late.open();
  await settled();
  expect(tells).toEqual([]);
});

test("a wait for the next try is no part of how long the request took", async () => {
  const clock = new TestClock();
  const spent: Step = { type: "usage", usage: { inputTokens: 50 } };
  const watched = startTask({
    model: new ScriptedModel([spent, modelError({ retryAfterMs: 300_000 })]),
    clock,
    askUser: () => new Promise(() => {}),
  });
  const run = watched.task.run("go");
  await settled();
  await clock.advance(60_000);
  watched.task.stop();
  await run;
  expect(watched.of("request-finished").map(({ timings }) => timings.totalMs)).toEqual([0]);
});

test("a server that does not close behind a whole answer is waited for five seconds, and the answer counts", async () => {
  const alive = gate();
  const { clock, watched, run, retries } = await waiting([
    ...fine,
    alive.promise,
    { type: "keep-alive" },
    gate().promise,
  ]);
  await clock.advance(4_000);
  alive.open();
  await settled();
  await clock.advance(999);
  expect(watched.of("request-finished")).toEqual([]);
  await clock.advance(1);
  expect(await run).toMatchObject({ end: "answered", text: "Fine." });
  expect(retries()).toEqual([]);
  expect(clock.pending).toBe(0);
});
