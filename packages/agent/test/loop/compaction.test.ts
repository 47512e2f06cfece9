import { describe, expect, test } from "vitest";
import type { AgentOptions } from "../../src/agent-options.js";
import { createAgent } from "../../src/create-agent.js";
import { foldSession } from "../../src/events/fold.js";
import type { SessionEvent } from "../../src/events/session-event.js";
import { addUsage, emptyUsage } from "../../src/events/usage-totals.js";
import { callsTool, modelError, ScriptedModel, type Step, says } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const window = (value: number): Pick<AgentOptions, "profile"> => ({
  profile: { window: { value, from: "user", at: "" } },
});
const read = recordingTool("read_file", "none", (path) => ({
  status: "ok",
  content: [{ type: "text", text: `${path} ${"word ".repeat(800)}` }],
}));
const reads = (at: number) => says(`<read_file>\n<path>f${at}</path>\n</read_file>\n`);
const READS = Array.from({ length: 6 }, (_, at) => reads(at));
const fine = says("Fine.");

/** Runs of a model that reads six files, is asked for a summary where it comes to that, and answers. */
function summing(answer: readonly Step[], more: Partial<AgentOptions> = {}) {
  const model = new ScriptedModel(...READS, answer, fine);
  return {
    model,
    ...startTask({ model, tools: [read], clock: new TestClock(), compact: "summary", ...window(8_000), ...more }),
  };
}

describe("a summary", () => {
  const summary = says("## Task and decisions\nRead all files.\n## Next\nAnswer.");

  test("is asked for once, stands in the next request, and is told in the events with what it cost", async () => {
    const usage = { type: "usage", usage: { inputTokens: 5_000, outputTokens: 40 } } as const;
    const { model, task, of, events } = summing([usage, ...summary]);
    expect((await task.run("go")).end).toBe("answered");
    expect(of("request-started").map(({ purpose }) => purpose)).toEqual([
      ...READS.map(() => undefined),
      "summary",
      undefined,
    ]);
    expect(of("history-compacted")).toMatchObject([{ summary: expect.stringContaining("Read all files.") }]);
    expect(JSON.stringify(model.requests.at(-1))).toContain("Read all files.");
    expect(JSON.stringify(model.requests.at(-1))).toContain("go");
    const totals = emptyUsage();
    for (const event of events) addUsage(totals, event);
    expect(totals.requests).toBe(READS.length + 2);
    expect(totals.inputTokens).toBeGreaterThan(5_000);
    // It is no message of the conversation, and nobody is shown it.
    expect(of("block").some(({ event }) => JSON.stringify(event).includes("Task and decisions"))).toBe(false);
    expect(of("assistant-message")).toHaveLength(READS.length + 1);
  });

  test.each<[string, readonly Step[], RegExp]>([
    ["an error", [modelError({ kind: "overloaded" }, "Too busy.")], /failed: Too busy\. Steps/],
    [
      "a connection that breaks",
      [{ type: "text-delta", text: "## Ta" }, modelError({}, "It broke.")],
      /failed: It broke\./,
    ],
    ["an answer without an end", [{ type: "text-delta", text: "## Ta" }], /failed: The connection ended/],
    ["nothing", says(""), /answer was empty/],
    ["a call", reads(9), /answered with a call/],
    [
      "a native call",
      [...callsTool(0, "read_file", { path: "f" }), { type: "finish", reason: "tool-calls" }],
      /answered with a call/,
    ],
    [
      "a call without end",
      [...callsTool(0, "read_file", { path: "f".repeat(300_000) }).slice(0, 2), ...callsTool(1, "read_file", {})],
      /did not come to an end/,
    ],
    ["a cut", says("## Task", 7, "length"), /answer was cut/],
    ["a flood", says("word ".repeat(60_000), 1_000), /did not come to an end/],
    ["more than it stands for", says("word ".repeat(5_000), 1_000), /summary was too long/],
  ])("that comes to %s is said, and the run goes on without one", async (_what, answer, says) => {
    const { task, of, events } = summing(answer);
    expect((await task.run("go")).end).toBe("answered");
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringMatching(says)]);
    expect(of("history-compacted")).toHaveLength(1);
    expect(of("history-compacted")[0]?.summary).toBeUndefined();
    const totals = emptyUsage();
    for (const event of events) addUsage(totals, event);
    expect(totals.requests).toBeGreaterThanOrEqual(READS.length + 1);
    expect(of("call-started")).toHaveLength(READS.length);
  });

  test("that comes to a call in another dialect than the one that is taught is none", async () => {
    const call = says('<tool_call>\n{"name": "read_file", "arguments": {"path": "f"}}\n</tool_call>');
    const dialect = { value: "cline", from: "catalogue", at: "" } as const;
    const { task, of } = summing(call, { profile: { ...window(8_000).profile, dialect }, protocol: "text" });
    await task.run("go");
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringMatching(/answered with a call/)]);
    expect(of("protocol-changed")).toEqual([]);
  });

  test("that is stopped in its middle ends the run at once; the conversation is as it was", async () => {
    const never = gate();
    const { task, of, events } = summing([{ type: "text-delta", text: "## Ta" }, never.promise]);
    task.subscribe((event) => {
      if (event.type === "request-started" && event.purpose === "summary") setImmediate(() => task.stop());
    });
    expect((await task.run("go")).end).toBe("aborted");
    expect(of("history-compacted")).toEqual([]);
    expect(of("request-finished").at(-1)).toMatchObject({ requestId: of("request-started").at(-1)?.requestId });
    expect(foldSession(events).history).toHaveLength(1 + 2 * READS.length);
  });

  test.each(["text", "native"] as const)(
    "is asked for behind what was sent before, so that the server's cache holds (%s)",
    async (protocol) => {
      const native = (at: number): Step[] => [
        ...callsTool(0, "read_file", { path: `f${at}` }, `call-${at}`),
        { type: "finish", reason: "tool-calls" },
      ];
      const steps = protocol === "text" ? READS : READS.map((_, at) => native(at));
      const model = new ScriptedModel(...steps, summary, fine);
      const more = { protocol, compact: "summary", clock: new TestClock(), ...window(8_000) } as const;
      const { task, of } = startTask({ model, tools: [read], ...more });
      expect((await task.run("go")).end).toBe("answered");
      const asked = of("request-started").find(({ purpose }) => purpose === "summary");
      const finished = of("request-finished").find(({ requestId }) => requestId === asked?.requestId);
      expect(finished?.previousBytes).toBeGreaterThan(10_000);
      expect(finished?.cachePrefixBytes).toBe(finished?.previousBytes);
      const [before, question] = model.requests.slice(-3);
      expect(question?.tools).toEqual(before?.tools);
      expect(question?.system).toBe(before?.system);
    },
  );

  test("counts as a request of the run's limit, and is not asked for over it", async () => {
    const { model, task } = summing(summary, { limits: { maxRequests: READS.length } });
    expect(await task.run("go")).toMatchObject({ end: "limit", exitCode: 4 });
    expect(model.requests).toHaveLength(READS.length);
  });

  test("is not asked for unless it is wished", async () => {
    const { model, task, of } = summing(fine, { compact: "drop" });
    await task.run("go");
    expect(model.requests).toHaveLength(READS.length + 1);
    expect(of("history-compacted")).toHaveLength(1);
  });
});

