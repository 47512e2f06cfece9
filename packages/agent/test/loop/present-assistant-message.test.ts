import { describe, expect, test } from "vitest";
import type { Ask, AskAnswer } from "../../src/approvals/ask.js";
import { textResult } from "../../src/tool.js";
import { pieces, ScriptedModel, type Step, says, writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const done = says("Done.");
const reads = (...paths: string[]) => paths.map((path) => writesCall("read_file", { path })).join("\n");
const runs = (...paths: string[]) => paths.map((path) => writesCall("run_it", { path })).join("\n");

/** The results the model was shown in its second request, in order. */
function shown(model: ScriptedModel): string {
  const last = model.requests[1]?.messages.at(-1);
  return last?.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n") ?? "";
}

/** Answers asks by hand: each waits until `answer` is called. */
function byHand() {
  const asks: Ask[] = [];
  const answers: ((answer: Omit<AskAnswer, "id" | "by">) => void)[] = [];
  return {
    asks,
    askUser: (ask: Ask) =>
      new Promise<Omit<AskAnswer, "id" | "by">>((resolve) => {
        asks.push(ask);
        answers.push(resolve);
      }),
    answer: async (at: number, answer: Omit<AskAnswer, "id" | "by">) => {
      answers[at]?.(answer);
      await settled();
    },
  };
}

describe("order", () => {
  test("a call runs as soon as it is closed, while the rest of the message still comes", async () => {
    const rest = gate();
    const read = recordingTool("read_file", "none");
    const model = new ScriptedModel(
      [...pieces(`${reads("a")}\nNow I`), rest.promise, ...pieces(" wait."), { type: "finish", reason: "stop" }],
      done,
    );
    const { task } = startTask({ model, tools: [read] });
    const run = task.run("go");
    await settled();
    expect(read.ran).toEqual(["a"]);
    rest.open();
    expect((await run).end).toBe("answered");
  });

  test("read-only calls run side by side, four at most", async () => {
    const open = gate();
    let most = 0;
    let now = 0;
    const read = recordingTool("read_file", "none", async (path) => {
      most = Math.max(most, ++now);
      await open.promise;
      now--;
      return textResult(path);
    });
    const { task } = startTask({
      model: new ScriptedModel(says(reads("a", "b", "c", "d", "e", "f")), done),
      tools: [read],
    });
    const run = task.run("go");
    await settled();
    expect(read.ran).toEqual(["a", "b", "c", "d"]);
    open.open();
    await run;
    expect(read.ran).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(most).toBe(4);
  });

  test("many calls that wait at the same time are no leak: Node warns of nothing", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.message);
    process.on("warning", note);
    const read = recordingTool("read_file", "none");
    const paths = Array.from({ length: 40 }, (_, at) => `f${at}`);
    const { task } = startTask({ model: new ScriptedModel(says(reads(...paths)), done), tools: [read] });
    await task.run("go");
    await settled();
    process.off("warning", note);
    expect(read.ran).toEqual(paths);
    expect(warnings).toEqual([]);
  });

  test("a call that changes something waits for all before it and holds back all after it", async () => {
    const log: string[] = [];
    const gates = { a: gate(), b: gate(), c: gate() };
    const act = async (path: string) => {
      log.push(`start ${path}`);
      await gates[path as "a" | "b" | "c"].promise;
      log.push(`end ${path}`);
      return textResult(path);
    };
    const tools = [recordingTool("read_file", "none", act), recordingTool("write_it", "files", act)];
    const message = `${reads("a")}\n${writesCall("write_it", { path: "b" })}\n${reads("c")}`;
    const { task } = startTask({ model: new ScriptedModel(says(message), done), tools, mode: "auto" });
    const run = task.run("go");
    await settled();
    expect(log).toEqual(["start a"]);
    gates.a.open();
    await settled();
    expect(log).toEqual(["start a", "end a", "start b"]);
    gates.b.open();
    await settled();
    expect(log.at(-1)).toBe("start c");
    gates.c.open();
    await run;
    expect(log).toEqual(["start a", "end a", "start b", "end b", "start c", "end c"]);
  });

  test("a call is looked at and planned only when what it waits for is done: it may depend on it", async () => {
    const log: string[] = [];
    const first = gate();
    const act = async (path: string) => {
      await first.promise;
      log.push(`did ${path}`);
      return textResult(path);
    };
    const run = recordingTool("run_it", "command", act);
    const write = {
      ...recordingTool("write_it", "files", act),
      accesses: async () => {
        log.push("looked");
        return [];
      },
      plan: async () => {
        log.push("planned");
        return { title: "Write", changes: [] };
      },
    };
    const message = says(`${runs("a")}\n${writesCall("write_it", { path: "b" })}\n`);
    const { task } = startTask({ model: new ScriptedModel(message, done), tools: [run, write], mode: "auto" });
    const end = task.run("go");
    await settled();
    first.open();
    await end;
    expect(log).toEqual(["did a", "looked", "planned", "did b"]);
  });

  test("results stand in the order of the calls, whatever order they came back in", async () => {
    const gates = new Map(["a", "b", "c"].map((path) => [path, gate()]));
    const read = recordingTool("read_file", "none", async (path) => {
      await gates.get(path)?.promise;
      return textResult(`content of ${path}`);
    });
    const { task, of } = startTask({ model: new ScriptedModel(says(reads("a", "b", "c")), done), tools: [read] });
    const run = task.run("go");
    for (const path of ["c", "b", "a"]) {
      await settled();
      gates.get(path)?.open();
    }
    await run;
    const parts = of("tool-results")[0]?.message.parts ?? [];
    expect(parts.map((part) => part.type === "tool-result" && part.callId)).toEqual(["t-2.1", "t-2.2", "t-2.3"]);
    expect(JSON.stringify(parts)).toMatch(/of a.*of b.*of c/);
  });

  test("the first call that changes something waits for the checkpoint; reading does not", async () => {
    const checkpoint = gate();
    const read = recordingTool("read_file", "none");
    const write = recordingTool("write_it", "files");
    const { task, of } = startTask({
      model: new ScriptedModel(says(`${reads("a")}\n${writesCall("write_it", { path: "b" })}\n`), done),
      tools: [read, write],
      mode: "auto",
      checkpointer: {
        async save() {
          await checkpoint.promise;
          return { id: "c1" };
        },
      },
    });
    const run = task.run("go");
    await settled();
    expect(read.ran).toEqual(["a"]);
    expect(write.ran).toEqual([]);
    checkpoint.open();
    await run;
    expect(write.ran).toEqual(["b"]);
    expect(of("checkpoint-made").map(({ id }) => id)).toEqual(["c1"]);
  });

  test("a checkpoint that fails is said and stops nothing", async () => {
    const write = recordingTool("write_it", "files");
    const { task, of } = startTask({
      model: new ScriptedModel(says(writesCall("write_it", { path: "b" })), done),
      tools: [write],
      mode: "auto",
      checkpointer: { save: async () => Promise.reject(new Error("disk full")) },
    });
    await task.run("go");
    expect(write.ran).toEqual(["b"]);
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringContaining("disk full")]);
  });

  test("one call a message: the stream is closed after the first, and the model is told", async () => {
    const read = recordingTool("read_file", "none");
    const model = new ScriptedModel(says(reads("a", "b")), done);
    const { task } = startTask({ model, tools: [read], parallelToolCalls: false });
    await task.run("go");
    expect(read.ran).toEqual(["a"]);
    expect(model.closed).toBe(1);
    expect(shown(model)).toContain("Only one call a message is run.");
    expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("<path>b");
  });
});

