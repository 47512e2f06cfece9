import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Ask, AskUser } from "../../src/approvals/ask.js";
import { foldSession } from "../../src/events/fold.js";
import { textResult } from "../../src/tool.js";
import { ScriptedModel, says, writesCall } from "./scripted-model.js";
import { startTask, type Watched } from "./start-task.js";
import { recordingTool } from "./test-tools.js";

const done = says("Done.");
const read = (...paths: string[]) => says(paths.map((path) => `${writesCall("read_file", { path })}\n`).join(""));
const runs = (path: string) => says(`${writesCall("run_it", { path })}\n`);
const same = () => textResult("nothing new");
const steps = ({ of }: Watched) => of("repetition-noticed").map(({ what, step }) => `${what} ${step}`);
/** What the model was told with its last request. */
const lastWords = (model: ScriptedModel) => JSON.stringify(model.requests.at(-1)?.messages.at(-1));
const PARAGRAPH = "Let me think about the failing test once more. The parser returns null, so the caller throws.\n\n";
const loops = says(PARAGRAPH.repeat(300), 500);

describe("a model that makes the same call again and again", () => {
  test("is warned, then refused, then stopped with a report; each is an event and is told once", async () => {
    const model = new ScriptedModel(read("a"));
    const tool = recordingTool("read_file", "none", same);
    const watched = startTask({ model, tools: [tool] });
    const { end, exitCode, message } = await watched.task.run("go");
    expect({ end, exitCode }).toEqual({ end: "limit", exitCode: 4 });
    expect(message).toContain('the call read_file {"path":"a"} 5 times in a row with the same result');
    expect(message).toContain("«nothing new»");
    expect(steps(watched)).toEqual(["calls warn", "calls refuse"]);
    expect(tool.ran).toEqual(["a", "a", "a", "a"]);
    expect(watched.of("call-finished").at(-1)?.result).toMatchObject({ status: "error" });
    const told = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(told.map((words) => words.includes("try something else"))).toEqual([false, false, false, true, false]);
    expect(told.map((words) => words.includes("will be refused"))).toEqual([false, false, false, false, true]);
    expect(told[4]).toContain("read_file");
  });

  test("is warned at the third time also where its result is a line that names the first", async () => {
    const lines = textResult("a line of this file\n".repeat(60), { meta: { path: "a", hash: "h", range: [1, 60] } });
    const model = new ScriptedModel(read("a"), read("a"), read("a"), done);
    const watched = startTask({ model, tools: [recordingTool("read_file", "none", () => lines)] });
    await watched.task.run("go");
    const isNamed = watched.of("call-finished").map(({ result }) => result.meta?.repeats !== undefined);
    expect(isNamed).toEqual([false, true, false]);
    expect(steps(watched)).toEqual(["calls warn"]);
  });

  test("goes on where it does something else instead, and the call is still not run while nothing changed", async () => {
    const model = new ScriptedModel(...[1, 2, 3, 4].map(() => read("a")), read("b"), read("a"), done);
    const tool = recordingTool("read_file", "none", same);
    const { task, statuses } = startTask({ model, tools: [tool] });
    expect((await task.run("go")).end).toBe("answered");
    expect(tool.ran).toEqual(["a", "a", "a", "a", "b"]);
    expect(statuses().at(-1)).toBe("error");
  });

  test("may make it anew when something was changed in between, in the same message, too", async () => {
    const message = `${writesCall("run_it", { path: "fix" })}\n${writesCall("read_file", { path: "a" })}\n`;
    const model = new ScriptedModel(...[1, 2, 3, 4].map(() => read("a")), says(message), done);
    const reader = recordingTool("read_file", "none", same);
    const runner = recordingTool("run_it", "command");
    const { task, statuses } = startTask({ model, tools: [reader, runner], mode: "auto" });
    expect((await task.run("go")).end).toBe("answered");
    expect(reader.ran).toHaveLength(5);
    expect(statuses()).not.toContain("error");
  });

  test("between two calls in turn is seen, and both are named", async () => {
    const model = new ScriptedModel(...[1, 2, 3, 4, 5].flatMap(() => [read("a"), read("b")]));
    const watched = startTask({ model, tools: [recordingTool("read_file", "none", same)] });
    const { exitCode, message } = await watched.task.run("go");
    expect(exitCode).toBe(4);
    expect(message).toMatch(/these 2 calls in turn.*"a".*"b"/);
    expect(steps(watched)).toEqual(["calls warn", "calls refuse"]);
  });

  test("fifty times in one message is told before it is stopped: it had no chance to see it", async () => {
    const model = new ScriptedModel(read(...Array.from({ length: 50 }, () => "a")), done);
    const tool = recordingTool("read_file", "none", same);
    const watched = startTask({ model, tools: [tool] });
    expect((await watched.task.run("go")).end).toBe("answered");
    expect(steps(watched)).toEqual(["calls refuse"]);
    expect(tool.ran.length).toBeLessThan(50);
    expect(lastWords(model)).toContain("will be refused");
  });

  describe("where somebody is there", () => {
    const asked = async (askUser: AskUser) => {
      const asks: Ask[] = [];
      const model = new ScriptedModel(...[1, 2, 3, 4, 5].map(() => read("a")), done);
      const tool = recordingTool("read_file", "none", same);
      const watched = startTask({
        model,
        tools: [tool],
        askUser: (ask, signal) => {
          asks.push(ask);
          return askUser(ask, signal);
        },
      });
      return { result: await watched.task.run("go"), asks, model, tool };
    };

    test("asks before it stops; a no ends the run", async () => {
      const { asks, result } = await asked(async () => ({ answer: "no" }));
      expect(asks.map(({ kind }) => kind)).toEqual(["limit"]);
      expect(asks[0]?.message).toContain("5 times in a row");
      expect(result.exitCode).toBe(4);
    });

    test("a yes lets it go on", async () => {
      const { result } = await asked(async () => ({ answer: "yes" }));
      expect(result.end).toBe("answered");
    });

    test("words go to the model, and it goes on", async () => {
      const { result, model } = await asked(async () => ({ answer: "yes", words: "Look into b instead." }));
      expect(result.end).toBe("answered");
      expect(lastWords(model)).toContain("Look into b instead.");
    });
  });

  test("is counted anew when the user says something", async () => {
    const model = new ScriptedModel(...[1, 2, 3, 4, 5, 6].map(() => read("a")), done);
    const tool = recordingTool("read_file", "none", same);
    const watched = startTask({ model, tools: [tool] });
    watched.task.subscribe((event) => {
      if (event.type === "turn-finished" && event.turn === 3) watched.task.steer("I changed it, look again.");
    });
    expect((await watched.task.run("go")).end).toBe("answered");
    expect(tool.ran).toHaveLength(6);
  });
});

