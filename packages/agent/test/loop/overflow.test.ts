import { describe, expect, test } from "vitest";
import { modelError, ScriptedModel, type Step, says } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { gate, recordingTool } from "./test-tools.js";

const fine = says("Fine.");

describe("a request that is too long", () => {
  const tooLong = modelError(
    { kind: "context_overflow", retryable: false, status: 400, limitTokens: 2_000, usedTokens: 2_500 },
    "prompt is too long: 2500 tokens > 2000 maximum",
  );
  const read = recordingTool("read_file", "none", () => ({
    status: "ok",
    content: [{ type: "text", text: "word ".repeat(1_000) }],
  }));
  const readsOne = says("<read_file>\n<path>a</path>\n</read_file>\n");

  test("is fitted to the window the server names and sent once more", async () => {
    const model = new ScriptedModel(readsOne, readsOne, [tooLong], fine);
    const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
    expect((await task.run("go")).end).toBe("answered");
    const size = (at: number) => JSON.stringify(model.requests[at]).length;
    expect(model.requests).toHaveLength(4);
    expect(size(3)).toBeLessThan(size(2));
    expect(of("history-compacted")).toHaveLength(1);
    expect(of("notice").map(({ message }) => message)).toEqual([
      expect.stringContaining("longer than the model's window"),
    ]);
  });

  test("by one long result loses it, is sent again, and the same call then gives what fits", async () => {
    const model = new ScriptedModel(readsOne, [tooLong], readsOne, fine);
    const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
    expect((await task.run("go")).end).toBe("answered");
    const [first = 0, second = 0] = of("call-finished").map(({ result }) => JSON.stringify(result.content).length);
    expect(first).toBeGreaterThan(5_000);
    expect(second).toBeLessThan(2_500);
    expect(JSON.stringify(model.requests[2])).toContain("was left out to make room");
  });

  test("is fitted blindly where the server names no size, or one that the prompt did not reach", async () => {
    for (const sizes of [{}, { limitTokens: 4_000, usedTokens: 3_000 }]) {
      const refused = modelError({ kind: "context_overflow", retryable: false, status: 400, ...sizes });
      const model = new ScriptedModel(readsOne, readsOne, [refused], fine);
      const { task } = startTask({ model, tools: [read], clock: new TestClock() });
      expect((await task.run("go")).end).toBe("answered");
      const [before = "", after = ""] = model.requests.slice(2).map((request) => JSON.stringify(request));
      expect(after.length).toBeLessThan(before.length);
    }
  });

  test("is sent again only when it is durable what was left out", async () => {
    const kept = gate();
    const model = new ScriptedModel(readsOne, readsOne, [tooLong], fine);
    const { task } = startTask({
      model,
      tools: [read],
      clock: new TestClock(),
      journal: {
        write: ({ type }) => (type === "history-compacted" ? kept.promise : undefined),
        flush: async () => {},
      },
    });
    const run = task.run("go");
    await settled();
    await settled();
    expect(model.requests).toHaveLength(3);
    kept.open();
    expect((await run).end).toBe("answered");
    expect(model.requests).toHaveLength(4);
  });

  test("is not sent, and costs nothing, where the run is stopped before it is durable what was left out", async () => {
    const model = new ScriptedModel(readsOne, readsOne, [tooLong], fine);
    const { task, of } = startTask({
      model,
      tools: [read],
      clock: new TestClock(),
      journal: {
        write: ({ type }) => (type === "history-compacted" ? new Promise(() => {}) : undefined),
        flush: async () => {},
      },
    });
    const run = task.run("go");
    await settled();
    await settled();
    task.stop();
    expect((await run).end).toBe("aborted");
    expect(model.requests).toHaveLength(3);
    expect(of("request-finished")).toHaveLength(2);
  });

  test("is fitted once only, even if the server then names less", async () => {
    const small = modelError({ kind: "context_overflow", retryable: false, limitTokens: 2_400, usedTokens: 2_500 });
    const smaller = modelError({ kind: "context_overflow", retryable: false, limitTokens: 1_900, usedTokens: 2_000 });
    const six = Array.from({ length: 6 }, (_, at) => says(`<read_file>\n<path>f${at}</path>\n</read_file>\n`));
    const model = new ScriptedModel(...six, [small], [smaller], fine);
    const { task } = startTask({ model, tools: [read], clock: new TestClock() });
    expect(await task.run("go")).toMatchObject({ end: "failed", exitCode: 14 });
    expect(model.requests).toHaveLength(8);
  });

  test("and that the server cuts without a word is noticed, said once, and fitted from then on", async () => {
    const reported = (inputTokens: number): Step => ({ type: "usage", usage: { inputTokens } });
    // It counts what it has cached, so fewer tokens than before are a cut.
    const counted: Step = { type: "usage", usage: { inputTokens: 300, cacheReadTokens: 0 } };
    const reads = (at: number) => says(`<read_file>\n<path>f${at}</path>\n</read_file>\n`);
    const model = new ScriptedModel(
      [counted, ...reads(1)],
      ...[2, 3, 4].map(reads),
      [reported(3_500), ...reads(5)],
      fine,
    );
    const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
    expect((await task.run("go")).end).toBe("answered");
    const sizes = of("request-finished").map(({ bytes }) => bytes);
    expect(sizes[4]).toBeGreaterThan(21_000);
    expect(sizes[5]).toBeLessThanOrEqual(3_500 * 4);
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringContaining("only 3500 of about")]);
  });

  test("of which the server counts only what it had not cached is neither cut nor learnt from", async () => {
    const reported = (inputTokens: number): Step => ({ type: "usage", usage: { inputTokens } });
    const reads = (at: number) => says(`<read_file>\n<path>f${at}</path>\n</read_file>\n`);
    const model = new ScriptedModel(
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => [reported(at === 1 ? 400 : 1_500), ...reads(at)]),
      fine,
    );
    const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
    expect((await task.run("go")).end).toBe("answered");
    expect([of("notice"), of("history-compacted"), of("request-restarted")]).toEqual([[], [], []]);
    const learnt = of("profile-learned").map(({ patch }) => patch.bytesPerToken?.value ?? 0);
    expect(Math.max(...learnt)).toBeLessThan(6);
  });

  test("that is only cached, or counted by a dense tokenizer, is left alone", async () => {
    const usages = [{ inputTokens: 300 }, { inputTokens: 1_200, cacheReadTokens: 2_000 }, { inputTokens: 3_000 }];
    for (const usage of usages) {
      const model = new ScriptedModel(readsOne, readsOne, [{ type: "usage", usage }, ...readsOne], fine);
      const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
      await task.run("go");
      expect(of("notice")).toEqual([]);
      expect(of("history-compacted")).toEqual([]);
    }
  });

  describe("and is refused again after it was fitted", () => {
    const refused = modelError({ kind: "context_overflow", retryable: false, status: 400 }, "prompt is too long");
    const six = Array.from({ length: 6 }, (_, at) => says(`<read_file>\n<path>f${at}</path>\n</read_file>\n`));

    test("is asked about: a yes leaves out more and sends it again", async () => {
      const model = new ScriptedModel(...six, [refused], [refused], fine);
      const askUser = async () => ({ answer: "yes" as const });
      const { task, of } = startTask({ model, tools: [read], clock: new TestClock(), askUser });
      expect((await task.run("go")).end).toBe("answered");
      expect(of("ask-opened").map(({ ask }) => [ask.kind, ask.message])).toEqual([
        [
          "retry",
          expect.stringMatching(/too long\. What was sent: .*largest result.*\. It had been fitted once already/),
        ],
      ]);
      const sizes = model.requests.slice(6).map((request) => JSON.stringify(request).length);
      expect(sizes).toHaveLength(3);
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(new Set(sizes).size).toBe(3);
      expect(of("history-compacted")).toHaveLength(2);
      expect(of("request-retrying").map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });

    test("and nobody is there, or the answer is no: it is reported once", async () => {
      for (const askUser of [undefined, async () => ({ answer: "no" as const })]) {
        const model = new ScriptedModel(...six, [refused], [refused], fine);
        const { task, of } = startTask({ model, tools: [read], clock: new TestClock(), ...(askUser && { askUser }) });
        expect(await task.run("go")).toMatchObject({ end: "failed", exitCode: 14 });
        expect(model.requests).toHaveLength(8);
        expect(of("request-failed")).toHaveLength(1);
      }
    });
  });

  test("is kept from being so again: later requests stay within what the server was seen to take", async () => {
    const named = modelError({ kind: "context_overflow", retryable: false, limitTokens: 4_000, usedTokens: 5_000 });
    const reads = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => says(`<read_file>\n<path>f${from + at}</path>\n</read_file>\n`));
    const model = new ScriptedModel(...reads(0, 4), [named], ...reads(4, 12), fine);
    const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
    expect((await task.run("go")).end).toBe("answered");
    const finished = of("request-finished").map(({ bytes }) => bytes);
    const refusedBytes = of("request-started")[4]?.bytes ?? 0;
    expect(Math.max(...finished)).toBeLessThanOrEqual(refusedBytes * 0.8);
    expect(of("request-retrying")).toHaveLength(1);
    expect(of("notice").map(({ message }) => message)).toEqual([expect.stringContaining("window of 4000 tokens")]);
  });

  test("and stays so after that is reported with the sizes of its parts, exit code 14", async () => {
    const model = new ScriptedModel(readsOne, readsOne, [tooLong], [tooLong]);
    const { task, of } = startTask({ model, tools: [read], clock: new TestClock() });
    expect(await task.run("go")).toMatchObject({ end: "failed", exitCode: 14 });
    expect(model.requests).toHaveLength(4);
    const [failed] = of("request-failed");
    expect(failed?.message).toMatch(/2000 maximum\. What was sent: system prompt .*tools .*task .*largest result/);
  });

  test.each(["text", "native"] as const)(
    "because of many results of one turn says what they come to (%s)",
    async (protocol) => {
      const call = (at: number) => `<read_file>\n<path>f${at}</path>\n</read_file>\n`;
      const reads: Record<typeof protocol, Step[]> = {
        text: says([0, 1, 2, 3, 4].map(call).join("")),
        native: [
          ...[0, 1, 2, 3, 4].flatMap((index): Step[] => [
            { type: "tool-input-start", index, providerCallId: `c${index}`, name: "read_file" },
            { type: "tool-input-delta", index, json: `{"path":"f${index}"}` },
            { type: "tool-input-end", index },
          ]),
          { type: "finish", reason: "tool-calls" },
        ],
      };
      const refused = modelError({ kind: "context_overflow", retryable: false, status: 400 });
      const model = new ScriptedModel(reads[protocol], [refused], [refused]);
      const { task } = startTask({ model, protocol, tools: [read], clock: new TestClock() });
      const { message } = await task.run("go");
      // Five of 5,000 bytes; two were left out for the second try.
      expect(message).toMatch(/all results 15 KiB, largest result 5 KiB/);
      expect(message.match(/larger window/g)).toHaveLength(1);
    },
  );

  test("where nothing can be dropped it fails at once, naming the sizes", async () => {
    const model = new ScriptedModel([tooLong], fine);
    const { task } = startTask({ model, clock: new TestClock() });
    const result = await task.run("word ".repeat(3_000));
    expect(result).toMatchObject({ end: "failed", exitCode: 14 });
    expect(result.message).toMatch(/^prompt is too long: 2500 tokens > 2000 maximum\. .*system prompt/);
    expect(result.message.match(/larger window/g)).toHaveLength(1);
    expect(model.requests).toHaveLength(1);
  });
});