describe("answers", () => {
  test("a tool that throws is an answer; the others are not touched by it", async () => {
    const read = recordingTool("read_file", "none", (path) => {
      if (path === "a") throw new Error("EACCES");
      return textResult("fine");
    });
    const model = new ScriptedModel(says(reads("a", "b")), done);
    const { task, statuses } = startTask({ model, tools: [read] });
    expect((await task.run("go")).end).toBe("answered");
    expect(statuses().sort()).toEqual(["error", "ok"]);
    expect(shown(model)).toContain("EACCES");
  });

  test.each(["accesses", "plan"] as const)(
    "a tool whose %s throws is answered so, and nothing was run",
    async (step) => {
      const write = recordingTool("write_it", "files");
      const broken = { ...write, [step]: async () => Promise.reject(new Error("no such branch")) };
      const model = new ScriptedModel(says(writesCall("write_it", { path: "a" })), done);
      const { task, statuses, of } = startTask({ model, tools: [broken], mode: "auto" });
      expect((await task.run("go")).end).toBe("answered");
      expect(write.ran).toEqual([]);
      expect(statuses()).toEqual(["error"]);
      expect(of("call-started")).toEqual([]);
      expect(shown(model)).toContain("write_it failed before it ran: no such branch");
    },
  );

  test("two equal calls are two calls: each runs and is answered", async () => {
    const read = recordingTool("read_file", "none");
    const { task, of } = startTask({ model: new ScriptedModel(says(reads("a", "a")), done), tools: [read] });
    await task.run("go");
    expect(read.ran).toEqual(["a", "a"]);
    expect(of("tool-results")[0]?.message.parts).toHaveLength(2);
  });

  test("a call whose arguments do not fit is answered with every fault, before anyone is asked", async () => {
    const write = recordingTool("write_it", "files");
    const model = new ScriptedModel(says("<write_it>\n</write_it>"), done);
    const { task, of } = startTask({ model, tools: [write], askUser: async () => ({ answer: "yes" }) });
    await task.run("go");
    expect(write.ran).toEqual([]);
    expect(of("ask-opened")).toEqual([]);
    expect(shown(model)).toContain("path");
  });

  test("a tool that gives nothing back is an error, not the end of the run", async () => {
    // As an untyped tool may: the loop gets what JavaScript gives.
    const read = recordingTool("read_file", "none", () => JSON.parse("null"));
    const model = new ScriptedModel(says(reads("a")), done);
    const { task, statuses } = startTask({ model, tools: [read] });
    expect((await task.run("go")).end).toBe("answered");
    expect(statuses()).toEqual(["error"]);
  });

  test("a tool that ends the run ends it, with its result as the answer; what follows is skipped", async () => {
    const finish = { ...recordingTool("finish", "none", () => textResult("All tests pass.")), ends: "run" as const };
    const read = recordingTool("read_file", "none");
    const model = new ScriptedModel(says(writesCall("finish", { path: "x" })));
    const { task } = startTask({ model, tools: [finish, read] });
    expect(await task.run("go")).toMatchObject({ end: "completed", exitCode: 0, text: "All tests pass." });
    expect(model.requests).toHaveLength(1);
  });

  test("progress of a running call is told at most once a frame", async () => {
    const clock = new TestClock();
    const rest = gate();
    const run = recordingTool("read_file", "none", async (_path, { progress }) => {
      for (const text of ["a", "b", "c"]) progress({ text });
      await rest.promise;
      progress({ text: "d" });
      return textResult("ok");
    });
    const { task, of } = startTask({ model: new ScriptedModel(says(reads("a")), done), tools: [run], clock });
    const end = task.run("go");
    await settled();
    await clock.advance(20);
    rest.open();
    await end;
    expect(of("call-progress").map(({ progress }) => progress.text)).toEqual(["a", "bc", "d"]);
    expect(clock.pending).toBe(0);
  });

  test("a tool that was let go of cannot be heard any more", async () => {
    const clock = new TestClock();
    let late = () => {};
    const tool = recordingTool("run_it", "command", (_path, { progress }) => {
      late = () => progress({ text: "still here" });
      return new Promise<never>(() => {});
    });
    const { task, events } = startTask({
      model: new ScriptedModel(says(runs("x"))),
      tools: [tool],
      mode: "auto",
      clock,
    });
    const end = task.run("go");
    await settled();
    task.stop();
    await clock.advance(2_000);
    await end;
    const told = events.length;
    late();
    expect(events).toHaveLength(told);
    expect(clock.pending).toBe(0);
  });

  test("a call being written is previewed by its tool, and the preview is whole when the call closes", async () => {
    const write = {
      ...recordingTool("write_it", "files"),
      preview: (event: { type: string; text?: string }) => ({ title: "Write", delta: event.text ?? "" }),
    };
    const model = new ScriptedModel(says(writesCall("write_it", { path: "some/long/path.ts" }), 3), done);
    const { task, of } = startTask({ model, tools: [write], mode: "auto", clock: new TestClock() });
    await task.run("go");
    const previews = of("call-preview");
    expect(previews.map(({ preview }) => preview.delta).join("")).toBe("some/long/path.ts");
    expect(previews.length).toBeLessThan(4);
  });
});

