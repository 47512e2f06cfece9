import { setMaxListeners } from "node:events";
import { MillraceError, type Tier } from "@millrace/protocol";
import { joined } from "./abortable.js";
import type { AgentOptions } from "./agent-options.js";
import type { Rule } from "./approvals/rules.js";
import { AskDesk } from "./ask-desk.js";
import { askForSummary } from "./ask-for-summary.js";
import { RunBudgets } from "./budgets.js";
import { bytesPerTokenOf } from "./bytes-per-token.js";
import { noCheckpoints } from "./checkpointer.js";
import { type ProtocolChange, ProtocolChoice } from "./choose-protocol.js";
import { chooseTier } from "./choose-tier.js";
import { type Clock, systemClock } from "./clock.js";
import { concludeTurn } from "./conclude-turn.js";
import { TokenEstimator } from "./context/estimate.js";
import { Conversation, type PrepareInput } from "./conversation.js";
import { EventStream } from "./event-stream.js";
import type { SessionEvent } from "./events/session-event.js";
import { firstCheckpoint } from "./first-checkpoint.js";
import { completeProfile, freezeConfig, tierFor } from "./freeze-config.js";
import { type GatheredContext, gatherContext } from "./gather-context.js";
import type { Message } from "./history/message.js";
import { noJournal } from "./journal.js";
import { DEFAULT_LIMITS, JOIN_MS } from "./limits.js";
import { type LimitNeeds, meetLimits, warnOfLimits } from "./meet-limits.js";
import { meetRepetition, notedRepetition, type RepetitionMet } from "./meet-repetition.js";
import { memoryWorkspace } from "./memory-workspace.js";
import { messageOf } from "./message-of.js";
import type { ModelProfile } from "./model-profile.js";
import type { PreparedRequest } from "./prepare-request.js";
import { ProfileNews } from "./profile-news.js";
import { boundSections } from "./prompt/bound-sections.js";
import { wordEnvironment } from "./prompt/environment.js";
import { PromptReadings } from "./prompt-reading.js";
import { PromptSpeed } from "./prompt-speed.js";
import { RepetitionGuard } from "./repetition-guard.js";
import { RequestPrefix } from "./request-prefix.js";
import { RetryBudget } from "./retry-budget.js";
import type { CallNeeds } from "./run-call.js";
import { endedBy, failedBy, modelFailure, type RunEnding, tellFailure, tellLimit } from "./run-ending.js";
import type { RunResult, Task, TaskOptions, UndoneCompaction } from "./task-contract.js";
import type { ToolsByProtocol } from "./tools-by-protocol.js";
import { runTurn, type TurnResult } from "./turn.js";
import type { TurnConfig } from "./turn-config.js";
import { wordOver, wordRaise } from "./word-budget.js";

/** What a task is given by its agent. */
export interface TaskNeeds {
  id: string;
  /** What was said before. */
  history: readonly Message[];
  options: AgentOptions;
  tools: ToolsByProtocol;
  startTask(options: TaskOptions, budgets: RunBudgets): Task;
  /** Those of the run that started this task: then it has none of its own. */
  budgets?: RunBudgets;
}

/** What all turns of a run share, and no other run has. */
interface RunParts extends Pick<CallNeeds, "signal" | "workspace" | "checkpoint"> {
  sections: GatheredContext["sections"];
  budget: RetryBudget;
  budgets: RunBudgets;
}

