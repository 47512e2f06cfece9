import { describe, expect, test } from "vitest";
import { foldSession } from "../../src/events/fold.js";
import type { SessionEvent } from "../../src/events/session-event.js";
import { textResult } from "../../src/tool.js";
import { callsTool, modelError, pieces, ScriptedModel, type Step, says, writesCall } from "./scripted-model.js";
import { startTask, type Watched } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const broke = modelError({ phase: "stream" }, "The connection broke.");
const fine = says("Fine.");
const read = (path: string) => writesCall("read_file", { path });

async function runThroughWaits({ task }: Watched, clock: TestClock) {
  task.subscribe((event: SessionEvent) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  return task.run("go");
}

function playing(...answers: Step[][]) {
  const clock = new TestClock();
  const model = new ScriptedModel(...answers);
  const tool = recordingTool("read_file", "none");
  const write = recordingTool("write_it", "files");
  const watched = startTask({ model, clock, tools: [tool, write], mode: "auto" });
  return { clock, model, tool, write, watched, run: () => runThroughWaits(watched, clock) };
}

const lastRequest = (model: ScriptedModel) => JSON.stringify(model.requests.at(-1)?.messages);

describe("a stream that breaks before any call closed", () => {
  test("is sent again in place; readers are told from where to drop what was shown", async () => {
    const { model, watched, run } = playing([...pieces("The plan is"), broke], says("The plan is simple."));
    expect(await run()).toMatchObject({ end: "answered", text: "The plan is simple." });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
    const [restart] = watched.of("request-restarted");
    const firstShown = watched.of("block")[0]?.seq ?? 0;
    expect(restart?.fromSeq).toBeLessThanOrEqual(firstShown);
    expect(watched.of("request-retrying")).toHaveLength(1);
    expect(watched.of("request-failed")).toEqual([]);
    const kept = watched.of("block").filter(({ seq }) => seq > (restart?.seq ?? 0));
    const text = kept.flatMap(({ event }) => (event.type === "text-delta" ? event.text : [])).join("");
    expect(text).toBe("The plan is simple.");
  });

  test("runs nothing of a call that was being written", async () => {
    const { tool, watched, run } = playing([...pieces("<read_file>\n<path>a</pa"), broke], fine);
    expect((await run()).end).toBe("answered");
    expect(tool.ran).toEqual([]);
    expect(watched.of("call-finished")).toEqual([]);
  });

  test("four times in a row is reported, and what the model said is kept", async () => {
    const { model, watched, run } = playing([...pieces("Half"), broke]);
    expect(await run()).toMatchObject({ end: "failed", exitCode: 13 });
    expect(model.requests).toHaveLength(4);
    expect(watched.of("request-failed")).toHaveLength(1);
    await watched.task.run("Go on.");
    expect(lastRequest(model)).toContain("Half");
  });

  test("four times in a row is asked about; a yes drops what was shown and begins the count anew", async () => {
    const clock = new TestClock();
    const half: Step[] = [...pieces("Half"), broke];
    const model = new ScriptedModel(half, half, half, half, half, fine);
    const watched = startTask({ model, clock, askUser: async () => ({ answer: "yes" }) });
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "answered", text: "Fine." });
    expect(watched.of("ask-opened").map(({ ask }) => [ask.kind, ask.message])).toEqual([
      ["retry", expect.stringContaining("It was sent 4 times.")],
    ]);
    expect(watched.of("request-retrying").map(({ attempt }) => attempt)).toEqual([1, 2, 3, 0, 1]);
    expect(watched.of("request-restarted")).toHaveLength(5);
  });

  test("with an error that sending again cannot mend is reported at once", async () => {
    const { model, run } = playing([
      ...pieces("Half"),
      modelError({ kind: "quota", retryable: false, phase: "stream" }),
    ]);
    expect(await run()).toMatchObject({ end: "failed", exitCode: 11 });
    expect(model.requests).toHaveLength(1);
  });
});

