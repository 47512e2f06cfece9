import { describe, expect, test } from "vitest";
import { foldSession } from "../../src/events/fold.js";
import { callsTool, modelError, pieces, ScriptedModel, type Step, says, writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const fine: Step[] = [{ type: "usage", usage: { inputTokens: 100, outputTokens: 10 } }, ...says("Fine.")];
const costs = (inputTokens: number, outputTokens: number): Step => ({
  type: "usage",
  usage: { inputTokens, outputTokens },
});
const asksALot = modelError({ kind: "rate_limit", retryAfterMs: 300_000 });
const broke = modelError({ phase: "stream" });
const tooLong = modelError({ kind: "context_overflow", retryable: false, limitTokens: 2_000, usedTokens: 2_500 });

/** A run in which every wait is waited out, and every ask answered so. */
async function spending(answers: Step[][], answer?: "yes" | "no") {
  const clock = new TestClock();
  const big = () => ({ status: "ok" as const, content: [{ type: "text" as const, text: "word ".repeat(1_000) }] });
  const read = recordingTool("read_file", "none", big);
  const watched = startTask({
    model: new ScriptedModel(...answers),
    clock,
    tools: [read],
    ...(answer && { askUser: async () => ({ answer }) }),
  });
  watched.task.subscribe((event) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  const result = await watched.task.run("go");
  return { result, watched, usage: foldSession(watched.events).usage };
}

describe("what a try cost that came to nothing is counted, once", () => {
  const reads = says(writesCall("read_file", { path: "a" }));
  test.each([
    ["that was sent again after a wait", [[costs(50, 0), modelError()], fine], undefined, 150, 10],
    ["that was sent again at the user's word", [[costs(50, 0), asksALot], fine], "yes", 150, 10],
    ["that the user gave up", [[costs(50, 0), asksALot]], "no", 50, 0],
    ["that broke in the middle", [[costs(50, 7), ...pieces("Half"), broke], fine], undefined, 150, 17],
    ["that came empty", [[costs(50, 7), { type: "finish", reason: "stop" }], fine], undefined, 150, 17],
    ["that was too long", [reads, reads, [costs(50, 0), tooLong], fine], undefined, 150, 10],
  ] as [string, Step[][], "yes" | "no" | undefined, number, number][])(
    "%s",
    async (_what, answers, answer, input, output) => {
      const { usage, watched } = await spending(answers, answer);
      const guessed = watched.of("request-finished").filter(({ usage }) => usage.estimated);
      const sum = (field: "inputTokens" | "outputTokens") =>
        guessed.reduce((total, event) => total + (event.usage[field] ?? 0), 0);
      expect(usage.inputTokens - sum("inputTokens")).toBe(input);
      expect(usage.outputTokens - sum("outputTokens")).toBe(output);
    },
  );
});

describe("a run that is stopped", () => {
  const stopped = async (answers: Step[][], askUser?: () => Promise<never>) => {
    const clock = new TestClock();
    const model = new ScriptedModel(...answers);
    const watched = startTask({ model, clock, ...(askUser && { askUser }) });
    const run = watched.task.run("go");
    await settled();
    watched.task.stop();
    expect((await run).end).toBe("aborted");
    expect(clock.pending).toBe(0);
    return { watched, usage: foldSession(watched.events).usage };
  };
  const never = () => new Promise<never>(() => {});

  test("while the next try is waited for does not count the last one twice, or one that is not under way", async () => {
    expect((await stopped([[costs(50, 0), modelError()]])).usage).toMatchObject({ requests: 1, inputTokens: 50 });
    expect((await stopped([[modelError()]])).usage).toMatchObject({ requests: 0, inputTokens: 0 });
  });

  test("while the user is asked whether to try again counts what the last try cost", async () => {
    const { usage } = await stopped([[costs(50, 0), asksALot]], never);
    expect(usage).toMatchObject({ requests: 1, inputTokens: 50 });
  });

  test("while the user is asked in the middle of a message counts it, and keeps what was shown", async () => {
    const middle = modelError({ phase: "stream", retryAfterMs: 300_000 });
    const { usage, watched } = await stopped([[costs(50, 7), ...pieces("Half"), middle]], never);
    expect(usage).toMatchObject({ requests: 1, inputTokens: 50, outputTokens: 7 });
    expect(JSON.stringify(watched.of("assistant-message"))).toContain("Half");
    expect(watched.of("turn-finished")).toHaveLength(1);
  });

  test("while a broken message waits to be sent again keeps nothing of it: readers had dropped it", async () => {
    const { usage, watched } = await stopped([[costs(50, 7), ...pieces("Half"), broke]]);
    expect(usage).toMatchObject({ requests: 1, inputTokens: 50, outputTokens: 7 });
    expect(watched.of("assistant-message")).toEqual([]);
    expect(watched.of("turn-finished")).toHaveLength(1);
  });

  test("when its request had failed for good has failed, and counts what that cost", async () => {
    const refused = modelError({ kind: "quota", retryable: false, phase: "stream" });
    const model = new ScriptedModel([costs(50, 7), ...pieces("<read_file>\n<path>a"), refused]);
    const watched = startTask({ model, clock: new TestClock(), tools: [recordingTool("read_file", "none")] });
    watched.task.subscribe(({ type }) => {
      // It is told of the call that was cut behind the failure.
      if (type === "call-finished") watched.task.stop();
    });
    expect((await watched.task.run("go")).end).toBe("failed");
    expect(watched.of("request-failed").map(({ kind }) => kind)).toEqual(["quota"]);
    expect(foldSession(watched.events).usage).toMatchObject({ requests: 1, inputTokens: 50 });
  });

  test("while it waits to send again an empty answer ends its turn like any other", async () => {
    const { watched } = await stopped([[{ type: "finish", reason: "stop" }]]);
    expect(watched.of("turn-finished")).toHaveLength(1);
  });
});

describe("an answer that the server did not count to its end", () => {
  const long = "word ".repeat(400);

  test.each([
    ["its text", pieces(long)],
    ["its reasoning", [{ type: "reasoning-delta", text: long }]],
    ["a call that was cut", callsTool(0, "read_file", { path: long }).slice(0, -1)],
  ] as [string, Step[]][])("is estimated by what came: %s", async (_what, content) => {
    // As servers do that report at the begin: the output so far was one token.
    const answers: Step[][] = [[costs(900, 1), ...content, broke], fine];
    const { watched } = await spending(answers);
    const [usage] = watched.of("request-retrying").map((event) => event.usage);
    expect(usage).toMatchObject({ inputTokens: 900, estimated: true });
    expect(usage?.outputTokens).toBeGreaterThan(200);
  });

  test("is estimated whole where nothing was reported, and only where it had begun", async () => {
    const { watched } = await spending([[...pieces(long), broke], [modelError()], fine]);
    const usages = watched.of("request-retrying").map((event) => event.usage);
    expect(usages).toEqual([{ inputTokens: expect.any(Number), outputTokens: 500, estimated: true }, undefined]);
  });

  test("counts as finished where a call of it had closed: the message is kept", async () => {
    const call = writesCall("read_file", { path: "a" });
    const { watched, usage } = await spending([[costs(50, 40), ...pieces(`${call}\nAnd`), broke], fine]);
    expect(watched.of("request-finished").map((event) => [event.usage.inputTokens, event.reason])).toEqual([
      [50, "error"],
      [100, "stop"],
    ]);
    expect(usage).toMatchObject({ requests: 2, inputTokens: 150, outputTokens: 50 });
  });
});

test("an answer to a question about a failed request that comes after the run was stopped answers nothing else", async () => {
  const late = gate<{ answer: "yes" }>();
  const clock = new TestClock();
  const asked: string[] = [];
  const model = new ScriptedModel([asksALot]);
  const { task, of } = startTask({
    model,
    clock,
    askUser: (ask) => {
      asked.push(ask.id);
      return asked.length === 1 ? late.promise : new Promise(() => {});
    },
  });
  const first = task.run("go");
  await settled();
  task.stop();
  await first;
  const second = task.run("again");
  await settled();
  late.open({ answer: "yes" });
  await settled();
  expect(model.requests).toHaveLength(2);
  expect(new Set(asked).size).toBe(2);
  expect(of("ask-answered").map(({ answer }) => [answer.id, answer.answer])).toEqual([[asked[0], "no"]]);
  task.stop();
  await second;
});
