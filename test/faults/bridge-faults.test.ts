import { expect, test } from "vitest";
import { openAiChat } from "../../conformance/bridge/openai-chat.js";
import type { SeenAnswer } from "../../conformance/bridge/seen-answer.js";
import { WHOLE } from "../../faults/bridge/answer.js";
import type { Asked } from "../../faults/bridge/ask-through-bridge.js";
import { violationsOf } from "../../faults/bridge/check-seen.js";
import type { Outcome } from "../../faults/bridge/outcome.js";
import { allAskings, tryBridgeFaults } from "../../faults/bridge/try-bridge-faults.js";

/** Of the 24 ways to ask with one fault on one wire: a few, each time others. Odd steps reach all of them in turn. */
const STEP = 17;

// All of them are npm run faults -- bridge. Silence that does not end takes four limits of it, and is left to that.
test("whatever strikes the upstream, a client sees the right answer, or its beginning and an error", {
  timeout: 120_000,
}, async () => {
  const askings = allAskings({}).filter(
    ({ isSilent, lasts }, index) => index % STEP === 0 && !(isSilent && lasts === "always"),
  );
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => void uncaught.push(reason);
  process.on("unhandledRejection", note);
  const tried = await tryBridgeFaults(askings);
  process.off("unhandledRejection", note);
  const wrong = tried.flatMap(({ wire, mode, client, way, fault, lasts, violations }) =>
    violations.map((violation) => `${wire} ${mode} to ${client.wire} ${way}, ${fault.name} ${lasts}: ${violation}`),
  );
  expect(wrong).toEqual([]);
  expect(uncaught).toEqual([]);
  expect(tried.length).toBeGreaterThan(300);
});

const CALLS = WHOLE.calls.map(({ name, input }, at) => ({
  type: "call" as const,
  id: `call_${at}`,
  name,
  json: JSON.stringify(input),
}));
const SEEN: SeenAnswer = {
  parts: [{ type: "reasoning", text: WHOLE.reasoning }, { type: "text", text: WHOLE.text }, ...CALLS],
  finish: "tool_calls",
  usage: {},
  error: undefined,
  shown: [],
};
const SUMMARY: Asked["summaries"][number] = {
  id: "a",
  wire: "openai-chat",
  model: "m",
  stream: true,
  end: "answered",
  status: 200,
  usage: {},
  calls: { whole: 2, cut: 0, mended: 0, salvaged: 0 },
  retries: [],
  leftOut: [],
  totalMs: 1,
};
const ASKED: Asked = { seen: SEEN, summaries: [SUMMARY], requests: 1, lookUps: 0, violations: [], timers: 0 };
const RIGHT: Outcome = { ends: "whole", retries: [], mayBeStale: false };
const BROKEN: Outcome = { ...RIGHT, ends: "error" };
const FAILED: Asked = {
  ...ASKED,
  seen: { ...SEEN, parts: SEEN.parts.slice(0, 2), finish: undefined, error: "The connection ended." },
  summaries: [{ ...SUMMARY, end: "failed" }],
};

test("the check has nothing against the right answer, nor against its beginning and an error", () => {
  expect(violationsOf(ASKED, openAiChat, RIGHT)).toEqual([]);
  expect(violationsOf(FAILED, openAiChat, BROKEN)).toEqual([]);
});

const seen = (change: Partial<SeenAnswer>): Asked => ({ ...ASKED, seen: { ...SEEN, ...change } });

test.each<[string, Asked, Outcome, RegExp]>([
  ["a client that waits in vain", { ...ASKED, seen: undefined }, RIGHT, /waited in vain/],
  ["text that comes twice", seen({ parts: [{ type: "text", text: WHOLE.text + WHOLE.text }] }), BROKEN, /the text is/],
  ["an answer that is not whole", seen({ parts: SEEN.parts.slice(0, 3) }), RIGHT, /came only/],
  [
    "a call that is whole and was not",
    { ...FAILED, seen: seen({ parts: [{ ...CALLS[1], type: "call", id: "a", name: "read_note", json: "{}" }] }).seen },
    BROKEN,
    /would run with {}/,
  ],
  [
    "arguments that nobody wrote",
    seen({ parts: [{ type: "call", id: "a", name: "read_note", json: '{"nota' }] }),
    BROKEN,
    /did not write/,
  ],
  ["an end where there was none", seen({}), BROKEN, /ended with tool_calls, and no error/],
  ["an error behind an end", seen({ error: "Late." }), BROKEN, /and then an error/],
  [
    "a fault of the bridge's own",
    { ...FAILED, seen: seen({ finish: undefined, error: "The bridge failed: x" }).seen },
    BROKEN,
    /bridge failed/,
  ],
  ["an error in place of an answer", seen({ error: "Why?" }), RIGHT, /was told: Why/],
  ["a timer that runs on", { ...ASKED, timers: 1 }, RIGHT, /1 timers/],
  ["a request too many", { ...ASKED, requests: 2 }, RIGHT, /2 requests/],
  ["a try that is not told", ASKED, { ...RIGHT, retries: ["network"] }, /retries are none/],
  [
    "a record that says otherwise",
    { ...ASKED, summaries: [{ ...SUMMARY, end: "failed" }] },
    RIGHT,
    /summary says failed/,
  ],
])("the check sees %s", (_, asked, outcome, sentence) => {
  expect(violationsOf(asked, openAiChat, outcome).join("\n")).toMatch(sentence);
});
