import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { foldSession } from "../../src/events/fold.js";
import type { SessionEvent } from "../../src/events/session-event.js";
import { type Journal, MemoryJournal } from "../../src/journal.js";
import { textResult } from "../../src/tool.js";
import { callsTool, pieces, ScriptedModel, type Step, says, writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const fine = says("Fine.");
const read = (path: string) => says(`${writesCall("read_file", { path })}\n`);
const runs = (path: string) => says(`${writesCall("run_it", { path })}\n`);
const HERMES_CALL = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>';
const lastRequest = (model: ScriptedModel) => JSON.stringify(model.requests.at(-1)?.messages);

describe("limits", () => {
  test("of turns: so many requests, then exit code 4", async () => {
    const model = new ScriptedModel(read("a"), read("b"), read("c"), read("d"));
    const tools = [recordingTool("read_file", "none")];
    const { task, of } = startTask({ model, tools, limits: { maxTurns: 3 } });
    expect(await task.run("go")).toMatchObject({ end: "limit", exitCode: 4 });
    expect(model.requests).toHaveLength(3);
    expect(of("limit-reached").map(({ limit }) => limit)).toEqual(["turns"]);
    // Each run has its own: the user has been heard again.
    expect((await task.run("more")).end).toBe("limit");
    expect(model.requests).toHaveLength(6);
  });

  test("of seconds: the running turn is ended, exit code 4, and no timer is left", async () => {
    const clock = new TestClock();
    const model = new ScriptedModel([...pieces("Let me"), gate().promise]);
    const { task, of } = startTask({ model, clock, limits: { maxSeconds: 20 } });
    const run = task.run("go");
    await settled();
    await clock.advance(20_000);
    expect(await run).toMatchObject({ end: "limit", exitCode: 4 });
    expect(of("limit-reached").map(({ limit }) => limit)).toEqual(["seconds"]);
    expect(clock.pending).toBe(0);
  });

  test("of seconds: a run that ends before leaves no timer", async () => {
    const clock = new TestClock();
    const { task } = startTask({ model: new ScriptedModel(fine), clock, limits: { maxSeconds: 20 } });
    expect((await task.run("go")).end).toBe("answered");
    expect(clock.pending).toBe(0);
  });

  test("of repetition: the fifth equal call with the same result is the last; it was warned before", async () => {
    const tool = recordingTool("run_it", "command", () => textResult("no such file"));
    const model = new ScriptedModel(runs("mvn test"));
    const { task, of } = startTask({ model, tools: [tool], mode: "auto" });
    expect(await task.run("go")).toMatchObject({ end: "limit", exitCode: 4 });
    expect(tool.ran.length).toBeLessThanOrEqual(5);
    expect(of("limit-reached").map(({ limit }) => limit)).toEqual(["repetition"]);
    expect(lastRequest(model)).toContain("try something else");
  });

  test("of repetition within one message: the other forty-five are not run", async () => {
    const tool = recordingTool("run_it", "command", () => textResult("no such file"));
    const call = writesCall("run_it", { path: "mvn test" });
    const { task, of } = startTask({
      model: new ScriptedModel(says(Array.from({ length: 50 }, () => call).join("\n"), 4_000)),
      tools: [tool],
      mode: "auto",
    });
    expect((await task.run("go")).exitCode).toBe(4);
    expect(tool.ran).toHaveLength(5);
    expect(of("tool-results")[0]?.message.parts.length).toBeGreaterThanOrEqual(5);
  });

  test("a call that is denied over and over ends the run as denied, exit code 3", async () => {
    const { task } = startTask({ model: new ScriptedModel(runs("rm")), tools: [recordingTool("run_it", "command")] });
    expect(await task.run("go")).toMatchObject({ end: "denied", exitCode: 3 });
  });
});

test("a run that ends in empty answers after a denied approval has exit code 3", async () => {
  const clock = new TestClock();
  const model = new ScriptedModel(runs("rm"), [{ type: "finish", reason: "stop" }]);
  const { task } = startTask({ model, clock, tools: [recordingTool("run_it", "command")] });
  task.subscribe((event) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  expect(await task.run("go")).toMatchObject({ end: "denied", exitCode: 3 });
});

test("a long run leaves nothing behind on the signal that its tools are given", async () => {
  let most = 0;
  const tool = recordingTool("read_file", "none", (path, { signal }) => {
    most = Math.max(most, getEventListeners(signal, "abort").length);
    return textResult(`did ${path}`);
  });
  const model = new ScriptedModel(...Array.from({ length: 30 }, (_, at) => read(`f${at}`)), fine);
  const { task } = startTask({ model, tools: [tool] });
  await task.run("go");
  expect(tool.ran).toHaveLength(30);
  expect(most).toBeLessThan(8);
});

describe("stopping", () => {
  test("between two calls: the second is not started, and both are answered", async () => {
    const first = gate();
    const tool = recordingTool("run_it", "command", async (path) => {
      await first.promise;
      return textResult(`did ${path}`);
    });
    const message = says(`${writesCall("run_it", { path: "one" })}\n${writesCall("run_it", { path: "two" })}\n`);
    const model = new ScriptedModel(message, fine);
    const { task, of } = startTask({ model, tools: [tool], mode: "auto" });
    const run = task.run("go");
    await settled();
    task.stop();
    first.open();
    expect(await run).toMatchObject({ end: "aborted", exitCode: 130 });
    expect(tool.ran).toEqual(["one"]);
    expect(
      of("call-finished")
        .map(({ result }) => result.status)
        .sort(),
    ).toEqual(["ok", "skipped"]);
    expect(model.requests).toHaveLength(1);
    await task.run("Go on.");
    expect(lastRequest(model)).toMatch(/did one.*not run.*The user stopped the run here\..*Go on\./s);
  });

  test("in the very moment a call would begin: it does not", async () => {
    const tool = recordingTool("read_file", "none");
    const { task, statuses } = startTask({ model: new ScriptedModel(read("a")), tools: [tool] });
    task.subscribe(({ type }) => {
      if (type === "call-started") task.stop();
    });
    expect((await task.run("go")).end).toBe("aborted");
    expect(tool.ran).toEqual([]);
    expect(statuses()).toEqual(["skipped"]);
  });

  test("a tool that ignores the abort is let go of after 2 s and said to have possibly completed", async () => {
    const clock = new TestClock();
    const tool = recordingTool("run_it", "command", () => new Promise<never>(() => {}));
    const { task, of } = startTask({ model: new ScriptedModel(runs("x")), tools: [tool], mode: "auto", clock });
    const run = task.run("go");
    await settled();
    task.stop();
    await clock.advance(2_000);
    expect((await run).end).toBe("aborted");
    const [finished] = of("call-finished");
    expect(finished?.result).toMatchObject({ status: "interrupted" });
    expect(JSON.stringify(finished)).toContain("may have completed");
    expect(clock.pending).toBe(0);
  });

  test("a tool that stops when told to is waited for no longer than it needs", async () => {
    const clock = new TestClock();
    const tool = recordingTool("run_it", "command", (_path, { signal }) => {
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const { task, statuses } = startTask({ model: new ScriptedModel(runs("x")), tools: [tool], mode: "auto", clock });
    const run = task.run("go");
    await settled();
    task.stop();
    expect((await run).end).toBe("aborted");
    expect(statuses()).toEqual(["interrupted"]);
    expect(clock.pending).toBe(0);
  });

  test("while an ask is open closes it: a late yes runs nothing", async () => {
    let late: (answer: { answer: "yes" }) => void = () => {};
    const tool = recordingTool("run_it", "command");
    const { task, events } = startTask({
      model: new ScriptedModel(runs("x")),
      tools: [tool],
      askUser: () =>
        new Promise((resolve) => {
          late = resolve;
        }),
    });
    const run = task.run("go");
    await settled();
    task.stop();
    expect((await run).end).toBe("aborted");
    late({ answer: "yes" });
    await settled();
    expect(tool.ran).toEqual([]);
    expect(foldSession(events).pendingAsks.size).toBe(0);
  });

  test("by the signal of the caller, also one that is aborted already", async () => {
    const { task } = startTask({ model: new ScriptedModel(fine) });
    expect(await task.run("go", { signal: AbortSignal.abort() })).toMatchObject({ end: "aborted" });
    const controller = new AbortController();
    const waiting = startTask({ model: new ScriptedModel([...pieces("a"), gate().promise]) });
    const run = waiting.task.run("go", { signal: controller.signal });
    await settled();
    controller.abort();
    expect(await run).toMatchObject({ end: "aborted", text: "a" });
  });

  test("a context source, a checkpoint or a journal that never comes does not keep a stopped run", async () => {
    const never = () => new Promise<never>(() => {});
    const clock = new TestClock();
    const source = startTask({ model: new ScriptedModel(fine), contextSources: [{ name: "slow", sections: never }] });
    const stuck = startTask({
      model: new ScriptedModel(runs("x")),
      tools: [recordingTool("run_it", "command")],
      mode: "auto",
      checkpointer: { save: never },
    });
    const unkept = startTask({
      model: new ScriptedModel(runs("x")),
      tools: [recordingTool("run_it", "command")],
      mode: "auto",
      clock,
      journal: { write: (event) => (event.type === "call-started" ? never() : undefined), flush: never },
    });
    const ends = [source, stuck, unkept].map(({ task }) => task.run("go"));
    await settled();
    for (const { task } of [source, stuck, unkept]) task.stop();
    await settled();
    await clock.advance(2_000);
    expect((await Promise.all(ends)).map(({ end }) => end)).toEqual(["aborted", "aborted", "aborted"]);
  });
});

test("after every kind of end nothing is left: no ask, no timer, and the task takes the next message", async () => {
  const clock = new TestClock();
  const runOnce: Record<string, Step[][]> = {
    ok: [runs("x"), fine, fine],
    error: [[...pieces("a"), new Error("broken")], fine],
    reject: [runs("no"), fine],
    limit: [runs("x"), runs("y"), fine],
  };
  for (const [name, answers] of Object.entries(runOnce)) {
    const { task, events } = startTask({
      model: new ScriptedModel(...answers),
      tools: [recordingTool("run_it", "command")],
      clock,
      limits: { maxTurns: 2 },
      askUser: async ({ accesses }) => ({ answer: accesses?.[0]?.target === "no" ? "no" : "yes" }),
    });
    await task.run("go");
    expect(clock.pending, name).toBe(0);
    expect(foldSession(events).pendingAsks.size, name).toBe(0);
    expect((await task.run("again")).end, name).toBe("answered");
  }
});

describe("the user's words", () => {
  test("while it works follow the results of the running turn", async () => {
    const open = gate();
    const tool = recordingTool("read_file", "none", async (path) => {
      await open.promise;
      return textResult(`did ${path}`);
    });
    const model = new ScriptedModel(read("a"), fine);
    const { task, of } = startTask({ model, tools: [tool] });
    const run = task.run("go");
    await settled();
    task.steer("Use tabs.");
    open.open();
    await run;
    expect(lastRequest(model)).toMatch(/did a.*Use tabs\./s);
    expect(of("user-message").map(({ message }) => message.pinned)).toEqual([true, true]);
  });

  test("behind an answer are answered too, before the run ends", async () => {
    const rest = gate();
    const model = new ScriptedModel([...pieces("It is"), rest.promise, { type: "finish", reason: "stop" }], fine);
    const { task } = startTask({ model });
    const run = task.run("go");
    await settled();
    task.steer("In French.");
    rest.open();
    expect(await run).toMatchObject({ end: "answered", text: "Fine." });
    expect(lastRequest(model)).toContain("In French.");
  });

  test("said while nothing runs go with the next message", async () => {
    const model = new ScriptedModel(fine);
    const { task } = startTask({ model });
    task.steer("Be brief.");
    await task.run("Hello");
    expect(lastRequest(model)).toMatch(/Be brief\..*Hello/s);
  });

  test("a second run while one is going on is refused and changes nothing", async () => {
    const rest = gate();
    const model = new ScriptedModel([...pieces("a"), rest.promise, { type: "finish", reason: "stop" }]);
    const { task } = startTask({ model });
    const run = task.run("go");
    await settled();
    expect(await task.run("me too")).toMatchObject({
      end: "failed",
      message: expect.stringContaining("running already"),
    });
    rest.open();
    expect((await run).end).toBe("answered");
    expect(model.requests).toHaveLength(1);
  });
});

describe("the journal", () => {
  test("gets every kept event once, in order, and nothing that is only live; its fold is the conversation", async () => {
    const journal = new MemoryJournal();
    const tool = recordingTool("read_file", "none");
    const { task, events } = startTask({ model: new ScriptedModel(read("a"), fine), tools: [tool], journal });
    await task.run("go");
    const live = ["block", "request-phase", "call-preview", "call-progress"];
    expect(journal.events).toEqual(events.filter(({ type }) => !live.includes(type)));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    const { history, calls } = foldSession(journal.events);
    expect(history.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(calls.size).toBe(0);
  });

  test("has the raw text of a message before each call that was read from it, and of long prose as it comes", async () => {
    const prose = "word ".repeat(2_000);
    const journal = new MemoryJournal();
    const tool = recordingTool("read_file", "none");
    const call = writesCall("read_file", { path: "a" });
    const model = new ScriptedModel(says(`Look:\n${call}`), says(prose, 40));
    const { task } = startTask({ model, tools: [tool], journal });
    await task.run("go");
    const kinds = journal.events.map(({ type }) => type);
    expect(kinds.indexOf("assistant-text")).toBe(kinds.indexOf("call-closed") - 1);
    const texts = journal.events.flatMap((event) => (event.type === "assistant-text" ? [event] : []));
    expect(texts[0]?.raw).toBe(`Look:\n${call}`);
    const long = texts.slice(1).map(({ raw }) => raw);
    expect(long).toHaveLength(2);
    expect(prose.startsWith(long.join(""))).toBe(true);
  });

  test("has it that a call starts before it starts, and that it ended before the next request", async () => {
    const log: string[] = [];
    const started = gate();
    const finished = gate();
    const tool = recordingTool("run_it", "command", (path) => {
      log.push(`runs ${path}`);
      return textResult("ok");
    });
    const journal: Journal = {
      write: (event) => {
        if (event.type === "call-started") return started.promise;
        if (event.type === "call-finished") return finished.promise;
        return undefined;
      },
      flush: async () => {},
    };
    const model = new ScriptedModel(runs("x"), fine);
    const { task } = startTask({ model, tools: [tool], mode: "auto", journal });
    const run = task.run("go");
    await settled();
    expect(log).toEqual([]);
    started.open();
    await settled();
    expect(log).toEqual(["runs x"]);
    expect(model.requests).toHaveLength(1);
    finished.open();
    expect((await run).end).toBe("answered");
  });

  test("has an answer to an ask before what was asked for begins", async () => {
    const answered = gate();
    const tool = recordingTool("run_it", "command");
    const { task } = startTask({
      model: new ScriptedModel(runs("x"), fine),
      tools: [tool],
      askUser: async () => ({ answer: "yes" }),
      journal: {
        write: (event) => (event.type === "ask-answered" ? answered.promise : undefined),
        flush: async () => {},
      },
    });
    const run = task.run("go");
    await settled();
    expect(tool.ran).toEqual([]);
    answered.open();
    await run;
    expect(tool.ran).toEqual(["x"]);
  });

  test("that fails is reported once, and the run goes on unkept", async () => {
    let writes = 0;
    const journal: Journal = {
      write: async () => {
        writes++;
        throw new Error("disk full");
      },
      flush: async () => {},
    };
    const { task, of } = startTask({
      model: new ScriptedModel(runs("x"), fine),
      tools: [recordingTool("run_it", "command")],
      mode: "auto",
      journal,
    });
    expect((await task.run("go")).end).toBe("answered");
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringContaining("disk full")]);
    expect(writes).toBeLessThan(10);
  });

  test("a listener that throws is left out, said once, and the others hear everything", async () => {
    const { task, of } = startTask({ model: new ScriptedModel(fine) });
    let heard = 0;
    task.subscribe(() => {
      heard++;
      throw new Error("bad listener");
    });
    expect((await task.run("go")).end).toBe("answered");
    expect(heard).toBe(1);
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringContaining("bad listener")]);
    expect(of("run-finished")).toHaveLength(1);
  });
});

describe("what a turn goes by", () => {
  test("is told when it begins to hold, not again while nothing changes", async () => {
    const tools = [recordingTool("read_file", "none")];
    const { task, of } = startTask({ model: new ScriptedModel(read("a"), read("b"), fine), tools });
    await task.run("go");
    expect(of("turn-finished")).toHaveLength(3);
    expect(of("config-frozen").map(({ config }) => [config.protocol, config.mode, config.tier])).toEqual([
      ["text", "ask", "full"],
    ]);
  });

  test("a small window gets a smaller prompt", async () => {
    for (const [tokens, tier] of [
      [4_096, "minimal"],
      [16_384, "compact"],
      [131_072, "full"],
    ] as const) {
      const window = { value: tokens, from: "server" as const, at: "2026-01-01" };
      const { task, of } = startTask({ model: new ScriptedModel(fine), profile: { window } });
      await task.run("go");
      expect(of("config-frozen")[0]?.config.tier).toBe(tier);
    }
  });

  test("sources give the prompt its sections and the message its note; one that fails is said and left out", async () => {
    const model = new ScriptedModel(fine);
    const { task, of } = startTask({
      model,
      contextSources: [
        { name: "rules", sections: async () => [{ title: "Rules", text: "Write tests.", source: "AGENTS.md" }] },
        { name: "git", environment: async () => Promise.reject(new Error("no git")) },
        { name: "machine", environment: async () => ({ os: "Linux" }) },
      ],
    });
    await task.run("go");
    await task.run("again");
    expect(model.requests[0]?.system).toContain("Write tests.");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("OS: Linux");
    // What did not change is not said again.
    expect(JSON.stringify(model.requests[1]?.messages).split("OS: Linux")).toHaveLength(2);
    const warnings = of("notice").filter(({ level }) => level === "warning");
    expect(warnings.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringContaining("git was left out")));
  });

  test("two wrong native calls in a row step down to text, once, and are shown to the model as text", async () => {
    const wrong = (at: number): Step[] => [
      ...callsTool(0, "no_such", { at }),
      { type: "finish", reason: "tool-calls" },
    ];
    const tool = recordingTool("read_file", "none");
    const model = new ScriptedModel(wrong(1), wrong(2), read("a"), fine);
    const { task, of } = startTask({ model, tools: [tool], protocol: "auto" });
    expect((await task.run("go")).end).toBe("answered");
    expect(of("protocol-changed")).toMatchObject([{ from: "native", to: "text", why: expect.stringContaining("2") }]);
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0, 0]);
    expect(of("call-finished")[0]?.result).toMatchObject({ status: "error" });
    expect(JSON.stringify(of("call-finished")[0]?.result)).toContain("read_file");
    expect(tool.ran).toEqual(["a"]);
  });

  test("wrong calls as text lead to the next dialect, taught from then on, and what was learnt is told for next time", async () => {
    const wrong = says(HERMES_CALL.replace("read_file", "no_such"));
    const model = new ScriptedModel(wrong, wrong, says(HERMES_CALL), fine);
    const tool = recordingTool("read_file", "none");
    const { task, of } = startTask({ model, tools: [tool], protocol: "text" });
    expect((await task.run("go")).end).toBe("answered");
    expect(tool.ran).toEqual(["a"]);
    const [change, ...more] = of("protocol-changed");
    expect(more).toEqual([]);
    expect(change).toMatchObject({ from: "text", to: "text", dialectBefore: "auto", dialect: "hermes" });
    const taught = model.requests.map(({ system }) => (system.includes("<tool_call>") ? "hermes" : "cline"));
    expect(taught).toEqual(["cline", "cline", "hermes", "hermes"]);
    expect(of("profile-learned")[0]?.patch).toMatchObject({
      protocol: { value: "text", from: "measured" },
      dialect: { value: "hermes", from: "measured" },
      otherDialects: { value: ["markdown-json"] },
    });
  });

  test("calls that the model leaves open count as wrong: the next dialect is tried before the run is given up", async () => {
    const open = says("<read_file>\n<path>a");
    const model = new ScriptedModel(open, open, says(HERMES_CALL), fine);
    const tool = recordingTool("read_file", "none");
    const { task, of } = startTask({ model, tools: [tool], protocol: "text" });
    expect((await task.run("go")).end).toBe("answered");
    expect(of("protocol-changed")).toMatchObject([{ dialect: "hermes" }]);
    expect(tool.ran).toEqual(["a"]);
  });

  test("a native call that comes out right begins the count anew", async () => {
    const call = (name: string, at: number): Step[] => [
      ...callsTool(0, name, { path: `f${at}` }),
      { type: "finish", reason: "tool-calls" },
    ];
    const names = ["no_such", "read_file", "no_such", "read_file"];
    const model = new ScriptedModel(...names.map(call), fine);
    const { task, of } = startTask({ model, tools: [recordingTool("read_file", "none")], protocol: "auto" });
    await task.run("go");
    expect(of("protocol-changed")).toEqual([]);
  });

  test("a protocol that was asked for is kept, whatever the calls come out like", async () => {
    const wrong: Step[] = [...callsTool(0, "no_such", {}), { type: "finish", reason: "tool-calls" }];
    const { task, of } = startTask({ model: new ScriptedModel(wrong, wrong, wrong, fine), protocol: "native" });
    await task.run("go");
    expect(of("protocol-changed")).toEqual([]);
  });
});

