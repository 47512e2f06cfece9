import type { Clock } from "./clock.js";
import type { EventStream } from "./event-stream.js";
import type { Budget } from "./events/session-event.js";
import { usageCost } from "./events/usage-cost.js";
import { addUsage, emptyUsage } from "./events/usage-totals.js";
import type { Limits } from "./limits.js";
import type { Prices } from "./model-profile.js";

/** How much of a budget is used. */
export interface BudgetUse {
  budget: Budget;
  /** Turns, seconds, requests, tokens, or US dollars. */
  used: number;
  limit: number;
  /** Some of it is our own guess: the server reported none. */
  estimated?: true;
  /** What the next request is sure to take, where that is more than what is left. In the same unit. */
  next?: number;
}

/** In the order in which they are looked at. */
const BUDGETS: readonly Budget[] = ["turns", "seconds", "requests", "tokens", "cost"];

/**
 * What one run has used of its limits, the tasks that its tools started included. It only counts: when to look, whom to
 * ask and how to end is `meetLimits`. What requests used is learnt from the events, so whatever those count counts here.
 */
export class RunBudgets {
  readonly #limits: Limits;
  readonly #prices: Prices | undefined;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #usage = emptyUsage();
  #turns = 0;
  #tries = 0;
  /** Limits as the user raised them. */
  readonly #raised = new Map<Budget, number>();
  /** Limits that were warned of. */
  readonly #warned = new Map<Budget, number>();
  #stopTimer = () => {};

  /** `prices` of the model; without them `maxCost` is not watched. */
  constructor(limits: Limits, prices: Prices | undefined, clock: Clock) {
    this.#limits = limits;
    this.#prices = prices;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** Counts what the requests of a task use, from now on. Returns a function that ends it. */
  watch(events: EventStream): () => void {
    return events.subscribe((event) => addUsage(this.#usage, event));
  }

  /** Calls back once when the time is up, unless {@link RunBudgets.end} was called before. Without a limit nothing is done. */
  onTimeUp(timeUp: (use: BudgetUse) => void): void {
    const { maxSeconds } = this.#limits;
    if (maxSeconds === undefined) return;
    this.#stopTimer = this.#clock.timer(maxSeconds * 1_000, () =>
      timeUp({ budget: "seconds", used: maxSeconds, limit: maxSeconds }),
    );
  }

  /** No timer runs after this. */
  end(): void {
    this.#stopTimer();
  }

  /** A turn begins. */
  takeTurn(): void {
    this.#turns++;
  }

  /** A turn that came to nothing does not count. */
  giveBackTurn(): void {
    this.#turns--;
  }

  /** A request is sent, for the first time or again. */
  takeTry(): void {
    this.#tries++;
  }

  /**
   * The first budget that is used up, if one is.
   *
   * @param nextTokens what the prompt of a request that is to be sent has, tokens; its answer is not guessed at. Then
   *   turns are not looked at: that request's has begun.
   */
  over(nextTokens?: number): BudgetUse | undefined {
    for (const budget of BUDGETS) {
      if (nextTokens !== undefined && budget === "turns") continue;
      const use = this.#use(budget);
      if (use === undefined) continue;
      if (use.used >= use.limit) return use;
      const next = nextTokens === undefined ? 0 : this.#sureUse(budget, nextTokens);
      if (use.used + next > use.limit) return { ...use, next };
    }
    return undefined;
  }

  /** What a limit is raised to where the user lets the run go on: by as much as it was, until what is needed is below it. */
  nextLimit({ budget, used, limit, next = 0 }: BudgetUse): number {
    const step = this.#base(budget) ?? 0;
    return limit + step * Math.max(1, Math.floor((used + next - limit) / step) + 1);
  }

  /** The user lets the run go on, up to this limit. */
  raise(budget: Budget, limit: number): void {
    this.#raised.set(budget, limit);
  }

  /** Budgets that have come to their warn level since the last time they were asked for. */
  takeWarnings(): readonly BudgetUse[] {
    return BUDGETS.flatMap((budget) => {
      const use = this.#use(budget);
      if (use === undefined || use.used < use.limit * this.#limits.warnShare || use.used >= use.limit) return [];
      if (this.#warned.get(budget) === use.limit) return [];
      this.#warned.set(budget, use.limit);
      return [use];
    });
  }

  /** Undefined where there is no such limit. */
  #use(budget: Budget): BudgetUse | undefined {
    const limit = this.#raised.get(budget) ?? this.#base(budget);
    if (limit === undefined) return undefined;
    const { estimated } = this.#usage;
    const isCounted = budget === "tokens" || budget === "cost";
    return { budget, used: this.#used(budget), limit, ...(isCounted && estimated && { estimated }) };
  }

  /** A limit as it was set. */
  #base(budget: Budget): number | undefined {
    const { maxTurns, maxSeconds, maxRequests, maxTokens, maxCost } = this.#limits;
    const cost = this.#prices && maxCost;
    return { turns: maxTurns, seconds: maxSeconds, requests: maxRequests, tokens: maxTokens, cost }[budget];
  }

  #used(budget: Budget): number {
    switch (budget) {
      case "turns":
        return this.#turns;
      case "seconds":
        return (this.#clock.monotonic() - this.#startedAt) / 1_000;
      case "requests":
        return this.#tries;
      case "tokens":
        return this.#usage.inputTokens + this.#usage.outputTokens;
      case "cost":
        return this.#prices === undefined ? 0 : usageCost(this.#usage, this.#prices);
    }
  }

  /** The least that a prompt of so many tokens takes: all of it may come from the server's cache. */
  #sureUse(budget: Budget, tokens: number): number {
    if (budget === "tokens") return tokens;
    if (budget !== "cost" || this.#prices === undefined) return 0;
    const { input, cacheRead = input } = this.#prices;
    return (tokens * Math.min(input, cacheRead)) / 1_000_000;
  }
}
