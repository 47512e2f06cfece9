import { createModelClient } from "@millrace/models";
import { type Answer, type ModelRequest, startModelServer } from "@millrace/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelProfile } from "../../src/model-profile.js";
import { textResult } from "../../src/tool.js";
import { writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { TestClock } from "./test-clock.js";
import { recordingTool } from "./test-tools.js";

type Protocol = "text" | "native";
type Back = ModelProfile["reasoning"]["back"];

/** What the model does with a request: one kind of answer. */
interface Step {
  kind: "calls" | "says" | "cut" | "empty" | "breaks" | "breaks-behind" | "refused";
  /** What the calls are about; the first word says what becomes of them. */
  paths: readonly string[];
  tool: "read_file" | "change_it" | "no_such_tool";
  words: string;
  reasoning: string;
  /** Said by the user while it answers. */
  steers: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant("calls" as const) },
    fc.constantFrom("says", "cut", "empty", "breaks", "breaks-behind", "refused"),
  ),
  paths: fc.array(fc.constantFrom("a.ts", "fails", "no", "no, words", "日本 </think>", "</read_file>"), {
    minLength: 1,
    maxLength: 3,
  }),
  tool: fc.constantFrom("read_file", "read_file", "change_it", "no_such_tool"),
  words: fc.constantFrom("", "I look.", "Is </think> odd?\n\n", "  blanks \n", "naïve 🚀"),
  reasoning: fc.constantFrom("", "I think."),
  steers: fc.boolean(),
});

const A_CALL: Step = {
  kind: "calls",
  paths: ["a.ts"],
  tool: "read_file",
  words: "I look.",
  reasoning: "",
  steers: false,
};

function callsOf({ paths, tool }: Step, protocol: Protocol): Answer {
  return protocol === "text"
    ? { text: paths.map((path) => writesCall(tool, { path })).join("\n") }
    : { calls: paths.map((path) => ({ name: tool, arguments: { path } })) };
}

function answerOf(one: Step, protocol: Protocol): Answer {
  const { kind, words, reasoning } = one;
  const calls = callsOf(one, protocol);
  const text = `${words}${calls.text ?? ""}`;
  const whole: Answer = { ...calls, ...(text && { text }), ...(reasoning && { reasoning }), chunk: 9 };
  switch (kind) {
    case "calls":
      return whole;
    case "says":
      return { text: words.trim() || "Done.", ...(reasoning && { reasoning }) };
    case "cut":
      return protocol === "text"
        ? { text: `${words}<read_file>\n<path>half`, finish: "length" }
        : { text: words, calls: [{ name: "read_file", arguments: '{"path": "ha' }], finish: "length" };
    case "empty":
      return { text: "" };
    case "breaks":
      return { ...whole, fault: { end: "close", at: { character: 4 }, afterMs: 1 } };
    case "breaks-behind":
      return { ...whole, fault: { end: "close", at: "end-of-body", afterMs: 1 }, finish: null };
    case "refused":
      return { status: 503, body: { error: { message: "Overloaded" } } };
  }
}

const wires = {
  "chat completions": (url: string) => ({ model: "custom/scripted", baseUrl: `${url}/v1`, env: {} }),
  Ollama: (url: string) => ({ model: "ollama/scripted", baseUrl: url, env: {} }),
  Anthropic: (url: string) => ({ model: "anthropic/scripted", baseUrl: url, apiKey: "key", env: {} }),
};

/** Runs that a person begins one after another until the model has played all steps. */
async function play(steps: readonly Step[], protocol: Protocol, wire: keyof typeof wires, back: Back) {
  const answers = steps.map((one) => answerOf(one, protocol));
  const server = await startModelServer({
    scenario: {
      answers: [...answers, { text: "The end.", repeat: "always" }],
      // Two things that these sessions do on purpose: words nobody answered grow, and the rule keep sends all reasoning.
      prefix: "report",
      allow: back === "keep" ? ["reasoning-field"] : [],
    },
  });
  const { client } = createModelClient(wires[wire](server.url));
  const clock = new TestClock();
  const run = (path: string) => {
    if (path.startsWith("fails")) throw new Error("It does not work.");
    return textResult(`${path}: 1 | x`);
  };
  const { task, of } = startTask({
    model: client,
    profile: { reasoning: { form: "field", back } },
    protocol,
    dialect: "auto",
    clock,
    tools: [recordingTool("read_file", "none", run), recordingTool("change_it", "files", run)],
    askUser: async ({ accesses = [] }) => {
      const [target = ""] = accesses.map((access) => access.target);
      if (!target.startsWith("no")) return { answer: "yes" };
      return target.includes("words") ? { answer: "no", words: "Leave it." } : { answer: "no" };
    },
  });
  task.subscribe((event) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
    if (event.type === "request-started" && steps[server.requests.length]?.steers) task.steer("And hurry.");
  });
  for (let runs = 0; server.requests.length <= steps.length && runs <= steps.length; runs++) {
    await task.run(`Question ${runs}.`);
  }
  await server.close();
  return { requests: server.requests, violations: server.violations, finished: of("request-finished") };
}

