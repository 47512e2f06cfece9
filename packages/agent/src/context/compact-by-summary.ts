import { leaveOut } from "../history/leave-out.js";
import type { Message } from "../history/message.js";
import { MAX_SUMMARY_SHARE, MAX_SUMMARY_TOKENS } from "../limits.js";
import { utf8Bytes } from "./estimate.js";
import {
  droppableTurns,
  type FittedHistory,
  finishedTurns,
  fixedBytes,
  type HistoryToFit,
  roomOf,
  targetOf,
} from "./fit.js";
import { messageBytes, messagesBytes } from "./measure.js";
import { summaryNote, summaryQuestion } from "./summary-words.js";

/** A history whose oldest turns a summary stands for, or why there is none: a sentence without its full stop. */
export type SummedUp = FittedHistory | { why: string };

/** Asks the model, with this history and room for so many tokens of answer. */
export type AskForSummary = (
  history: readonly Message[],
  maxOutputTokens: number,
) => Promise<{ text: string } | { why: string }>;

/**
 * Compacts a history that does not fit by the model's own summary: it stands in place of the oldest turns, as many as
 * bring the request down to the usual target. What users said and pinned messages stay word for word beside it, as does
 * the newest turn.
 *
 * The model is asked with all before the newest turn, which is what the last request held, so that the server's cache is
 * used, and the question behind it. What makes that too long goes from its front, and is then part of no summary.
 * O(history), and the model's time. Rejects as `ask` does.
 */
export async function compactBySummary(input: HistoryToFit, ask: AskForSummary): Promise<SummedUp> {
  const { history, windowTokens, estimator } = input;
  if (windowTokens === undefined) return { why: "the model's window is not known" };
  const finished = finishedTurns(history);
  const turns = droppableTurns(finished);
  if (turns.length === 0) return { why: "nothing but the newest step could be summed up" };

  const limit = roomOf(input);
  const mostTokens = Math.min(MAX_SUMMARY_TOKENS, Math.floor(windowTokens * MAX_SUMMARY_SHARE));
  const total = fixedBytes(input) + messagesBytes(history);
  const replaced = oldestTurns(turns, (saved) => estimator.estimate(total - saved) + mostTokens <= targetOf(input));

  const question = summaryQuestion(mostTokens);
  const asking = fixedBytes(input) + messagesBytes(finished) + messageBytes(question);
  const unread = oldestTurns(turns, (saved) => estimator.estimate(asking - saved) <= limit);
  const shown = leaveOut(finished, new Set(unread.map(({ id }) => id)));
  const tokens = estimator.estimate(fixedBytes(input) + messagesBytes(shown) + messageBytes(question));
  if (tokens > limit || unread.length === turns.flat().length)
    return { why: "the request for it would not have fitted" };

  const outputTokens = input.reserveTokens > 0 ? input.reserveTokens : mostTokens;
  const answer = await ask([...shown, question], outputTokens);
  if ("why" in answer) return answer;

  const summary = summaryNote(answer.text);
  const dropped = replaced.map(({ id }) => id);
  const fitted = leaveOut(history, new Set(dropped), summary);
  const before = estimator.estimate(input.requestBytes ?? total);
  const after = estimator.estimate(fixedBytes(input) + messagesBytes(fitted));
  if (estimator.estimate(utf8Bytes(summary)) > mostTokens * 2) return { why: "the model's summary was too long" };
  if (after >= before || messagesBytes(replaced) <= utf8Bytes(summary)) {
    return { why: "the model's summary was longer than what it stands for" };
  }
  if (after > limit) return { why: "even with the model's summary it was too long" };
  const summedUp = replaced.filter(({ role }) => role === "assistant").length;
  const went = { results: 0, turns: 0, summedUp };
  return { history: fitted, dropped, went, summary, before, after };
}

/** The messages of the oldest turns, as many as it takes; `enough` is told what they save together, UTF-8 bytes. */
function oldestTurns(turns: readonly (readonly Message[])[], enough: (saved: number) => boolean): Message[] {
  const taken: Message[] = [];
  let saved = 0;
  for (const turn of turns) {
    if (enough(saved)) break;
    taken.push(...turn);
    for (const message of turn) saved += messageBytes(message);
  }
  return taken;
}
