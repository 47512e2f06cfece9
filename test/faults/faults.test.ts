import { expect, test } from "vitest";
import { type Situation, violationsOf } from "../../faults/check-told.js";
import type { Told } from "../../faults/run-story.js";
import { NOTES } from "../../faults/story.js";
import { allTellings, tryFaults } from "../../faults/try-faults.js";

// All of them, at every message and without end, are npm run faults: a minute or two. Here each strikes once, on each
// wire, in the first message, which has two calls; with calls in text and native in turns.
test("whatever goes wrong once, the run comes to its right end, and each call runs once", {
  timeout: 120_000,
}, async () => {
  const tellings = allTellings({}).filter(({ protocol, strike }, index) => {
    const turn = Math.floor(index / 12) % 2 === 0 ? "text" : "native";
    return strike.message === 1 && strike.lasts === "once" && protocol === turn;
  });
  const tried = await tryFaults(tellings);
  const wrong = tried.flatMap(({ wire, protocol, strike, violations }) =>
    violations.map((violation) => `${wire}, ${protocol}, ${strike.fault.name}: ${violation}`),
  );
  expect(wrong).toEqual([]);
  expect(tried.length).toBeGreaterThan(200);
});

const SITUATION: Situation = {
  expected: { kind: "network", again: true },
  message: 1,
  struck: 1,
  nothingCame: true,
  unseen: false,
};

function told(more: Partial<Told>): Told {
  return {
    result: { end: "answered", exitCode: 0, text: "All three notes are done.", message: "" },
    ran: NOTES,
    requests: 4,
    violations: [],
    retried: ["network"],
    failed: [],
    ...more,
  };
}

test("the check has nothing against a run that was sent again once and did all", () => {
  expect(violationsOf(told({}), SITUATION)).toEqual([]);
});

test.each<[string, Partial<Told>, RegExp]>([
  ["a call that ran twice", { ran: [...NOTES, "bravo"] }, /bravo ran more than once/],
  ["a call that never ran", { ran: NOTES.slice(1) }, /alpha never ran/],
  ["a request too many", { requests: 12 }, /12 requests/],
  ["a request too few", { requests: 3 }, /3 requests/],
  ["a failure by another name", { retried: ["timeout"] }, /shown as timeout, not as network/],
  ["a retry that nobody was told of", { retried: [] }, /0 retries were shown/],
  ["a failure that is shown twice", { failed: ["network", "network"] }, /shown 2 times/],
  [
    "a history that a strict server refuses",
    { violations: [{ request: 2, rule: "alternation", message: "no", path: "" }] },
    /breaks alternation/,
  ],
  [
    "a run that failed though it could go on",
    { result: { end: "failed", exitCode: 13, text: "", message: "lost" }, failed: ["network"] },
    /ended as failed/,
  ],
])("the check sees %s", (_, change, sentence) => {
  expect(violationsOf(told(change), SITUATION).join("\n")).toMatch(sentence);
});

test("the check sees a wrong exit code where a fault does not end", () => {
  const failed = told({
    result: { end: "failed", exitCode: 1, text: "", message: "" },
    ran: [],
    failed: ["network"],
    retried: [],
  });
  expect(violationsOf(failed, { ...SITUATION, struck: "all" }).join("\n")).toMatch(/exit code is 1, not 13/);
});