describe("a stream that breaks behind a closed call", () => {
  test("ends the turn there: the call stands with its result, what came behind is gone, the model is told", async () => {
    const { model, tool, watched, run } = playing([...pieces(`Look:\n${read("a")}\nAnd now I`), broke], fine);
    expect(await run()).toMatchObject({ end: "answered", text: "Fine." });
    expect(tool.ran).toEqual(["a"]);
    expect(watched.of("request-restarted")).toEqual([]);
    const sent = lastRequest(model);
    expect(sent).toContain("did a");
    expect(sent).toContain("Your message was cut off after the last call above");
    expect(sent).not.toContain("And now I");
  });

  test("because it stalled: the call stands, and the limit of silence ends the turn", async () => {
    const clock = new TestClock();
    const tool = recordingTool("read_file", "none");
    const model = new ScriptedModel([...pieces(`${read("a")}\nAnd`), gate().promise], fine);
    const watched = startTask({ model, clock, tools: [tool] });
    const run = watched.task.run("go");
    await settled();
    await clock.advance(60_000);
    expect(watched.of("request-retrying").map(({ kind }) => kind)).toEqual(["timeout"]);
    await clock.advance(3_000);
    expect(await run).toMatchObject({ end: "answered", text: "Fine." });
    expect(tool.ran).toEqual(["a"]);
    expect(model.closed).toBe(1);
    expect(lastRequest(model)).toContain("cut off after the last call above");
  });

  test("runs no call twice and nothing of the one that was cut", async () => {
    const message = `${writesCall("write_it", { path: "a" })}\n<write_it>\n<path>b`;
    const { model, write, watched, run } = playing([...pieces(message), broke], fine);
    await run();
    expect(write.ran).toEqual(["a"]);
    expect(
      watched
        .of("call-finished")
        .map(({ result }) => result.status)
        .sort(),
    ).toEqual(["cut-off", "ok"]);
    expect(lastRequest(model)).not.toContain("<path>b");
  });

  test("waits for a call that still runs before it goes on", async () => {
    const open = gate();
    const slow = recordingTool("read_file", "none", async (path) => {
      await open.promise;
      return textResult(`did ${path}`);
    });
    const clock = new TestClock();
    const model = new ScriptedModel([...pieces(`${read("a")}\n`), broke], fine);
    const watched = startTask({ model, clock, tools: [slow] });
    const run = runThroughWaits(watched, clock);
    await settled();
    expect(model.requests).toHaveLength(1);
    open.open();
    expect((await run).end).toBe("answered");
    expect(lastRequest(model)).toContain("did a");
  });

  test("shares its budget with restarts: three failures, then it is reported, and nothing done is lost", async () => {
    const cutBehindCall: Step[] = [...pieces(`${read("a")}\n`), broke];
    const cutBefore: Step[] = [...pieces("Half"), broke];
    const { model, tool, watched, run } = playing(cutBefore, cutBehindCall, cutBefore, cutBehindCall, fine);
    expect(await run()).toMatchObject({ end: "failed", exitCode: 13 });
    expect(model.requests).toHaveLength(4);
    expect(tool.ran).toEqual(["a", "a"]);
    await watched.task.run("Go on.");
    expect(lastRequest(model)).toMatch(/did a.*did a.*cut off.*Go on\./s);
  });

  test("counts anew after a message that came whole", async () => {
    const cut = (path: string): Step[] => [...pieces(`${read(path)}\n`), broke];
    const whole = (path: string): Step[] => says(`${read(path)}\n`);
    const answers = ["a", "b", "c", "d"].flatMap((path) => [cut(path), cut(`${path}2`), whole(`${path}3`)]);
    const { tool, run } = playing(...answers, fine);
    expect(await run()).toMatchObject({ end: "answered", text: "Fine." });
    expect(tool.ran).toHaveLength(12);
  });

  test("counts anew after a message that was closed behind its one call, too", async () => {
    const cut = (path: string): Step[] => [...pieces(`${read(path)}\n`), broke];
    const closed = (path: string): Step[] => says(`${read(path)}\n${read("never")}`);
    const answers = ["a", "b", "c", "d"].flatMap((path) => [cut(path), closed(`${path}2`)]);
    const clock = new TestClock();
    const tool = recordingTool("read_file", "none");
    const model = new ScriptedModel(...answers, fine);
    const watched = startTask({ model, clock, tools: [tool], parallelToolCalls: false });
    expect(await runThroughWaits(watched, clock)).toMatchObject({ end: "answered", text: "Fine." });
    expect(tool.ran).toEqual(["a", "a2", "b", "b2", "c", "c2", "d", "d2"]);
  });

  test("natively, side by side: what closed stands, what was open is gone", async () => {
    const open: Step[] = [
      { type: "tool-input-start", index: 1, providerCallId: "two", name: "read_file" },
      { type: "tool-input-delta", index: 1, json: '{"path":"b' },
    ];
    const clock = new TestClock();
    const tool = recordingTool("read_file", "none");
    const model = new ScriptedModel([...callsTool(0, "read_file", { path: "a" }), ...open, broke], fine);
    const watched = startTask({ model, clock, tools: [tool], protocol: "native" });
    await runThroughWaits(watched, clock);
    expect(tool.ran).toEqual(["a"]);
    expect(
      watched
        .of("call-finished")
        .map(({ result }) => result.status)
        .sort(),
    ).toEqual(["cut-off", "ok"]);
    const parts = model.requests[1]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.filter(({ type }) => type === "tool-use")).toHaveLength(1);
    expect(parts.filter(({ type }) => type === "tool-result")).toHaveLength(1);
  });
});

