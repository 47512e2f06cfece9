import type { BudgetUse } from "./budgets.js";
import type { Budget } from "./events/session-event.js";

/** By budget: what is counted, and where more of it is allowed. */
const WORDS: Readonly<Record<Budget, { unit: string; raise: string }>> = {
  turns: { unit: "turns", raise: "--max-turns, or `maxTurns`" },
  seconds: { unit: "seconds", raise: "--max-seconds, or `maxSeconds`" },
  requests: { unit: "requests", raise: "--max-requests, or `maxRequests`" },
  tokens: { unit: "tokens", raise: "--max-tokens, or `maxTokens`" },
  cost: { unit: "dollars", raise: "--max-cost, or `maxCost`" },
};

/** How much of a budget is used, for a person and a model, e.g. `about 12,345 of 15,000 tokens`. */
export function wordUse({ budget, used, limit, estimated }: BudgetUse): string {
  const about = estimated ? "about " : "";
  // Half a second of a limit of one is not none.
  const shown = Number.isInteger(limit) ? Math.floor(used) : Math.floor(used * 10) / 10;
  const amount = budget === "cost" ? `$${dollars(used)}` : whole(shown);
  return `${about}${amount} of ${wordLimit({ budget, limit })}`;
}

/** How much of a budget there is, e.g. `15,000 tokens`. */
export function wordLimit({ budget, limit }: Pick<BudgetUse, "budget" | "limit">): string {
  return budget === "cost" ? `$${dollars(limit)}` : `${whole(limit)} ${WORDS[budget].unit}`;
}

/** That a budget is used up: two sentences at most. */
export function wordOver(use: BudgetUse): string {
  if (use.next === undefined) return `The run has used ${wordUse(use)}.`;
  const needs = use.budget === "cost" ? `$${dollars(use.next)}` : `${whole(Math.ceil(use.next))} tokens`;
  return `The run has used ${wordUse(use)}, and the next request would take at least ${needs}: it was not sent.`;
}

/** What the user can do about it. */
export function wordRaise(budget: Budget): string {
  return `To go further, raise ${WORDS[budget].raise}.`;
}

/** What the model is told when a limit is near. */
export function noteBudget(use: BudgetUse): string {
  return `This run has used ${wordUse(use)}, and stops at that limit. Finish what matters most now, and say what is left to do.`;
}

function whole(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** As many digits as tell small sums apart. */
function dollars(sum: number): string {
  return sum >= 1 ? sum.toFixed(2) : sum.toFixed(4);
}
