import { MillraceError } from "@millrace/protocol";
import { LEFT_OUT, leaveOut, leftOutResult, noteIn } from "../history/leave-out.js";
import type { Message } from "../history/message.js";
import { type ResultPart, resultsOf } from "../history/tool-calls.js";
import { MAX_RESULT_SHARE, MIN_RESULT_BYTES } from "../limits.js";
import { utf8Bytes } from "./estimate.js";
import { messageBytes, messagesBytes, resultBytes, toolBytes } from "./measure.js";
import { supersededResults } from "./repeated-reads.js";
import { type PromptToSize, wordSizes } from "./word-sizes.js";

/**
 * Compaction goes down to this share of the room, so that it is rare: each costs the server's prefix cache. Not of the
 * window: a quarter of a small one is kept for the answer, and the next turn would be too long again.
 */
const TARGET_SHARE = 0.7;

/** A history, and what else must fit the window beside it. */
export interface HistoryToFit extends PromptToSize {
  history: readonly Message[];
  /** UTF-8 bytes of the request that it makes as it is. Default: those of its parts as they are stored. */
  requestBytes?: number;
  /** Undefined: not known; nothing is dropped then. */
  windowTokens: number | undefined;
  /** Tokens kept free for the answer. */
  reserveTokens: number;
  /** Tokens that are to be free behind a compaction, where that is more than 30 % of the room. */
  leaveTokens?: number;
}

/** A history that fits, and what that took. */
export interface FittedHistory {
  /** The very same array where it fitted. */
  history: readonly Message[];
  /** Ids of messages, and call ids of results, that were left out; see `leaveOut`. Empty: it fitted. */
  dropped: readonly string[];
  went: Went;
  /** What stands in their place, where that is not the usual note. */
  summary?: string;
  /** Tokens of the whole request, estimated. */
  before: number;
  after: number;
}

/** What went in a compaction, by kind. */
export interface Went {
  /** Results left out of turns that stay. */
  results: number;
  /** Whole turns left out. */
  turns: number;
  /** Whole turns that a new summary stands for. */
  summedUp: number;
}

/** What of the window is the prompt's. Tokens. */
export function roomOf({ windowTokens, reserveTokens }: Pick<HistoryToFit, "windowTokens" | "reserveTokens">): number {
  return windowTokens === undefined ? Number.POSITIVE_INFINITY : windowTokens - reserveTokens;
}

/** What a compaction goes down to. Tokens. */
export function targetOf(input: Pick<HistoryToFit, "windowTokens" | "reserveTokens" | "leaveTokens">): number {
  const room = roomOf(input);
  return Math.min(Math.floor(room * TARGET_SHARE), room - (input.leaveTokens ?? 0));
}

/** UTF-8 bytes of system prompt and tools. */
export function promptBytes({ system, tools }: Pick<HistoryToFit, "system" | "tools">): number {
  return utf8Bytes(system) + toolBytes(tools);
}

/**
 * UTF-8 bytes of what stands in every request, whatever is left out of the history: the prompt, and what the messages of
 * a request have more than those that are stored (frames of results, words between). That is less with each that goes.
 */
export function fixedBytes(input: HistoryToFit): number {
  const stored = promptBytes(input) + messagesBytes(input.history);
  return promptBytes(input) + Math.max(0, (input.requestBytes ?? 0) - stored);
}

/**
 * Makes a request fit the window. Of finished turns those results go first that a later one repeats or has made untrue,
 * then the largest, each replaced by one line; then the oldest turns, an assistant's message always with its results.
 * What users said (the task among it) and pinned messages stay word for word; so does the newest turn. Goes down to 70 %
 * of the room, or as near as it gets. If it is too large even then, the largest results of the newest turn go, too, all
 * but the smallest; that one only where it is larger than a result may be in this window, as the same call then gives
 * less. The same input gives the same output. O(history), with the size of each message counted once.
 *
 * @throws MillraceError `context_too_small`, naming the sizes of system, tools, task, all results and the largest, when
 * the rest is still too large; `OVERFLOW_REMEDY` says what to do
 */