describe("output cut by its limit", () => {
  test("a call that never closed is taken out and not run; user and journal see it, the model is told", async () => {
    const message = `${read("a")}\n<write_it>\n<path>b.ts</path`;
    const { model, tool, write, watched, run } = playing(says(message, 7, "length"), fine);
    expect((await run()).end).toBe("answered");
    expect(tool.ran).toEqual(["a"]);
    expect(write.ran).toEqual([]);
    const cut = watched.of("call-finished").find(({ name }) => name === "write_it");
    expect(cut?.result).toMatchObject({ status: "cut-off", why: "the answer reached its output limit" });
    const sent = lastRequest(model);
    expect(sent).toContain("did a");
    expect(sent).toContain("cut off in the call to write_it");
    expect(sent).not.toContain("b.ts");
    const results = watched.of("tool-results").flatMap(({ message: { parts } }) => parts);
    expect(results).toHaveLength(1);
    expect(foldSession(watched.events).calls.size).toBe(0);
  });

  test("the tag that would have opened a call is enough to tell the model", async () => {
    const { model, run } = playing(says("I will write.\n<write_i", 7, "length"), fine);
    expect((await run()).end).toBe("answered");
    expect(model.requests).toHaveLength(2);
    expect(lastRequest(model)).toContain("a call that had just begun");
    expect(lastRequest(model)).not.toContain("<write_i");
  });

  test("an answer in text is kept, and the user is told that it was cut", async () => {
    const { model, watched, run } = playing(says("A long ans", 7, "length"));
    expect(await run()).toMatchObject({ end: "answered", exitCode: 0, text: "A long ans" });
    expect(model.requests).toHaveLength(1);
    expect(watched.of("notice").map(({ message }) => message)).toEqual([expect.stringContaining("output limit")]);
  });

  test("three times in a row before any call was whole ends the run", async () => {
    const { model, run } = playing(says("<write_it>\n<path>b.ts</path", 7, "length"));
    expect(await run()).toMatchObject({ end: "failed", exitCode: 1 });
    expect(model.requests).toHaveLength(3);
  });

  test("by reasoning alone is told to the model, and no empty message is stored", async () => {
    const thinking: Step[] = [
      { type: "reasoning-delta", text: "hm" },
      { type: "finish", reason: "length" },
    ];
    const { model, watched, run } = playing(thinking, fine);
    expect((await run()).end).toBe("answered");
    expect(lastRequest(model)).toContain("before you said or did anything");
    expect(watched.of("assistant-message")).toHaveLength(1);
  });
});

test("an answer that a content filter stopped fails with its exit code, and is kept", async () => {
  const { model, watched, run } = playing([...pieces("I wi"), { type: "finish", reason: "content-filter" }], fine);
  expect(await run()).toMatchObject({ end: "failed", exitCode: 15, text: "I wi" });
  expect(model.requests).toHaveLength(1);
  expect(watched.of("request-failed").map(({ kind }) => kind)).toEqual(["content_filter"]);
});