/** A conversation and its flat loop: a turn ends before the next begins, and nothing of it is kept but its messages. */
export class AgentTask implements Task {
  readonly id: string;
  readonly #needs: TaskNeeds;
  readonly #clock: Clock;
  readonly #profile: ModelProfile;
  readonly #events: EventStream;
  readonly #news: ProfileNews;
  readonly #desk: AskDesk;
  readonly #estimator: TokenEstimator;
  readonly #speed: PromptSpeed;
  readonly #conversation: Conversation;
  readonly #protocol: ProtocolChoice;
  readonly #readings: PromptReadings;
  readonly #prefix = new RequestPrefix();
  readonly #repetition = new RepetitionGuard();
  readonly #sessionRules: Rule[] = [];
  /** Words of the user that no turn has taken up yet. */
  readonly #steering: string[] = [];
  /** What the model must be told with the next user message. */
  #unsaid: readonly string[] = [];
  #facts: GatheredContext["facts"] | undefined;
  #config: TurnConfig | undefined;
  #requests = 0;
  #turns = 0;
  #running: AbortController | undefined;
  /** How the run is to end, once something outside of it said so. */
  #stopped: RunEnding | undefined;

  constructor(needs: TaskNeeds) {
    const { options } = needs;
    this.id = needs.id;
    this.#needs = needs;
    this.#clock = options.clock ?? systemClock;
    this.#profile = completeProfile(options.model.id, options.profile);
    this.#events = new EventStream(this.#clock, options.journal ?? noJournal);
    this.#news = new ProfileNews(this.#profile, this.#events, this.#clock);
    this.#desk = new AskDesk(this.#events, options.askUser);
    this.#estimator = new TokenEstimator(bytesPerTokenOf(this.#profile));
    this.#speed = new PromptSpeed(this.#profile);
    this.#readings = new PromptReadings(this.#profile);
    this.#conversation = new Conversation(needs.id, this.#events, this.#estimator);
    this.#protocol = new ProtocolChoice(options, this.#profile);
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  steer(words: string): void {
    this.#steering.push(words);
  }

  stop(reason = "The run was stopped."): void {
    this.#stop(endedBy("aborted", reason));
  }

  async undoCompaction(): Promise<UndoneCompaction> {
    if (this.#running !== undefined) {
      return { undone: false, why: "The task is running. Wait for its end, or stop it first." };
    }
    if (await this.#conversation.undoCompaction()) return { undone: true };
    return { undone: false, why: "There is nothing to undo: since then nothing was left out of this conversation." };
  }

  async run(userMessage: string, { signal }: { signal?: AbortSignal } = {}): Promise<RunResult> {
    if (this.#running !== undefined) {
      const message = "This task is running already. Wait for its end, or use steer to say something meanwhile.";
      return { ...failedBy({ kind: "internal", message, remedy: "" }), text: "" };
    }
    const running = new AbortController();
    // Every call that waits listens: Node would take more than ten for a leak and say so on the terminal.
    setMaxListeners(0, running.signal);
    this.#running = running;
    this.#stopped = undefined;
    const abort = () => this.stop(signal?.reason instanceof Error ? signal.reason.message : undefined);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    const budgets = this.#needs.budgets ?? this.#ownBudgets();
    const unwatch = budgets.watch(this.#events);
    const said = { text: "" };
    let ending: RunEnding;
    try {
      ending = await this.#work(userMessage, running.signal, budgets, said);
    } catch (error) {
      ending = this.#stopped ?? this.#fault(error);
    }
    unwatch();
    if (this.#needs.budgets === undefined) budgets.end();
    this.#news.tokensCounted(this.#estimator);
    signal?.removeEventListener("abort", abort);
    const { end, exitCode, message } = ending;
    this.#events.emit({ type: "run-finished", end, exitCode, message });
    // Rejects only where a stopped run does not wait any longer; a journal that fails was told of in a notice.
    await joined(this.#events.flush(), running.signal, this.#clock, JOIN_MS).catch(() => {});
    this.#running = undefined;
    return { end, exitCode, message, text: ending.text ?? said.text };
  }

  #stop(ending: RunEnding): void {
    if (this.#running === undefined || this.#stopped !== undefined) return;
    this.#stopped = ending;
    this.#running.abort(new MillraceError("aborted", ending.message));
  }

  /** Where somebody is there they are asked before the next request; nobody waits for a call that hangs. */
  #ownBudgets(): RunBudgets {
    const limits = { ...DEFAULT_LIMITS, ...this.#needs.options.limits };
    const budgets = new RunBudgets(limits, this.#profile.prices?.value, this.#clock);
    if (this.#desk.interactive) return budgets;
    budgets.onTimeUp((use) => {
      const message = `${wordOver(use)} ${wordRaise(use.budget)}`;
      this.#stop(tellLimit(this.#events, use.budget, message));
    });
    return budgets;
  }

  /** A request that goes over a limit ends the run as a time that is up does: from outside. */
  async #mayTry({ tokensEstimated }: PreparedRequest, { budgets, signal }: RunParts): Promise<void> {
    const over = await meetLimits(budgets, this.#limitNeeds(signal), tokensEstimated);
    if (over !== undefined) this.#stop(over);
    signal.throwIfAborted();
    budgets.takeTry();
  }

  #limitNeeds(signal: AbortSignal): LimitNeeds {
    return { events: this.#events, desk: this.#desk, signal, say: (words) => this.steer(words) };
  }

  /** As `meetLimits`, between two turns; a run that is stopped while the user is asked ends here. */
  #meetLimits(budgets: RunBudgets, signal: AbortSignal): Promise<RunEnding | undefined> {
    return meetLimits(budgets, this.#limitNeeds(signal)).catch((error) => this.#endOfStopped(error));
  }

  /** As `meetRepetition`; a run that is stopped while the user is asked ends here. */
  #meetRepetition(turn: TurnResult, signal: AbortSignal): Promise<RepetitionMet> {
    const needs = { events: this.#events, desk: this.#desk, signal };
    const met = meetRepetition(turn, this.#repetition, needs);
    return met.catch((error) => ({ notes: [], words: [], ending: this.#endOfStopped(error) }));
  }

  #endOfStopped(error: unknown): RunEnding {
    if (this.#stopped === undefined) throw error;
    return this.#stopped;
  }

  /** Anything that is not the model's or a tool's doing. */
  #fault(error: unknown): RunEnding {
    const message = `Millrace failed: ${messageOf(error)}`;
    return tellFailure(this.#events, `${this.id}-fault`, { kind: "internal", message, remedy: "Please report this." });
  }

  /** The loop. `said` holds the last text of the model, also where the loop is left by a throw. */
  async #work(
    userMessage: string,
    signal: AbortSignal,
    budgets: RunBudgets,
    said: { text: string },
  ): Promise<RunEnding> {
    const { options } = this.#needs;
    const profile = this.#profile;
    const events = this.#events;
    const workspace = options.workspace ?? memoryWorkspace();
    if (this.#conversation.isNew) {
      const program = options.program ?? "millrace";
      events.emit({ type: "session-started", sessionId: this.id, workspace: workspace.root, program });
      this.#conversation.takeUp(this.#needs.history);
    }
    const context = await gatherContext(options.contextSources ?? [], events, signal);
    const tier = options.tier ?? tierFor(profile);
    this.#begin(userMessage, context.facts, tier);

    const budget = new RetryBudget({ clock: this.#clock, events, desk: this.#desk });
    const run: RunParts = {
      signal,
      workspace,
      sections: boundSections(context.sections, { profile, tier, events }),
      budget,
      budgets,
      checkpoint: firstCheckpoint(options.checkpointer ?? noCheckpoints, events, signal),
    };
    // Of a task below another: what that has used may be all there was.
    const spent = await this.#meetLimits(budgets, signal);
    if (spent !== undefined) return spent;
    let cuts = 0;
    for (let denied = false; ; ) {
      budgets.takeTurn();
      const turn = await this.#turn(run);
      if (turn.text !== "") said.text = turn.text;
      if (this.#refusedTools(turn)) {
        budgets.giveBackTurn();
        continue;
      }
      this.#keep(turn);
      const changed = this.#noteCalls(turn);
      // In another way the model may get through what was cut in the one before.
      cuts = isCut(turn) && !changed ? cuts + 1 : 0;
      const stopped = turn.end.kind === "failed" ? undefined : this.#stopped;
      const ending =
        stopped ?? concludeTurn(turn, { cuts, deniedBefore: denied, steered: this.#steering.length > 0 }, events);
      if (ending !== undefined) return this.#leave(turn, ending, notedRepetition(turn, this.#repetition, events));
      const repeated = await this.#meetRepetition(turn, signal);
      if (repeated.ending !== undefined) return this.#leave(turn, repeated.ending);
      this.#steering.push(...repeated.words);
      denied = turn.presented.denied;
      if (turn.end.kind === "broken") {
        const { requestId } = turn;
        const { error } = turn.end;
        const given = await budget.spend(error, { requestId, takeUsage: () => ({}) }, signal).then(
          () => undefined,
          () => this.#stopped ?? tellFailure(this.#events, requestId, modelFailure(error, false)),
        );
        if (given !== undefined) return this.#leave(turn, given, repeated.notes);
      }
      const over = await this.#meetLimits(budgets, signal);
      if (over !== undefined) return this.#leave(turn, over, repeated.notes);
      this.#goOn(turn, [...repeated.notes, ...warnOfLimits(budgets, events)]);
    }
  }

  /** Runs one turn with all that it needs of the task. */
  #turn(run: RunParts): Promise<TurnResult> {
    const { signal, workspace, sections, budget, budgets, checkpoint } = run;
    const { options, tools, startTask } = this.#needs;
    const { model, secrets = [] } = options;
    const config = this.#freeze(sections);
    const input = this.#requestInput(config, sections);
    const clock = this.#clock;
    const events = this.#events;
    const ofEachRequest = {
      turn: this.#turns,
      model,
      speed: this.#speed,
      estimator: this.#estimator,
      prefix: this.#prefix,
      mayTry: (sized: PreparedRequest) => this.#mayTry(sized, run),
      nextRequestId: () => `${this.id}-r${++this.#requests}`,
    };
    const summary = { ...ofEachRequest, config, clock, events, signal };
    const shortening =
      options.compact === "summary" ? { askForSummary: (sized: PreparedRequest) => askForSummary(summary, sized) } : {};
    return runTurn({
      ...ofEachRequest,
      calls: {
        config,
        tools: tools(config.protocol),
        workspace,
        events,
        clock,
        desk: this.#desk,
        signal,
        keptResult: (result) => this.#conversation.keptResult(result, config.profile, secrets),
        secrets,
        sessionRules: this.#sessionRules,
        checkpoint,
        startTask: (taskOptions) => startTask(taskOptions, budgets),
      },
      repetition: this.#repetition.calls,
      budget,
      readings: this.#readings,
      promptCut: (read, sent) => {
        this.#promptCut(read, sent);
        return this.#conversation.fits(input);
      },
      prepare: (roomBytes) => this.#conversation.prepare(input, { roomBytes, ...shortening }),
      nextMessageId: () => this.#conversation.nextMessageId(),
    });
  }

  #requestInput(config: TurnConfig, sections: GatheredContext["sections"]): PrepareInput {
    return { config, sections, interactive: this.#desk.interactive, role: this.#needs.options.role };
  }

  /** What was learnt of the server holds from here on. */
  #promptCut(read: number, sent: number): void {
    this.#conversation.limitTo(read * this.#estimator.bytesPerToken);
    this.#news.promptCut(read);
    const message = `The server read only ${read} of about ${sent} tokens: it cuts long prompts without a word. From now on the conversation is fitted to ${read} tokens. A larger window has to be set at the server (Ollama: OLLAMA_CONTEXT_LENGTH).`;
    this.#events.emit({ type: "notice", level: "warning", message });
  }

  /** True where the turn is to be tried again as text: the server refused tools. */
  #refusedTools({ end }: TurnResult): boolean {
    if (end.kind !== "failed" || end.error.toolsUnsupported !== true) return false;
    if (this.#protocol.current.protocol === "text") return false;
    return this.#tellChange(this.#protocol.stepDown("the server does not take tools for this model"));
  }

  /** True where tools are offered in another way from now on: calls came out wrong, one that the model left open among them. */
  #noteCalls(turn: TurnResult): boolean {
    const { presented, reason } = turn;
    // What the server could not read is a native call, offered or not: another dialect would change nothing.
    const isOurs = turn.end.kind === "cut" || this.#protocol.current.protocol === "native";
    const leftOpen = isCut(turn) && isOurs && reason !== "length" ? 1 : 0;
    const right = presented.answered.length - presented.wrong;
    return this.#tellChange(this.#protocol.noteCalls(presented.wrong + leftOpen, right));
  }

  #tellChange(change: ProtocolChange | undefined): boolean {
    if (change === undefined) return false;
    this.#events.emit({ type: "protocol-changed", ...change });
    this.#news.wayChanged(this.#protocol.possible, change.why);
    return true;
  }

  /** The configuration of the next turn: the same object while nothing changed, told when it did. */
  #freeze(sections: GatheredContext["sections"]): TurnConfig {
    this.#turns++;
    const { protocol, dialect } = this.#protocol.current;
    if (this.#config?.protocol === protocol && this.#config.dialect === dialect) return this.#config;
    const { options, tools } = this.#needs;
    const config = freezeConfig(options, tools(protocol), this.#protocol, this.#profile);
    this.#config = Object.freeze({ ...config, tier: options.tier ?? this.#chooseTier(config, sections) });
    this.#events.emit({ type: "config-frozen", turn: this.#turns, config: this.#config });
    return this.#config;
  }

  /** A shorter prompt where the request would not fit otherwise. Decided when tools are offered anew, as a change costs the server's cache. */
  #chooseTier(config: TurnConfig, sections: GatheredContext["sections"]): Tier {
    const longest = { ...config, tier: this.#config?.tier ?? config.tier };
    const fits = (tier: Tier) => this.#conversation.fits(this.#requestInput({ ...longest, tier }, sections));
    return chooseTier(longest, fits, this.#events);
  }

  #keep({ message, results }: TurnResult): void {
    if (message !== undefined) this.#conversation.add(message);
    if (results !== undefined) this.#conversation.add(results);
  }

  /** The last of a turn's events: what became of its request was told before. */
  #finish({ presented, reason }: TurnResult): void {
    this.#events.emit({ type: "turn-finished", turn: this.#turns, calls: presented.answered.length, reason });
  }

  /** What the model is to be told, and nobody said it before the run ended, goes with the next message. */
  #leave(turn: TurnResult, ending: RunEnding, notes: readonly string[] = []): RunEnding {
    this.#finish(turn);
    const stopped = ending.end === "aborted" ? ["The user stopped the run here."] : [];
    this.#unsaid = [...this.#unsaid, ...turn.presented.words, ...turn.notes, ...notes, ...stopped];
    return ending;
  }

  /** The user's words, then what there is to tell, behind the results. */
  #goOn(turn: TurnResult, notes: readonly string[]): void {
    this.#finish(turn);
    const words = [...turn.presented.words, ...this.#steering.splice(0)];
    if (words.length > 0) this.#repetition.heard();
    this.#conversation.say([...words, ...turn.notes, ...notes], words.length > 0);
  }

  /** The message that a run begins with, with what there is to tell before it and the environment behind it. */
  #begin(text: string, facts: GatheredContext["facts"], tier: Tier): void {
    const environment = wordEnvironment(facts, this.#facts, tier);
    this.#facts = { ...this.#facts, ...facts };
    this.#conversation.say([...this.#unsaid, ...this.#steering.splice(0), text, environment], true);
    this.#unsaid = [];
    this.#repetition.heard();
  }
}

/** A message that was cut before a call of it was whole. */
function isCut({ end }: TurnResult): boolean {
  return end.kind === "cut" || end.kind === "malformed";
}
