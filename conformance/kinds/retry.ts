import type { Kind, Line } from "../kind.js";
import { agentProcessFor } from "../loop/agent-process.js";
import { atMost, type Check, compareFields, equals, outside } from "../loop/compare-fields.js";
import { firstDifference } from "../loop/first-difference.js";
import { playRetriesByHand, playRetriesInProcess, type RetryCase } from "../loop/play-retries.js";
import type { Played } from "../loop/played.js";
import { eventsOf, finalClass, shown } from "../loop/run-facts.js";
import { SPOKEN_WIRES } from "../loop/wires.js";

interface RetryLine extends Line {
  /** The `policy` in it is that of another program; what its waits must be stands in `expect`. */
  readonly given: RetryCase;
  readonly expect: Readonly<Record<string, unknown>>;
}

const requestCount = ({ requests }: Played) => requests.length;
const compactionCount = ({ run }: Played) => eventsOf(run, "history-compacted").length;

const CHECKS: Readonly<Record<string, Check<Played>>> = {
  calls: equals(requestCount),
  callsAtMost: atMost(requestCount),
  waitsMs: ({ requests, slackMs }, ranges: readonly (readonly [number, number])[]) =>
    ranges
      .map((range, index) => outside(between(requests[index], requests[index + 1]), range, slackMs))
      .find((difference) => difference !== undefined),
  errorShown: equals(({ run }) => eventsOf(run, "request-failed").length),
  finalClass: equals(({ run }) => finalClass(run)),
  aborted: equals(({ run }) => run.end === "aborted"),
  settlesWithinMs: atMost(({ run }) => run.stopped?.settledMs),
  compactions: equals(compactionCount),
  compactionsAtMost: atMost(compactionCount),
  secondRequestSmaller: equals(({ requests: [first, second] }) =>
    first !== undefined && second !== undefined ? second.body.length < first.body.length : undefined,
  ),
  finalText: equals(({ run }) => run.text),
  textShownTwice: equals(({ run }) => shown(run, "text-delta") !== run.text),
  emptyAssistantTurnsStored: equals(({ run }) => eventsOf(run, "assistant-message").length),
  retryNoticeShown: equals(({ run }) => eventsOf(run, "request-retrying").length),
};

/** A script of answers: what is sent again, when, and what is shown. By hand and in a process, on every wire. */
export const RETRY: Kind = {
  name: "retry",
  folder: "cases",
  file: "retry.jsonl",
  async run(line) {
    const { given, expect } = line as RetryLine;
    const ways = Object.entries(SPOKEN_WIRES).map(async ([name, wire]) => {
      const byHand = compareFields(await playRetriesByHand(given, wire), expect, CHECKS);
      if (byHand !== undefined) return `by hand, ${name}: ${byHand}`;
      const played = await playRetriesInProcess(given, wire, agentProcessFor(name));
      const inProcess = compareFields(played, expect, CHECKS);
      return inProcess === undefined ? undefined : `in a process, ${name}: ${inProcess}`;
    });
    return firstDifference(ways);
  },
};

function between(one: Played["requests"][number] | undefined, next: Played["requests"][number] | undefined) {
  return one === undefined || next === undefined ? undefined : next.atMs - one.atMs;
}
