import type { Usage } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../src/approvals/ask.js";
import { createAgent } from "../../src/create-agent.js";
import type { Limits } from "../../src/limits.js";
import type { Prices } from "../../src/model-profile.js";
import { textResult } from "../../src/tool.js";
import { modelError, ScriptedModel, type Step, says, writesCall } from "./scripted-model.js";
import { startTask, type Watched } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const usage = (inputTokens: number, outputTokens = 0, more: Partial<Usage> = {}): Step => ({
  type: "usage",
  usage: { inputTokens, outputTokens, ...more },
});
const reads = (at: number, cost: Step): Step[] => [cost, ...says(`${writesCall("read_file", { path: `f${at}` })}\n`)];
/** A model that reads one file after the other, and each time costs so much. */
const working = (cost: Step) => new ScriptedModel(...Array.from({ length: 50 }, (_, at) => reads(at, cost)));
const profileWith = (prices: Prices) => ({ prices: { value: prices, from: "user" as const, at: "2026-01-01" } });

function start(
  model: ScriptedModel,
  limits: Partial<Limits>,
  more: Partial<Parameters<typeof startTask>[0]> = {},
): Watched {
  return startTask({ model, tools: [recordingTool("read_file", "none")], limits, ...more });
}

describe("a budget of tokens", () => {
  test("warns once at 80 % and tells the model, stops when it is used, and says how to raise it", async () => {
    const model = working(usage(1_000, 1_000));
    const watched = start(model, { maxTokens: 20_000 });
    const { exitCode, message } = await watched.task.run("go");
    expect(exitCode).toBe(4);
    expect(message).toBe(
      "The run has used 20,000 of 20,000 tokens. To go further, raise --max-tokens, or `maxTokens`.",
    );
    expect(watched.of("budget-warning")).toMatchObject([{ budget: "tokens", used: 16_000, limit: 20_000 }]);
    expect(watched.of("limit-reached").map(({ limit }) => limit)).toEqual(["tokens"]);
    expect(model.requests).toHaveLength(10);
    const told = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)).includes("Finish what matters"));
    expect(told.flatMap((was, at) => (was ? [at] : []))).toEqual([8]);
  });

  test("warns at the level that is set", async () => {
    const watched = start(working(usage(1_000, 1_000)), { maxTokens: 20_000, warnShare: 0.5 });
    await watched.task.run("go");
    expect(watched.of("budget-warning").map(({ used }) => used)).toEqual([10_000]);
  });

  test("does not send a request whose prompt alone goes over it", async () => {
    const model = working(usage(100, 10));
    const { task } = start(model, { maxTokens: 50 });
    const { exitCode, message } = await task.run("go");
    expect(exitCode).toBe(4);
    expect(message).toMatch(
      /used 0 of 50 tokens, and the next request would take at least [\d,]+ tokens: it was not sent/,
    );
    expect(model.requests).toHaveLength(0);
  });

  test("counts what discarded tries cost", async () => {
    const clock = new TestClock();
    const broken = [usage(9_000), modelError()];
    const model = new ScriptedModel(broken, broken, broken, broken);
    const watched = start(model, { maxTokens: 18_000 }, { clock });
    watched.task.subscribe((event) => {
      if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
    });
    expect((await watched.task.run("go")).exitCode).toBe(4);
    expect(model.requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test("marks what is estimated", async () => {
    const model = new ScriptedModel(...Array.from({ length: 50 }, (_, at) => reads(at, { type: "keep-alive" })));
    const watched = start(model, { maxTokens: 6_000 });
    expect((await watched.task.run("go")).message).toContain("The run has used about ");
    expect(watched.of("budget-warning")[0]?.estimated).toBe(true);
  });
});

describe("a budget of requests", () => {
  test("counts every try, not only those that were answered", async () => {
    const clock = new TestClock();
    const model = new ScriptedModel([modelError()], reads(1, usage(1)), [modelError()], reads(2, usage(1)));
    const watched = start(model, { maxRequests: 3 }, { clock });
    watched.task.subscribe((event) => {
      if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
    });
    const { exitCode, message } = await watched.task.run("go");
    expect(exitCode).toBe(4);
    expect(message).toContain("3 of 3 requests");
    expect(model.requests).toHaveLength(3);
  });
});

describe("a budget in dollars", () => {
  const prices = { input: 10, output: 20, cacheRead: 1, cacheWrite: 12.5 };

  test("is counted by the profile's prices, cached and written tokens at their own", async () => {
    // 1,000 fresh at 10, 8,000 cached at 1, 1,000 written at 12.50, 100 out at 20: $0.0325.
    const cost = usage(10_000, 100, { cacheReadTokens: 8_000, cacheWriteTokens: 1_000 });
    const model = working(cost);
    const watched = start(model, { maxCost: 0.1 }, { profile: profileWith(prices) });
    const { exitCode, message } = await watched.task.run("go");
    expect(exitCode).toBe(4);
    expect(message).toMatch(/\$0\.\d{4} of \$0\.1000.*--max-cost/);
    expect(model.requests.length).toBeLessThanOrEqual(4);
    expect(watched.of("budget-warning").map(({ budget, used }) => [budget, used.toFixed(4)])).toEqual([
      ["cost", "0.0975"],
    ]);
  });

  test("of a model whose prices are not known is an error before anything is sent, and says what to set", () => {
    const make = () => createAgent({ model: working(usage(1)), limits: { maxCost: 1 } });
    expect(make).toThrow(/test\/model are not known.*`prices`.*`maxTokens`/);
  });
});

test("a limit that is no number above 0 is an error that names it", () => {
  for (const limits of [{ maxTokens: 0 }, { maxRequests: -1 }, { maxSeconds: Number.NaN }, { warnShare: 2 }]) {
    expect(() => createAgent({ model: working(usage(1)), limits })).toThrow(`\`${Object.keys(limits)[0]}\` is`);
  }
});

describe("where somebody is there", () => {
  const asking = (answers: ("yes" | "no")[]) => {
    const asks: Ask[] = [];
    const askUser = async (ask: Ask) => {
      asks.push(ask);
      return { answer: answers.shift() ?? "no" };
    };
    return { asks, askUser };
  };

  test("they are asked, and a yes gives as much again, with a warning of its own", async () => {
    const { asks, askUser } = asking(["yes", "no"]);
    const model = working(usage(1_000, 1_000));
    const watched = start(model, { maxTokens: 10_000 }, { askUser });
    expect((await watched.task.run("go")).message).toContain("20,000 of 20,000 tokens");
    expect(asks.map(({ kind }) => kind)).toEqual(["limit", "limit"]);
    expect(asks[0]?.message).toBe("The run has used 10,000 of 10,000 tokens. Go on, up to 20,000 tokens?");
    expect(watched.of("budget-warning").map(({ used }) => used)).toEqual([8_000, 16_000]);
  });

  test("they are asked once where the run is far above its limit: a yes is enough to go on", async () => {
    const { asks, askUser } = asking(["yes"]);
    await start(working(usage(35_000)), { maxTokens: 10_000 }, { askUser }).task.run("go");
    expect(asks.map(({ message }) => message)).toEqual([
      "The run has used 35,000 of 10,000 tokens. Go on, up to 40,000 tokens?",
      "The run has used 70,000 of 40,000 tokens. Go on, up to 80,000 tokens?",
    ]);
  });

  test("a run that is stopped meanwhile ends as stopped, its turn told of and its results kept", async () => {
    const watched = start(working(usage(9_000)), { maxTokens: 9_000 }, { askUser: () => new Promise(() => {}) });
    watched.task.subscribe(({ type }) => {
      if (type === "ask-opened") setImmediate(() => watched.task.stop());
    });
    expect((await watched.task.run("go")).end).toBe("aborted");
    expect(watched.of("turn-finished")).toHaveLength(1);
    expect(watched.of("tool-results")).toHaveLength(1);
  });

  test("what they say with the yes goes to the model with the next request", async () => {
    const model = working(usage(9_000));
    const askUser = async () => ({ answer: model.requests.length > 1 ? "no" : "yes", words: "Be brief." }) as const;
    await start(model, { maxTokens: 9_000 }, { askUser }).task.run("go");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("Be brief.");
  });

  test("turns are asked about, too", async () => {
    const { asks, askUser } = asking(["yes"]);
    const model = working(usage(1));
    await start(model, { maxTurns: 3 }, { askUser }).task.run("go");
    expect(asks).toHaveLength(2);
    expect(model.requests).toHaveLength(6);
  });

  test("a time that is up is asked about when the answer is whole, and its calls are done", async () => {
    const clock = new TestClock();
    const { asks, askUser } = asking(["no"]);
    const ready = gate();
    const tool = recordingTool("read_file", "none", async (path) => {
      await ready.promise;
      return textResult(path);
    });
    const watched = start(working(usage(1)), { maxSeconds: 20 }, { clock, askUser, tools: [tool] });
    const run = watched.task.run("go");
    await settled();
    await clock.advance(30_000);
    expect(asks).toHaveLength(0);
    ready.open();
    expect(await run).toMatchObject({ exitCode: 4 });
    expect(asks).toHaveLength(1);
    expect(watched.statuses()).toEqual(["ok"]);
  });
});

test("a budget that is used up in the middle of a message lets its calls run to their end, and their results are kept", async () => {
  const watched = start(working(usage(50_000)), { maxTokens: 20_000 });
  expect((await watched.task.run("go")).exitCode).toBe(4);
  expect(watched.statuses()).toEqual(["ok"]);
  expect(watched.of("tool-results")).toHaveLength(1);
});

test("a run that is done has its answer, whatever it used", async () => {
  const { task } = start(new ScriptedModel([usage(90_000), ...says("Fine.")]), { maxTokens: 20_000 });
  expect(await task.run("go")).toMatchObject({ end: "answered", exitCode: 0 });
});

test("what a task that a tool starts uses counts on the run's budgets", async () => {
  const ends: string[] = [];
  const delegate = recordingTool("read_file", "none", async (path, { startTask: startBelow }) => {
    const { end, text } = await startBelow({}).run(`look into ${path}`);
    ends.push(end);
    return textResult(text);
  });
  const below = [usage(5_000), ...says("Looked.")];
  const model = new ScriptedModel(...[1, 2, 3, 4].flatMap((at) => [reads(at, usage(2_000)), below]));
  const { task } = start(model, { maxTokens: 13_000, maxTurns: 50 }, { tools: [delegate] });
  expect((await task.run("go")).message).toContain("14,0");
  expect(model.requests).toHaveLength(4);
  expect(ends).toEqual(["answered", "answered"]);
});

test("a task that a tool starts is stopped by the run's budgets like the run", async () => {
  const ends: string[] = [];
  const delegate = recordingTool("read_file", "none", async (path, { startTask: startBelow }) => {
    ends.push(path === "f1" ? (await startBelow({}).run("look")).end : "ran below");
    return textResult(path);
  });
  const model = new ScriptedModel(...[1, 2, 3, 4, 5, 6].map((at) => reads(at, usage(1))));
  const { task } = start(model, { maxTurns: 3 }, { tools: [delegate] });
  expect((await task.run("go")).exitCode).toBe(4);
  expect(model.requests).toHaveLength(3);
  expect(ends).toEqual(["ran below", "ran below", "limit"]);
});
