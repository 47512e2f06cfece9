import type { AskDesk } from "./ask-desk.js";
import type { RunBudgets } from "./budgets.js";
import type { EventStream } from "./event-stream.js";
import { type RunEnding, tellLimit } from "./run-ending.js";
import { noteBudget, wordLimit, wordOver, wordRaise, wordUse } from "./word-budget.js";

/** Whom to tell and to ask. */
export interface LimitNeeds {
  events: EventStream;
  desk: AskDesk;
  signal: AbortSignal;
  /** What the user said with the answer, for the model. */
  say(words: string): void;
}

/**
 * Looks whether the run may go on: before a turn, and before each request with the tokens of its prompt. Where a limit
 * is reached and somebody is there, they are asked whether to go on, up to which limit. Gives the run's end, told, where
 * it may not. Rejects with the signal's reason on abort.
 */
export async function meetLimits(
  budgets: RunBudgets,
  { events, desk, signal, say }: LimitNeeds,
  nextTokens?: number,
): Promise<RunEnding | undefined> {
  for (let use = budgets.over(nextTokens); use !== undefined; use = budgets.over(nextTokens)) {
    const over = wordOver(use);
    if (desk.interactive) {
      const limit = budgets.nextLimit(use);
      const message = `${over} Go on, up to ${wordLimit({ ...use, limit })}?`;
      const { answer, words = "" } = await desk.ask({ kind: "limit", message }, signal);
      if (words !== "") say(words);
      if (answer !== "no") {
        budgets.raise(use.budget, limit);
        continue;
      }
    }
    return tellLimit(events, use.budget, `${over} ${wordRaise(use.budget)}`);
  }
  return undefined;
}

/** Tells of limits that have come near since the last time. Gives what the model is to be told. */
export function warnOfLimits(budgets: RunBudgets, events: EventStream): readonly string[] {
  return budgets.takeWarnings().map((use) => {
    const { budget, used, limit, estimated } = use;
    const message = `The run has used ${wordUse(use)}; it stops there. ${wordRaise(budget)}`;
    events.emit({ type: "budget-warning", budget, used, limit, ...(estimated && { estimated }), message });
    return noteBudget(use);
  });
}
