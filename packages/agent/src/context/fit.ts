import { MillraceError, type ToolDefinition } from "@millrace/protocol";
import { leaveOut, leftOutResult } from "../history/leave-out.js";
import type { Message } from "../history/message.js";
import { resultsOf } from "../history/tool-calls.js";
import { MAX_RESULT_SHARE } from "../limits.js";
import { type TokenEstimator, utf8Bytes } from "./estimate.js";
import { messageBytes, messagesBytes, resultBytes, toolBytes } from "./measure.js";
import { partSizes } from "./part-sizes.js";

/**
 * Compaction goes down to this share of the room, so that it is rare: each costs the server's prefix cache. Not of the
 * window: a quarter of a small one is kept for the answer, and the next turn would be too long again.
 */
const TARGET_SHARE = 0.7;
/** A result smaller than this is not worth a notice in its place. */
const MIN_RESULT_BYTES = 500;

/** A history, and what else must fit the window beside it. */
export interface HistoryToFit {
  history: readonly Message[];
  /** Undefined: not known; nothing is dropped then. */
  windowTokens: number | undefined;
  /** Tokens kept free for the answer. */
  reserveTokens: number;
  estimator: TokenEstimator;
  system: string;
  tools: readonly ToolDefinition[];
}

/** A history that fits, and what that took. */
export interface FittedHistory {
  /** The very same array where it fitted. */
  history: readonly Message[];
  /** Ids of messages, and call ids of results, that were left out; see `leaveOut`. Empty: it fitted. */
  dropped: readonly string[];
  /** Tokens of the whole request, estimated. */
  before: number;
  after: number;
}

/**
 * Makes a request fit the window. The largest results of finished turns go first, each replaced by one line; then the
 * oldest turns, an assistant's message always with its results. What users said (the task among it) and pinned messages
 * stay word for word; so does the newest turn. Goes down to 70 % of the room, or as near as it gets. If it is too large
 * even then, the largest results of the newest turn go, too, all but the smallest; that one only where it is larger than a
 * result may be in this window, as the same call then gives less.
 * O(history), with the size of each message counted once.
 *
 * @throws MillraceError `context_too_small`, naming the sizes of system, tools, task, all results and the largest, when
 * the rest is still too large; `OVERFLOW_REMEDY` says what to do
 */
export function fitHistory(input: HistoryToFit): FittedHistory {
  const { history, windowTokens, reserveTokens, estimator, system, tools } = input;
  const fixed = utf8Bytes(system) + toolBytes(tools);
  const total = fixed + messagesBytes(history);
  const before = estimator.estimate(total);
  if (windowTokens === undefined) return { history, dropped: [], before, after: before };
  const limit = windowTokens - reserveTokens;
  if (before <= limit) return { history, dropped: [], before, after: before };

  const target = Math.floor(limit * TARGET_SHARE);
  let bytes = total;
  const dropped = new Set<string>();
  const newest = history.findLastIndex(({ role }) => role === "assistant");
  const finished = history.slice(0, Math.max(newest, 0));
  for (const { callId, saves } of largestResults(finished)) {
    if (estimator.estimate(bytes) <= target) break;
    dropped.add(callId);
    bytes -= saves;
  }
  for (const turn of droppableTurns(finished)) {
    if (estimator.estimate(bytes) <= target) break;
    for (const message of turn) {
      bytes -= messageBytes(message);
      for (const { callId, result } of resultsOf(message)) {
        if (dropped.delete(callId)) bytes += resultBytes(result) - resultBytes(leftOutResult(result));
      }
      dropped.add(message.id);
    }
  }
  const ofNewest = largestResults(history.slice(finished.length));
  for (const [at, { callId, saves }] of ofNewest.entries()) {
    if (estimator.estimate(bytes) <= limit) break;
    const isLast = at === ofNewest.length - 1;
    if (isLast && estimator.estimate(saves) <= windowTokens * MAX_RESULT_SHARE) break;
    dropped.add(callId);
    bytes -= saves;
  }
  const fitted = leaveOut(history, dropped);
  const after = estimator.estimate(fixed + messagesBytes(fitted));
  if (after > limit) throw tooSmall(input, after, fitted);
  return { history: fitted, dropped: [...dropped], before, after };
}

function largestResults(history: readonly Message[]): { callId: string; saves: number }[] {
  return history
    .flatMap(resultsOf)
    .filter(({ result }) => resultBytes(result) >= MIN_RESULT_BYTES)
    .map(({ callId, result }) => ({ callId, saves: resultBytes(result) - resultBytes(leftOutResult(result)) }))
    .filter(({ saves }) => saves > 0)
    .sort((a, b) => b.saves - a.saves);
}

/** Assistant messages with the results behind them, oldest first; users' words and pinned messages are none of it. */
function droppableTurns(history: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of history) {
    if (message.role === "assistant") turns.push([message]);
    else if (message.role === "tool") turns.at(-1)?.push(message);
  }
  return turns.filter((turn) => !turn.some(({ pinned }) => pinned));
}

function tooSmall(input: HistoryToFit, after: number, fitted: readonly Message[]): MillraceError<"context_too_small"> {
  const { estimator, system, tools, windowTokens, reserveTokens } = input;
  const tokens = (bytes: number) => `${estimator.estimate(bytes)}`;
  const { task, words, answers, results, largest } = partSizes(fitted);
  return new MillraceError(
    "context_too_small",
    `The request needs about ${after} tokens, and the model's window of ${windowTokens} leaves ${windowTokens === undefined ? 0 : windowTokens - reserveTokens} for it. ` +
      `All that could be dropped was dropped. What is left, in tokens: system prompt ${tokens(utf8Bytes(system))}, tools ${tokens(toolBytes(tools))}, ` +
      `task ${tokens(task)}, all of the user's words ${tokens(words)}, all of the model's ${tokens(answers)}, all results ${tokens(results)}, largest result ${tokens(largest)}.`,
  );
}