test("a message that stops in the middle of a call runs nothing of it and is told so", async () => {
  const { model, tool, run } = playing(says("<read_file>\n<path>a"), fine);
  expect((await run()).end).toBe("answered");
  expect(tool.ran).toEqual([]);
  expect(lastRequest(model)).toContain("the message ended before the call was complete");
});

test("what the reader noticed behind a call is told to the model", async () => {
  const { model, run } = playing(says(`${read("a")}\n</read_file>\nThat was it.`), fine);
  await run();
  const note = model.requests[1]?.messages.at(-1)?.parts.map((part) => (part.type === "text" ? part.text : ""));
  expect(note?.join("")).toContain("</read_file> stands behind the end of read_file");
});

test.each([
  ["before it said anything", []],
  ["in its words", pieces("Half")],
  ["behind a call", pieces(read("a"))],
])("a turn whose request fails %s is finished after the failure is told", async (_when, said) => {
  const refused = modelError({ kind: "quota", retryable: false, phase: "stream" });
  const { watched, run } = playing([...said, refused]);
  expect((await run()).end).toBe("failed");
  const ends = watched.events.map(({ type }) => type).filter((type) => /^(?:request-failed|.*-finished)$/.test(type));
  expect(ends.slice(-3)).toEqual(["request-failed", "turn-finished", "run-finished"]);
  expect(watched.of("turn-finished")).toHaveLength(1);
});

describe("signed thinking of a native message that was kept up to its last closed call", () => {
  const thinks = (text: string, signature?: string): Step[] => [
    { type: "reasoning-delta", text },
    ...(signature === undefined ? [] : [{ type: "reasoning-delta", text: "", signature } as const]),
  ];
  const sent = async (first: Step[]) => {
    const clock = new TestClock();
    const tool = recordingTool("read_file", "none");
    const model = new ScriptedModel(first, fine);
    const profile = { reasoning: { form: "field", back: "sign" } } as const;
    const watched = startTask({ model, clock, tools: [tool], protocol: "native", profile });
    expect((await runThroughWaits(watched, clock)).end).toBe("answered");
    const parts = model.requests[1]?.messages.flatMap((message) => message.parts) ?? [];
    return {
      ran: tool.ran,
      thoughts: parts.flatMap((part) => (part.type === "reasoning" ? [[part.text, part.signature]] : [])),
      calls: parts.filter(({ type }) => type === "tool-use").length,
    };
  };
  const call = (index: number, path: string): Step[] => [
    ...callsTool(index, "read_file", { path }),
    { type: "tool-input-end", index },
  ];

  test("goes back with its signature where the connection broke behind the call; what came later is gone", async () => {
    const broken = [...thinks("First.", "signed-1"), ...call(0, "a"), ...thinks("Then.", "signed-2"), broke];
    expect(await sent(broken)).toEqual({ ran: ["a"], thoughts: [["First.", "signed-1"]], calls: 1 });
  });

  test("goes back before each call that closed", async () => {
    const between = [...thinks("First.", "signed-1"), ...call(0, "a"), ...thinks("Then.", "signed-2"), ...call(1, "b")];
    const expected = {
      ran: ["a", "b"],
      thoughts: [
        ["First.", "signed-1"],
        ["Then.", "signed-2"],
      ],
      calls: 2,
    };
    expect(await sent([...between, ...thinks("And"), broke])).toEqual(expected);
  });

  test("is dropped where the output limit came before its signature", async () => {
    const cut = [...thinks("First.", "signed-1"), ...call(0, "a"), ...thinks("Then")];
    expect(await sent([...cut, { type: "finish", reason: "length" }])).toEqual({
      ran: ["a"],
      thoughts: [["First.", "signed-1"]],
      calls: 1,
    });
  });
});

test("effects that had happened when the connection broke are told to the model, and do not happen again", async () => {
  const { model, write, run } = playing([...pieces(`${writesCall("write_it", { path: "a" })}\nNow the`), broke], fine);
  expect((await run()).end).toBe("answered");
  expect(write.ran).toEqual(["a"]);
  expect(lastRequest(model)).toMatch(/did a.*cut off after the last call above/s);
});