export function fitHistory(input: HistoryToFit): FittedHistory {
  const { history, windowTokens, estimator } = input;
  const before = estimator.estimate(input.requestBytes ?? promptBytes(input) + messagesBytes(history));
  const limit = roomOf(input);
  const went = { results: 0, turns: 0, summedUp: 0 };
  if (windowTokens === undefined || before <= limit) return { history, dropped: [], went, before, after: before };

  const target = targetOf(input);
  const fixed = fixedBytes(input);
  let bytes = fixed + messagesBytes(history);
  const results = new Set<string>();
  const messages = new Set<string>();
  const finished = finishedTurns(history);
  const ofFinished = finished.filter(({ pinned }) => !pinned).flatMap(resultsOf);
  const droppable = new Set(ofFinished);
  const superseded = supersededResults(history).filter((part) => droppable.has(part));
  for (const { callId, saves } of [...worthLeavingOut(superseded), ...largestFirst(ofFinished)]) {
    if (estimator.estimate(bytes) <= target) break;
    if (results.has(callId)) continue;
    results.add(callId);
    bytes -= saves;
  }
  const summary = noteBehind(history);
  for (const turn of droppableTurns(finished)) {
    if (estimator.estimate(bytes) <= target) break;
    if (went.turns++ === 0) bytes += utf8Bytes(summary ?? LEFT_OUT);
    for (const message of turn) {
      bytes -= messageBytes(message);
      for (const { callId, result } of resultsOf(message)) {
        if (results.delete(callId)) bytes += resultBytes(result) - resultBytes(leftOutResult(result));
      }
      messages.add(message.id);
    }
  }
  const without = () => leaveOut(history, new Set([...messages, ...results]), summary);
  // With the note, and with what results that only named a dropped one hold now.
  bytes = fixed + messagesBytes(without());
  const ofNewest = largestFirst(history.slice(finished.length).flatMap(resultsOf));
  for (const [at, { callId, saves }] of ofNewest.entries()) {
    if (estimator.estimate(bytes) <= limit) break;
    const isLast = at === ofNewest.length - 1;
    if (isLast && estimator.estimate(saves) <= windowTokens * MAX_RESULT_SHARE) break;
    results.add(callId);
    bytes -= saves;
  }
  went.results = results.size;
  const fitted = without();
  const after = estimator.estimate(fixed + messagesBytes(fitted));
  if (after > limit) throw tooSmall(input, after, fitted);
  const dropped = [...results, ...messages];
  return {
    history: fitted,
    dropped,
    went,
    ...(went.turns > 0 && summary !== undefined ? { summary } : {}),
    before,
    after,
  };
}

/** All before the newest assistant message: turns that a compaction may leave out. */
export function finishedTurns(history: readonly Message[]): readonly Message[] {
  return history.slice(
    0,
    Math.max(
      history.findLastIndex(({ role }) => role === "assistant"),
      0,
    ),
  );
}

/** Assistant messages with the results behind them, oldest first; users' words and pinned messages are none of it. */
export function droppableTurns(history: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of history) {
    if (message.role === "assistant") turns.push([message]);
    else if (message.role === "tool") turns.at(-1)?.push(message);
  }
  return turns.filter((turn) => !turn.some(({ pinned }) => pinned));
}

/** A summary that an earlier compaction put in is not lost with what goes now; undefined: the usual note will do. */
function noteBehind(history: readonly Message[]): string | undefined {
  const earlier = noteIn(history);
  if (earlier === undefined || earlier === LEFT_OUT) return undefined;
  return earlier.endsWith(LEFT_OUT) ? earlier : `${earlier}\n\n${LEFT_OUT}`;
}

/** Those that are worth a line in their place, and what that saves. */
function worthLeavingOut(parts: readonly ResultPart[]): { callId: string; saves: number }[] {
  return parts
    .filter(({ result }) => resultBytes(result) >= MIN_RESULT_BYTES)
    .map(({ callId, result }) => ({ callId, saves: resultBytes(result) - resultBytes(leftOutResult(result)) }))
    .filter(({ saves }) => saves > 0);
}

function largestFirst(parts: readonly ResultPart[]): { callId: string; saves: number }[] {
  return worthLeavingOut(parts).sort((a, b) => b.saves - a.saves);
}

function tooSmall(input: HistoryToFit, after: number, fitted: readonly Message[]): MillraceError<"context_too_small"> {
  return new MillraceError(
    "context_too_small",
    `The request needs about ${after} tokens, and the model's window of ${input.windowTokens} leaves ${roomOf(input)} for it. ` +
      `All that could be dropped was dropped. What is left, in tokens: ${wordSizes(input, fitted)}.`,
  );
}