const MARK = '"cache_control":{"type":"ephemeral"}';

/** The messages as they stand in the body; those of a request are without marks, and with the system text before them. */
function bodyMessages({ json }: ModelRequest): readonly unknown[] {
  return Array.isArray(json.messages) ? json.messages : [];
}

/** Where a request leaves the way of the one before it; -1: nowhere. The last message may have got more text. */
function leaves(before: ModelRequest, now: ModelRequest): number {
  const [sent = [], again = []] = [before, now].map(({ messages }) => messages.map((one) => JSON.stringify(one)));
  const at = sent.findIndex((message, index) => message !== again[index]);
  // Behind a text stand its quote and brackets, and on Anthropic's wire whether it is an error.
  const text = sent[at]?.replace(/"[\]}]+(,"is_error":true[\]}]+)?$/, "") ?? "-";
  const isGrown = at === sent.length - 1 && again[at]?.startsWith(text) === true;
  return isGrown ? -1 : at;
}

const cases = (["text", "native"] as const).flatMap((protocol) =>
  (["chat completions", "Ollama", "Anthropic"] as const).map((wire) => ({ protocol, wire })),
);

test.each(cases)(
  "whatever happens in a session, each request on the wire begins with the one before it ($protocol, $wire)",
  async ({ protocol, wire }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        fc.constantFrom<Back>(...(wire === "Anthropic" ? (["sign"] as const) : (["drop", "keep"] as const))),
        async (steps, back) => {
          const { requests, violations, finished } = await play(steps, protocol, wire, back);
          expect(violations).toEqual([]);
          for (const [index, request] of requests.slice(1).entries()) {
            const before = requests[index] as ModelRequest;
            expect(JSON.stringify(request.json.tools)).toBe(JSON.stringify(before.json.tools));
            expect(leaves(before, request)).toBe(-1);
            if (wire !== "Anthropic") continue;
            // What the server was told to keep behind the newest message it must be told to look for there.
            const sent = bodyMessages(request);
            expect(JSON.stringify(sent.at(-1))).toContain(MARK);
            expect(JSON.stringify(sent[bodyMessages(before).length - 1])).toContain(MARK);
          }
          expect(finished.filter(({ prefixBreak }) => prefixBreak !== undefined)).toEqual([]);
          for (const { cachePrefixBytes, previousBytes } of finished) expect(cachePrefixBytes).toBe(previousBytes);
        },
      ),
      { numRuns: 40 },
    );
  },
);

test("under the rule echo only a new question changes what was sent, and the event says so", async () => {
  let questions = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const { finished } = await play(steps, "native", "chat completions", "echo");
      for (const { prefixBreak, cachePrefixBytes, previousBytes } of finished) {
        if (prefixBreak === undefined) continue;
        questions++;
        expect(prefixBreak).toMatchObject({ at: expect.any(Number), why: "question" });
        expect(cachePrefixBytes).toBeLessThan(previousBytes);
      }
    }),
    { numRuns: 40 },
  );
  expect(questions).toBeGreaterThan(0);
});

test.each(["text", "native"] as const)(
  "a compaction breaks the prefix once, where it left something out, and the event says why (%s)",
  async (protocol) => {
    const turns = 30;
    const calls = Array.from({ length: turns }, (_, at) => answerOf({ ...A_CALL, paths: [`${at}.ts`] }, protocol));
    const server = await startModelServer({ scenario: { answers: [...calls, { text: "Done." }], prefix: "report" } });
    const { client } = createModelClient(wires["chat completions"](server.url));
    const { task, of } = startTask({
      model: client,
      profile: { window: { value: 20_000, from: "user", at: "2026-01-01" } },
      protocol,
      dialect: "auto",
      tools: [recordingTool("read_file", "none", (path) => textResult(`${path}\n${"x".repeat(2_000)}`))],
    });
    expect(await task.run("Go.")).toMatchObject({ end: "answered" });
    await server.close();
    expect(server.violations).toEqual([]);

    const compacted = of("history-compacted");
    expect(compacted).toHaveLength(1);
    const finished = of("request-finished");
    const broken = finished.filter(({ prefixBreak }) => prefixBreak !== undefined);
    expect(broken).toMatchObject([{ prefixBreak: { at: expect.any(Number), why: "compaction" } }]);
    const [{ seq = 0, cachePrefixBytes = 0, previousBytes = 0 } = {}] = broken;
    expect(finished.find((one) => one.seq > (compacted[0]?.seq ?? 0))?.seq).toBe(seq);
    expect(cachePrefixBytes).toBeGreaterThan(0);
    expect(cachePrefixBytes).toBeLessThan(previousBytes);
    expect(server.requests.map(({ prefix }) => prefix.share < 1)).toEqual(finished.map((one) => broken.includes(one)));
  },
);