describe("undoing a compaction", () => {
  test("gives back what was left out, told in an event; twice there is nothing to undo", async () => {
    const { task, events } = summing(fine, { compact: "drop" });
    await task.run("go");
    expect(JSON.stringify(foldSession(events).history)).toContain("was left out");
    expect(await task.undoCompaction()).toEqual({ undone: true });
    const { history } = foldSession(events);
    expect(JSON.stringify(history)).not.toContain("was left out");
    expect(history).toHaveLength(2 * READS.length + 2);
    expect(await task.undoCompaction()).toEqual({ undone: false, why: expect.stringContaining("nothing to undo") });
  });

  test("has to wait for the end of a run", async () => {
    const wait = gate();
    const { task } = startTask({ model: new ScriptedModel([wait.promise, ...fine]), clock: new TestClock() });
    const run = task.run("go");
    await settled();
    expect(await task.undoCompaction()).toEqual({ undone: false, why: expect.stringContaining("running") });
    wait.open();
    await run;
  });
});

describe("what cannot fit", () => {
  const rules = {
    name: "rules",
    sections: async () => [{ title: "Rules", source: "AGENTS.md", text: "Mind this rule. ".repeat(600) }],
  };

  test("is said before anything is sent, with the sizes of its parts and of a large rule file, exit code 14", async () => {
    const model = new ScriptedModel(fine);
    const role = "You. ".repeat(1_200);
    const { task, of } = startTask({ model, tools: [read], contextSources: [rules], role, ...window(2_048) });
    const { exitCode, message } = await task.run("Do it.");
    expect(exitCode).toBe(14);
    expect(model.requests).toEqual([]);
    expect(message).toMatch(
      /needs about \d+ tokens, and the model's window of 2048 leaves 1536 .*system prompt \d+ \(of that AGENTS.md 2\d\d.*\), tools 0, task \d+/,
    );
    expect(of("request-failed")).toMatchObject([
      { kind: "context_overflow", remedy: expect.stringContaining("larger window") },
    ]);
    expect(of("request-started")).toEqual([]);
  });

  test("natively names the tools", async () => {
    const long = { ...read, description: "Reads. ".repeat(2_000) };
    const { task } = startTask({
      model: new ScriptedModel(fine),
      tools: [long],
      protocol: "native",
      tier: "full",
      ...window(4_000),
    });
    expect((await task.run("Do it.")).message).toMatch(/tools 3[45]\d\d,/);
  });

  test("in a tier that was asked for is not sent in another", async () => {
    const { task, of } = startTask({
      model: new ScriptedModel(fine),
      tools: [{ ...read, description: `Reads. ${"Many words on it. ".repeat(8_000)}` }],
      tier: "full",
      protocol: "native",
      ...window(33_000),
    });
    expect((await task.run("go")).exitCode).toBe(14);
    expect(of("notice")).toEqual([]);
  });

  test("in full is sent in fewer words where those fit, which is said once", async () => {
    const model = new ScriptedModel(fine);
    const { task, of } = startTask({
      model,
      tools: [{ ...read, description: `Reads. ${"Many words on it. ".repeat(8_000)}` }],
      protocol: "native",
      ...window(33_000),
    });
    await task.run("go");
    await task.run("again");
    expect(of("notice").map(({ message }) => message)).toEqual([
      "The full prompt does not fit the model's window of 33000 tokens beside the rest: the compact one is used.",
    ]);
    expect(of("config-frozen").map(({ config }) => config.tier)).toEqual(["compact"]);
    expect(model.requests).toHaveLength(2);
  });
});