describe("a model that writes the same passage again and again", () => {
  test("is cut short, told so, and goes on; nothing of it goes back to it", async () => {
    const model = new ScriptedModel(loops, done);
    const watched = startTask({ model });
    expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Done." });
    expect(model.closed).toBe(1);
    expect(steps(watched)).toEqual(["passage warn"]);
    expect(lastWords(model)).toContain("wrote the same passage");
    expect(JSON.stringify(model.requests.at(-1)).length).toBeLessThan(PARAGRAPH.length * 40);
  });

  test("keeps the calls that it had made before", async () => {
    const model = new ScriptedModel(
      says(`${writesCall("read_file", { path: "a" })}\n${PARAGRAPH.repeat(300)}`, 500),
      done,
    );
    const { task, of, statuses } = startTask({ model, tools: [recordingTool("read_file", "none")] });
    expect((await task.run("go")).end).toBe("answered");
    expect(statuses()).toEqual(["ok"]);
    expect(of("tool-results")).toHaveLength(1);
  });

  test("message after message is told twice, then stopped with exit code 4", async () => {
    const model = new ScriptedModel(loops);
    const watched = startTask({ model });
    const { exitCode, message } = await watched.task.run("go");
    expect(exitCode).toBe(4);
    expect(message).toContain("The parser returns null");
    expect(steps(watched)).toEqual(["passage warn", "passage refuse"]);
    expect(model.requests).toHaveLength(3);
  });
});

test("a model that gives the same whole answer run after run is told so with the next message", async () => {
  const model = new ScriptedModel(says(PARAGRAPH));
  const watched = startTask({ model });
  for (const words of ["one", "two", "three"]) expect((await watched.task.run(words)).end).toBe("answered");
  expect(steps(watched)).toEqual(["answer warn"]);
  await watched.task.run("four");
  expect(lastWords(model)).toContain("word for word");
});

describe("plain repetitive work is never halted, and nobody is told of it", () => {
  test.each<[string, (at: number) => ReturnType<typeof says>]>([
    ["running the tests after each edit", (at) => (at % 2 === 0 ? runs("npm test") : runs(`edit ${at}`))],
    ["reading successive ranges", (at) => read(`big.txt:${at * 100}-${at * 100 + 99}`)],
    ["polling a job whose output changes", () => runs("poll")],
  ])("%s", async (_, answer) => {
    let polls = 0;
    const tools = [
      recordingTool("read_file", "none", same),
      recordingTool("run_it", "command", (path) => textResult(path === "poll" ? `line ${++polls}` : "still red")),
    ];
    const model = new ScriptedModel(...Array.from({ length: 60 }, (_, at) => answer(at)), done);
    const watched = startTask({ model, tools, mode: "auto" });
    expect((await watched.task.run("go")).end).toBe("answered");
    expect(steps(watched)).toEqual([]);
  });
});

test("whatever a model repeats, every closed call is answered exactly once, and the run ends", async () => {
  const call = fc.tuple(fc.constantFrom("read_file", "run_it"), fc.constantFrom("a", "b"));
  const message = fc.array(call, { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 3 }), fc.boolean(), async (messages, fails) => {
      const answers = messages.map((calls) =>
        says(calls.map(([name, path]) => `${writesCall(name, { path })}\n`).join(""), 50),
      );
      const rounds = Array.from({ length: 6 }, () => answers).flat();
      const run = () => textResult("same", { status: fails ? "error" : "ok" });
      const tools = [recordingTool("read_file", "none", run), recordingTool("run_it", "command", run)];
      const model = new ScriptedModel(...rounds, done);
      const watched = startTask({ model, tools, mode: "auto" });
      expect(["limit", "answered"]).toContain((await watched.task.run("go")).end);
      const closed = watched.of("call-closed").map(({ callId }) => callId);
      expect(new Set(closed).size).toBe(closed.length);
      expect(
        watched
          .of("call-finished")
          .map(({ callId }) => callId)
          .sort(),
      ).toEqual([...closed].sort());
      const { calls, history } = foldSession(watched.events);
      expect(calls.size).toBe(0);
      const answered = history.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === "tool-result" ? [part.callId] : [])),
      );
      expect(answered.sort()).toEqual([...closed].sort());
    }),
    { numRuns: 40 },
  );
});