describe("native calls with ids", () => {
  const finish: Step = { type: "finish", reason: "tool-calls" };

  test("the same id twice is one call: run once, answered once", async () => {
    const tool = recordingTool("run_it", "command");
    const twice = [0, 1].flatMap((index) => callsTool(index, "run_it", { path: "x" }, "c1"));
    const model = new ScriptedModel([...twice, finish], fine);
    const { task, of } = startTask({ model, tools: [tool], mode: "auto", protocol: "native" });
    await task.run("go");
    expect(tool.ran).toEqual(["x"]);
    expect(of("tool-results")[0]?.message.parts).toHaveLength(1);
    const sent = model.requests[1]?.messages.flatMap(({ parts }) => parts) ?? [];
    expect(sent.filter(({ type }) => type === "tool-use")).toHaveLength(1);
  });

  test("the same id with other arguments is answered with an error", async () => {
    const tool = recordingTool("run_it", "command");
    const two = ["x", "y"].flatMap((path, index) => callsTool(index, "run_it", { path }, "c1"));
    const { task, statuses } = startTask({
      model: new ScriptedModel([...two, finish], fine),
      tools: [tool],
      mode: "auto",
      protocol: "native",
    });
    await task.run("go");
    expect(tool.ran).toEqual(["x"]);
    expect(statuses().sort()).toEqual(["error", "ok"]);
  });

  test("a call written in text while native tools are offered is asked about even where a rule allows it", async () => {
    const asked: string[] = [];
    const { task } = startTask({
      model: new ScriptedModel(runs("rm"), fine),
      tools: [recordingTool("run_it", "files")],
      protocol: "native",
      rules: [{ decision: "allow", effect: "files", from: "user" }],
      askUser: async ({ message }) => {
        asked.push(message);
        return { answer: "yes" };
      },
    });
    await task.run("go");
    expect(asked).toEqual([expect.stringContaining("native tools were offered")]);
  });
});

test("a tool may start a task below its own", async () => {
  const model = new ScriptedModel(says(writesCall("delegate", { path: "look" })), says("Found it."), fine);
  const delegate = recordingTool("delegate", "none", async (path, { startTask: start }) => {
    const { text } = await start({ id: "below" }).run(path);
    return textResult(text);
  });
  const { task } = startTask({ model, tools: [delegate] });
  await task.run("go");
  expect(lastRequest(model)).toContain("Found it.");
});

test("what the events say is plain JSON", async () => {
  const tool = recordingTool("read_file", "none");
  const { task, events } = startTask({ model: new ScriptedModel(read("a"), fine), tools: [tool] });
  await task.run("go");
  const again: SessionEvent[] = JSON.parse(JSON.stringify(events));
  expect(again).toEqual(events);
});
