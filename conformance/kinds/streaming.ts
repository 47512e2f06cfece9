import type { Kind, Line } from "../kind.js";
import { agentProcessFor } from "../loop/agent-process.js";
import { atMost, type Check, compareFields, equals, outside } from "../loop/compare-fields.js";
import { firstDifference } from "../loop/first-difference.js";
import { type BytesCase, playBytes } from "../loop/play-bytes.js";
import { playTimelineByHand, playTimelineInProcess, type TimelineCase } from "../loop/play-timeline.js";
import type { Played } from "../loop/played.js";
import { eventsOf, finalClass, firstTime, shown } from "../loop/run-facts.js";
import { SPOKEN_WIRES } from "../loop/wires.js";

interface StreamingLine extends Line {
  readonly given: { readonly api: string } & (BytesCase | TimelineCase);
  readonly expect: Readonly<Record<string, unknown>>;
}

/** What each field of `expect` says of a run in which the server answers every try so. */
const CHECKS: Readonly<Record<string, Check<Played>>> = {
  text: equals(({ run }) => shown(run, "text-delta")),
  reasoning: equals(({ run }) => shown(run, "reasoning-delta")),
  complete: equals(({ run }) => run.end === "answered"),
  aborted: equals(({ run }) => run.end === "aborted"),
  class: equals(({ run }) => finalClass(run)),
  retryable: equals(({ requests }) => requests.length > 1),
  errorShown: equals(({ run }) => eventsOf(run, "request-failed").length),
  // Nothing of it is an answer, so nothing of it is kept.
  emptyResponse: equals(({ run }) => run.end === "failed" && eventsOf(run, "assistant-message").length === 0),
  hintModel: equals(({ requests }) => requests.slice(1).some(({ body }) => body.includes("was malformed"))),
  usage: equals(({ run }) => {
    const { inputTokens, outputTokens, estimated } = eventsOf(run, "request-finished").at(-1)?.usage ?? {};
    return estimated ? null : { input: inputTokens, output: outputTokens };
  }),
  usageEstimated: equals(({ run }) => eventsOf(run, "request-finished").at(-1)?.usage.estimated === true),
  endsBetweenMs: ({ run, slackMs }, range: readonly [number, number]) =>
    outside(firstTime(run, "request-retrying"), range, slackMs),
  keepsText: equals(({ run }) => run.text !== "" && run.text === shown(run, "text-delta").trim()),
  abortsSocket: equals(({ leftFirst }) => leftFirst),
  settlesWithinMs: atMost(({ run }) => run.stopped?.settledMs),
  textAfterAbort: equals(({ run }) => shown({ events: run.events.slice(run.stopped?.atEvent ?? 0) }, "text-delta")),
};

/** Bytes and clocks: what comes of a stream, by a whole agent. Timelines also in a process, on every wire. */
export const STREAMING: Kind = {
  name: "streaming",
  folder: "cases",
  file: "streaming.jsonl",
  async run(line) {
    const { given, expect } = line as StreamingLine;
    const ways = waysToPlay(given).map(async ([where, play]) => {
      const difference = compareFields(await play(), expect, CHECKS);
      return difference === undefined ? undefined : `${where}: ${difference}`;
    });
    return firstDifference(ways);
  },
};

/** Bytes are those of one wire. */
function waysToPlay(given: StreamingLine["given"]): [where: string, play: () => Promise<Played>][] {
  if ("timelineMs" in given) {
    return [
      ["by hand", () => playTimelineByHand(given)],
      ...Object.entries(SPOKEN_WIRES).map(([name, wire]): [string, () => Promise<Played>] => [
        `in a process, ${name}`,
        () => playTimelineInProcess(given, wire, agentProcessFor(name)),
      ]),
    ];
  }
  const wire = SPOKEN_WIRES[given.api];
  if (wire === undefined) throw new Error(`No wire is called ${given.api} here.`);
  return [["over HTTP", () => playBytes(given, wire)]];
}
