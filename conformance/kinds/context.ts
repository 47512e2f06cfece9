import { foldSession } from "@millrace/agent";
import { type ContextCase, type PlayedContext, playContext } from "../context/play-context.js";
import { brokenPair, type SentMessage, sentMessages } from "../context/sent-messages.js";
import type { CaseMessage } from "../context/stored-history.js";
import type { Kind, Line, Outcome } from "../kind.js";
import { atMost, type Check, compareFields, equals } from "../loop/compare-fields.js";
import { eventsOf } from "../loop/run-facts.js";

interface ContextLine extends Line {
  readonly given: ContextCase;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** What a case calls a thing, and how it is said here. */
const SAID: Readonly<Record<string, RegExp>> = {
  "fixed part too large":
    /All that could be dropped was dropped\. What is left, in tokens: system prompt \d+.*, tools \d+/,
  "input was cut by the server": /^The server read only \d+ of about \d+ tokens: it cuts long prompts/,
};

const compactions = ({ events }: PlayedContext) => eventsOf({ events }, "history-compacted");
/** What the run was made for: with a summary that was asked for before, the request behind it. */
const firstTurn = ({ requests, events }: PlayedContext) =>
  requests[eventsOf({ events }, "request-started").findIndex(({ purpose }) => purpose === undefined)];
const sent = (played: PlayedContext): readonly SentMessage[] => {
  const request = firstTurn(played);
  return request?.wire === "anthropic" ? sentMessages(request) : [];
};

/** What each field of `expect` says of a run. Where nothing was sent, there is nothing that could be wrong with it. */
const CHECKS: Readonly<Record<string, Check<PlayedContext>>> = {
  invariant: (played) => brokenPair(sent(played)) ?? partOfMessage(sent(played), played.given.messages ?? []),
  keepsFirst: (played) => lacks(played, played.given.messages?.[0]?.text ?? ""),
  containsText: (played, text: string) => lacks(played, text),
  insertedResultFor: (played, ids: readonly string[]) => {
    const messages = sent(played);
    if (messages.length === 0) return undefined;
    const answered = new Set(messages.flatMap(({ results }) => results.map(({ id }) => id)));
    const paths = messages.flatMap(({ calls }) => calls.flatMap(({ path, id }) => (answered.has(id) ? [path] : [])));
    return `${paths}` === `${ids}` ? undefined : `results are there for ${paths}, should be for ${ids}`;
  },
  placedRightAfterCall: (played) => brokenPair(sent(played)),
  isError: (played, expected: boolean) =>
    sent(played).every(({ results }) => results.every(({ isError }) => isError === expected))
      ? undefined
      : "is not so marked",
  persisted: equals(({ events, history }) => {
    const stored = foldSession(events).history.slice(0, history.length);
    return JSON.stringify(stored) !== JSON.stringify(history);
  }),
  compactions: equals((played) => compactions(played).length),
  compactionsAtMost: atMost((played) => compactions(played).length),
  stops: equals(({ result, requests }) => result.exitCode === 14 && requests.length === 0),
  message: ({ result }, words: string) => (SAID[words]?.test(result.message) ? undefined : `is ${result.message}`),
  fitsBeforeSending: equals(({ given: { window = 0 }, requests }) =>
    requests.every(({ json }) => tokensOf(json) + Number(json.max_tokens) <= window),
  ),
  fallback: (played) => {
    const [summary] = eventsOf(played, "request-started").filter(({ purpose }) => purpose === "summary");
    const asked = played.requests[0]?.body ?? "";
    if (summary === undefined) return "no summary was asked for";
    return asked.includes("TASK") && !asked.includes("result of c0") ? undefined : "the oldest was not left out of it";
  },
  maxOutputSentAtMost: atMost((played) => Number(firstTurn(played)?.json.max_tokens)),
  warns: ({ events }, words: string) =>
    eventsOf({ events }, "notice").some(({ message }) => SAID[words]?.test(message))
      ? undefined
      : "nothing was said of it",
  treatAs: equals(({ events }) => eventsOf({ events }, "request-retrying")[0]?.kind),
  resultCharsAtMost: atMost((played) => longResult(played)?.length),
  marker: equals((played) => /\[\d+ of \d+ bytes left out here;/.test(longResult(played) ?? "")),
  keepsHeadAndTail: equals((played) =>
    /^the result begins here.*the result ends here$/s.test(longResult(played) ?? ""),
  ),
  shrinksBeforeFirstRequest: equals(({ events, requests, given: { newWindow = 0 } }) => {
    const types = events.map(({ type }) => type);
    const first = types.indexOf("history-compacted");
    return first >= 0 && first < types.indexOf("request-started") && tokensOf(requests[0]?.json ?? {}) <= newWindow;
  }),
};

/** What is sent of a history, in the window it is sent in: by an agent over HTTP. */
export const CONTEXT: Kind = {
  name: "context",
  folder: "cases",
  file: "context.jsonl",
  async run(line): Promise<Outcome> {
    const { given, expect } = line as ContextLine;
    const plays = await playContext(given);
    for (const played of plays) {
      const difference =
        compareFields(played, expect, CHECKS) ?? played.violations.map(({ rule, message }) => `${rule}: ${message}`)[0];
      if (difference !== undefined) return { status: "failed", detail: difference };
    }
    const isLeftOut = plays.some((played) => compactions(played).some(({ went }) => went.turns > 0));
    const wantsLess = given.messages !== undefined && expect.insertedResultFor === undefined;
    return wantsLess && !isLeftOut
      ? { status: "failed", detail: "in no window was anything left out" }
      : { status: "passed" };
  },
};

function lacks(played: PlayedContext, text: string): string | undefined {
  const request = firstTurn(played);
  return request === undefined || request.body.includes(text) ? undefined : `${text} is not there any more`;
}

/** Calls of one message of the case of which some are there and some are not. */
function partOfMessage(sentNow: readonly SentMessage[], messages: readonly CaseMessage[]): string | undefined {
  const there = new Set(sentNow.flatMap(({ calls }) => calls.map(({ path }) => path)));
  for (const { calls = [] } of messages) {
    const kept = calls.filter((call) => there.has(call));
    if (kept.length > 0 && kept.length < calls.length) return `of ${calls} only ${kept} are there`;
  }
  return undefined;
}

/** By the rule of thumb that the cases count with. */
function tokensOf(json: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(json)) / 4);
}

/** The text of the result that the model got. */
function longResult({ events }: PlayedContext): string | undefined {
  const [finished] = eventsOf({ events }, "call-finished");
  return finished?.result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