describe("asking", () => {
  test("rejecting the first of three runs none of them and answers each", async () => {
    const run = recordingTool("run_it", "command");
    const model = new ScriptedModel(says(`${runs("one", "two", "three")}\nAll done!`), done);
    const { task, statuses, of } = startTask({
      model,
      tools: [run],
      askUser: async () => {
        await settled();
        return { answer: "no", words: "use npm" };
      },
    });
    expect((await task.run("go")).end).toBe("answered");
    expect(run.ran).toEqual([]);
    expect(of("ask-opened")).toHaveLength(1);
    expect(statuses().sort()).toEqual(["rejected", "skipped", "skipped"]);
    expect(shown(model)).toMatch(/rejected[\s\S]*not run: a call before it was rejected[\s\S]*use npm$/);
    expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("All done!");
  });

  /** An ask is open for a call, and the model has written on behind it. */
  async function writtenBehindAnAsk(...rest: Step[]) {
    const run = recordingTool("run_it", "command");
    const hand = byHand();
    const asked = gate();
    const model = new ScriptedModel([...pieces(`${runs("one")}\n`), asked.promise, ...rest], done);
    const { task, of } = startTask({ model, tools: [run], askUser: hand.askUser });
    const shownText = () =>
      of("block")
        .flatMap(({ event }) => (event.type === "text-delta" ? event.text : []))
        .join("");
    const end = task.run("go");
    await settled();
    expect(hand.asks).toHaveLength(1);
    asked.open();
    await settled();
    return { run, hand, model, shownText, end };
  }

  test("a rejection closes the stream: what comes behind is neither shown nor run", async () => {
    const rest = [...pieces(`And more.\n${runs("two")}\n`), gate().promise];
    const { run, hand, model, shownText, end } = await writtenBehindAnAsk(...rest);
    await hand.answer(0, { answer: "no", words: "stop that" });
    expect((await end).end).toBe("answered");
    expect(model.closed).toBe(1);
    expect(run.ran).toEqual([]);
    expect(shownText()).toBe("Done.");
  });

  test("what the model writes behind an ask is shown after a yes, not before", async () => {
    const rest: Step[] = [...pieces("And more."), { type: "finish", reason: "stop" }];
    const { run, hand, shownText, end } = await writtenBehindAnAsk(...rest);
    expect(shownText()).toBe("");
    await hand.answer(0, { answer: "yes" });
    await end;
    expect(shownText()).toBe("And more.Done.");
    expect(run.ran).toEqual(["one"]);
  });

  test("a rejection with 'go on' concerns that call only", async () => {
    const run = recordingTool("run_it", "command");
    const { task } = startTask({
      model: new ScriptedModel(says(runs("one", "two")), done),
      tools: [run],
      askUser: async ({ accesses }) =>
        accesses?.[0]?.target === "one" ? { answer: "no", goOn: true } : { answer: "yes" },
    });
    expect((await task.run("go")).end).toBe("answered");
    expect(run.ran).toEqual(["two"]);
  });

  test("a rejection without a word ends the run with exit code 3, and the next message goes on from it", async () => {
    const run = recordingTool("run_it", "command");
    const model = new ScriptedModel(says(runs("one")), done);
    const { task } = startTask({ model, tools: [run], askUser: async () => ({ answer: "no" }) });
    expect(await task.run("go")).toMatchObject({ end: "denied", exitCode: 3 });
    expect(model.requests).toHaveLength(1);
    expect((await task.run("Then tell me why.")).end).toBe("answered");
    expect(shown(model)).toMatch(/rejected[\s\S]*Then tell me why\./);
  });

  test("what the user says with a yes follows the results as well", async () => {
    const run = recordingTool("run_it", "command");
    const model = new ScriptedModel(says(runs("one")), done);
    const askUser = async () => ({ answer: "yes" as const, words: "and then commit" });
    await startTask({ model, tools: [run], askUser }).task.run("go");
    expect(run.ran).toEqual(["one"]);
    expect(shown(model)).toMatch(/did one[\s\S]*and then commit$/);
  });

  test("asks open one at a time, in the order of the calls; calls that need none go on beside", async () => {
    const hand = byHand();
    const read = recordingTool("read_file", "none");
    const message = `${reads("/etc/a")}\n${reads("inside")}\n${reads("/etc/b")}`;
    const { task } = startTask({ model: new ScriptedModel(says(message), done), tools: [read], askUser: hand.askUser });
    const end = task.run("go");
    await settled();
    await settled();
    expect(hand.asks.map(({ callId }) => callId)).toEqual(["t-2.1"]);
    expect(read.ran).toEqual(["inside"]);
    await hand.answer(0, { answer: "yes" });
    expect(hand.asks.map(({ callId }) => callId)).toEqual(["t-2.1", "t-2.3"]);
    expect(new Set(hand.asks.map(({ id }) => id)).size).toBe(2);
    await hand.answer(1, { answer: "yes" });
    await end;
    expect(read.ran).toEqual(["inside", "/etc/a", "/etc/b"]);
  });

  test("an ask waits for that of an earlier call, even if the earlier call takes longer to look at", async () => {
    const hand = byHand();
    const slow = gate();
    const read = recordingTool("read_file", "none");
    const looks = {
      ...read,
      accesses: async ({ path }: { path: string }) => {
        if (path === "/etc/a") await slow.promise;
        return [{ effect: "read" as const, target: path }];
      },
    };
    const message = says(reads("/etc/a", "/etc/b"));
    const { task } = startTask({ model: new ScriptedModel(message, done), tools: [looks], askUser: hand.askUser });
    const end = task.run("go");
    await settled();
    expect(hand.asks).toEqual([]);
    slow.open();
    await settled();
    expect(hand.asks.map(({ callId }) => callId)).toEqual(["t-2.1"]);
    await hand.answer(0, { answer: "yes" });
    await hand.answer(1, { answer: "yes" });
    await end;
    expect(hand.asks.map(({ callId }) => callId)).toEqual(["t-2.1", "t-2.2"]);
  });

  test("questions of two tools that run side by side are put one after the other", async () => {
    const hand = byHand();
    const ask = recordingTool("read_file", "none", async (path, context) => {
      const { words } = await context.ask({ message: `Which ${path}?` });
      return textResult(words);
    });
    const { task } = startTask({
      model: new ScriptedModel(says(reads("a", "b")), done),
      tools: [ask],
      askUser: hand.askUser,
    });
    const end = task.run("go");
    await settled();
    await settled();
    expect(hand.asks.map(({ message }) => message)).toEqual(["Which a?"]);
    await hand.answer(0, { answer: "yes", words: "this" });
    await hand.answer(1, { answer: "yes", words: "that" });
    await end;
    expect(hand.asks.map(({ message }) => message)).toEqual(["Which a?", "Which b?"]);
  });

  test("calls that were skipped behind a rejection are no circle that the model goes in", async () => {
    const run = recordingTool("run_it", "command");
    const model = new ScriptedModel(says(runs(...Array.from({ length: 8 }, () => "same"))), done);
    const { task } = startTask({
      model,
      tools: [run],
      askUser: async () => {
        await settled();
        return { answer: "no", words: "not now" };
      },
    });
    expect(await task.run("go")).toMatchObject({ end: "answered" });
  });

  test("an answer counts for its own ask only: pressing yes twice does not approve the next call", async () => {
    const hand = byHand();
    const run = recordingTool("run_it", "command");
    const { task } = startTask({
      model: new ScriptedModel(says(runs("one", "two")), done),
      tools: [run],
      askUser: hand.askUser,
    });
    const end = task.run("go");
    await settled();
    await hand.answer(0, { answer: "yes" });
    await hand.answer(0, { answer: "yes" });
    await settled();
    expect(run.ran).toEqual(["one"]);
    expect(hand.asks).toHaveLength(2);
    await hand.answer(1, { answer: "yes" });
    await end;
    expect(run.ran).toEqual(["one", "two"]);
  });

  test("'always' makes a rule that counts at once, also for calls of the same message", async () => {
    const asks: Ask[] = [];
    const read = recordingTool("read_file", "none");
    const { task } = startTask({
      model: new ScriptedModel(says(reads("/etc/a", "/etc/b")), done),
      tools: [read],
      askUser: async (ask) => {
        asks.push(ask);
        return { answer: "always", rule: { decision: "allow", effect: "read", pattern: "/etc/**", from: "user" } };
      },
    });
    await task.run("go");
    expect(asks).toHaveLength(1);
    expect(read.ran).toEqual(["/etc/a", "/etc/b"]);
  });

  test("where nobody is there, what would be asked is denied and said; the rest goes on", async () => {
    const run = recordingTool("run_it", "command");
    const read = recordingTool("read_file", "none");
    const model = new ScriptedModel(says(`${runs("one")}\n${reads("a")}`), done);
    const { task, of } = startTask({ model, tools: [run, read] });
    expect(await task.run("go")).toMatchObject({ end: "answered", exitCode: 0 });
    expect(run.ran).toEqual([]);
    expect(read.ran).toEqual(["a"]);
    expect(of("ask-answered").map(({ answer }) => answer.by)).toEqual(["headless"]);
    expect(of("call-finished").find(({ name }) => name === "run_it")?.result).toMatchObject({
      status: "rejected",
      why: expect.stringContaining("nobody is there"),
    });
  });

  test("an ask whose answer never comes counts as nobody there when askUser fails", async () => {
    const run = recordingTool("run_it", "command");
    const { task, statuses } = startTask({
      model: new ScriptedModel(says(runs("one")), done),
      tools: [run],
      askUser: async () => Promise.reject(new Error("no terminal")),
    });
    await task.run("go");
    expect(statuses()).toEqual(["rejected"]);
  });

  test("a rule that denies is told to the model, and nobody is asked", async () => {
    const run = recordingTool("run_it", "command");
    const { task, of, statuses } = startTask({
      model: new ScriptedModel(says(runs("one")), done),
      tools: [run],
      mode: "auto",
      rules: [{ decision: "deny", effect: "command", from: "user" }],
      askUser: async () => ({ answer: "yes" }),
    });
    await task.run("go");
    expect(run.ran).toEqual([]);
    expect(of("ask-opened")).toEqual([]);
    expect(statuses()).toEqual(["rejected"]);
  });

  test("a tool may ask the user itself, and is told when nobody is there", async () => {
    const ask = recordingTool("ask_it", "none", async (_path, context) => {
      const { words, by } = await context.ask({ message: "Which?", choices: ["a", "b"] });
      return textResult(`${by}: ${words}`);
    });
    const message = says(writesCall("ask_it", { path: "x" }));
    const there = new ScriptedModel(message, done);
    await startTask({ model: there, tools: [ask], askUser: async () => ({ answer: "yes", words: "b" }) }).task.run(
      "go",
    );
    expect(shown(there)).toContain("user: b");
    const alone = new ScriptedModel(message, done);
    await startTask({ model: alone, tools: [ask] }).task.run("go");
    expect(shown(alone)).toContain("headless: ");
  });

  test("what the user edits in a plan is what runs", async () => {
    const got: unknown[] = [];
    const write = recordingTool("write_it", "files");
    const planned = {
      ...write,
      plan: async () => ({ title: "as planned", changes: [] }),
      run: async (_input: never, _context: unknown, plan: unknown) => {
        got.push(plan);
        return textResult("ok");
      },
    };
    const { task } = startTask({
      model: new ScriptedModel(says(writesCall("write_it", { path: "a" })), done),
      tools: [planned],
      askUser: async ({ plan }) => ({ answer: "yes", edited: { title: `${plan?.title}, edited`, changes: [] } }),
    });
    await task.run("go");
    expect(got).toEqual([{ title: "as planned, edited", changes: [] }]);
  });
});