test("a prompt that fits natively, and no more once calls are taught, is then sent in fewer words", async () => {
  const refused = [modelError({ kind: "invalid_request", retryable: false, toolsUnsupported: true }, "No tools.")];
  const played = async (role: string) => {
    const profile = { ...window(33_000).profile, maxOutput: { value: 8_000, from: "user", at: "" } } as const;
    const options = { tools: [read], clock: new TestClock(), protocol: "auto", role, profile } as const;
    const watched = startTask({ model: new ScriptedModel(refused, fine), ...options });
    await watched.task.run("go");
    return watched;
  };
  const [least] = (await played("You.")).of("request-started");
  const room = 25_000 - (least?.tokensEstimated ?? 0);
  const { of } = await played("x".repeat((room - 20) * 4));
  expect(of("config-frozen").map(({ config }) => `${config.protocol} ${config.tier}`)).toEqual([
    "native full",
    "text compact",
  ]);
  expect(of("run-finished")).toMatchObject([{ end: "answered" }]);
});

test("what was said to another model is told again, goes on, and is fitted to this model's window before the first request", async () => {
  const first = startTask({ model: new ScriptedModel(...READS, fine), tools: [read], ...window(100_000) });
  await first.task.run("Read the files.");
  const { history } = foldSession(first.events);
  const model = new ScriptedModel(fine);
  const task = createAgent({ model, tools: [read], protocol: "text", ...window(4_000) }).startTask({
    id: "t",
    history,
  });
  const events: SessionEvent[] = [];
  task.subscribe((event) => events.push(event));
  expect((await task.run("And now?")).end).toBe("answered");
  expect(model.requests).toHaveLength(1);
  const kinds = events.map(({ type }) => type);
  expect(kinds.indexOf("history-compacted")).toBeLessThan(kinds.indexOf("request-started"));
  const told = foldSession(events).history;
  expect(told.slice(-2).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(told.slice(0, -2).map(({ id }) => id)).toEqual(history.map(({ id }) => id));
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  expect(JSON.stringify(model.requests[0])).toContain("Read the files.");
});

test("an answer to a prompt that the server cut without a word is dropped, and asked for again with less", async () => {
  // It counts what it has cached, so fewer tokens than before are a cut.
  const counted: Step = { type: "usage", usage: { inputTokens: 300, cacheReadTokens: 0 } };
  const cut: Step[] = [{ type: "usage", usage: { inputTokens: 2_500, outputTokens: 9 } }, ...says("What task?")];
  const model = new ScriptedModel([counted, ...reads(1)], reads(2), reads(3), reads(4), cut, fine);
  const { task, of, events } = startTask({ model, tools: [read], clock: new TestClock() });
  expect(await task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
  expect(of("request-retrying")).toMatchObject([
    {
      kind: "context_overflow",
      attempt: 0,
      message: expect.stringContaining("cut by the server"),
      usage: { inputTokens: 2_500 },
    },
  ]);
  expect(of("request-restarted")).toHaveLength(1);
  expect(of("notice")).toHaveLength(1);
  expect(JSON.stringify(foldSession(events).history)).not.toContain("What task?");
  expect(of("request-finished").at(-1)?.bytes).toBeLessThanOrEqual(10_000);
});
