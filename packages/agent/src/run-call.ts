import { describeFaults, type ToolUseBlock, validateInput } from "@millrace/protocol";
import { joined, untilAborted } from "./abortable.js";
import type { Access } from "./approvals/access.js";
import { judgeCall } from "./approvals/judge.js";
import type { Decision, Rule } from "./approvals/rules.js";
import type { AskDesk } from "./ask-desk.js";
import {
  deniedByRule,
  deniedHeadless,
  failed,
  interrupted,
  invalidInput,
  rejectedByUser,
  skipped,
  unknownTool,
} from "./call-answers.js";
import type { CallTicket } from "./call-order.js";
import type { Clock } from "./clock.js";
import type { EventStream } from "./event-stream.js";
import { Frame } from "./frame.js";
import { JOIN_MS } from "./limits.js";
import { messageOf } from "./message-of.js";
import { redactValues } from "./redact.js";
import type { Task, TaskOptions } from "./task-contract.js";
import { toldPlan } from "./told-plan.js";
import type { Plan, Tool, ToolContext, ToolResult } from "./tool.js";
import type { ToolRegistry } from "./tool-registry.js";
import type { TurnConfig } from "./turn-config.js";
import type { Workspace } from "./workspace.js";

/** What the calls of one turn share. */
export interface CallNeeds {
  config: TurnConfig;
  tools: ToolRegistry;
  workspace: Workspace;
  events: EventStream;
  clock: Clock;
  desk: AskDesk;
  /** Of the turn. */
  signal: AbortSignal;
  /** What of a result is kept: what the window has room for, without secrets, and one line where the model has it already. */
  keptResult(result: ToolResult): ToolResult;
  /** Values taken out of what a tool says meanwhile, and of why it failed. */
  secrets: readonly string[];
  /** Rules given by an `always`, newest last; they count at once. */
  sessionRules: Rule[];
  /** Resolves when the first checkpoint of the run is made, or is known to be impossible. Never rejects. */
  checkpoint(): Promise<void>;
  startTask(options: TaskOptions): Task;
}

/** How one call came out. */
export interface CallOutcome {
  result: ToolResult;
  /** It names no tool, or its arguments do not fit: the model does not manage this way of calling. */
  wrong?: true;
  /** It needed an approval that was not given. */
  denied?: true;
  /** The user rejected it and did not say to go on: nothing behind it is to run. */
  halts?: boolean;
  /** What the user said with the answer; it follows the results. */
  words?: string;
}

/** What one call is given by its presenter. */
export interface CallPlace {
  ticket: CallTicket;
  /** Why it is not to be started any more, if so. Looked at before each step. */
  halted(): string | undefined;
  /** An approval is being asked for. */
  asking(): void;
  /** It was answered, or nobody waits for it any more; `halts`: nothing behind the call is wanted. */
  answered(halts: boolean): void;
}

const STOPPED = "the run was stopped before it began";

/**
 * Answers one closed call: validates it, waits for its turn, judges what it would touch, plans, asks, waits for the
 * first checkpoint, runs it and shortens its result. Whatever goes wrong becomes its answer: it never rejects, and it
 * emits exactly one `call-finished`, durable before it resolves if the call can change anything.
 *
 * A tool that ignores an abort is let go of after 2 s; what it does then is not waited for.
 */
export async function runCall(call: ToolUseBlock, place: CallPlace, needs: CallNeeds): Promise<CallOutcome> {
  const { clock, events } = needs;
  const startedAt = clock.monotonic();
  let outcome: CallOutcome;
  try {
    outcome = await new CallRun(call, place, needs).answer();
  } catch (error) {
    outcome = { result: needs.signal.aborted ? skipped(STOPPED) : failed(call.name, "before it ran", error) };
  }
  const kept = needs.keptResult(outcome.result);
  const result = kept.why === undefined ? kept : { ...kept, why: redactValues(kept.why, needs.secrets) };
  const written = events.durable({
    type: "call-finished",
    callId: call.id,
    name: call.name,
    result,
    durationMs: clock.monotonic() - startedAt,
  });
  place.ticket.leave();
  // After an abort the last flush waits for it, bounded.
  if (needs.tools.changes(call.name)) await untilAborted(written, needs.signal).catch(() => {});
  return { ...outcome, result };
}

class CallRun {
  readonly #call: ToolUseBlock;
  readonly #place: CallPlace;
  readonly #needs: CallNeeds;

  constructor(call: ToolUseBlock, place: CallPlace, needs: CallNeeds) {
    this.#call = call;
    this.#place = place;
    this.#needs = needs;
  }

  async answer(): Promise<CallOutcome> {
    const { name, input } = this.#call;
    const { tools, workspace, signal } = this.#needs;
    const tool = tools.get(name);
    if (tool === undefined) return { result: unknownTool(name, tools.names), wrong: true };
    const faults = validateInput(tool, input);
    if (faults.length > 0) return { result: invalidInput(describeFaults(tool, faults)), wrong: true };

    await untilAborted(this.#place.ticket.reached, signal);
    const late = this.#notToStart();
    if (late !== undefined) return late;
    const progress = new Frame(this.#needs.clock, (text) =>
      this.#needs.events.emit({ type: "call-progress", callId: this.#call.id, progress: { text } }),
    );
    const context = this.#context(progress);
    try {
      // The arguments fit the tool's own schema; its type for them is not known here.
      const accesses = await untilAborted(tool.accesses(input as never, workspace), signal);
      const unjudged = this.#judge(accesses);
      if (unjudged.decision === "deny") return { result: deniedByRule(unjudged.because), denied: true };
      const { plan, failure } = await this.#plan(tool, context);
      // Why a plan failed may quote what nobody has allowed to be read yet.
      if (failure !== undefined && this.#mayQuote(accesses, unjudged.decision)) throw failure.error;
      const approval = await this.#approve(accesses, plan, failure);
      if ("result" in approval) return approval;
      if (failure !== undefined) throw failure.error;
      this.#tellPlan(approval.plan);
      const { plan: approved, ...words } = approval;
      return { ...(await this.#run(tool, accesses, approved, context)), ...words };
    } finally {
      progress.end();
    }
  }

  async #plan(tool: Tool, context: ToolContext): Promise<{ plan?: Plan; failure?: { error: unknown } }> {
    if (tool.plan === undefined) return {};
    try {
      return { plan: await untilAborted(tool.plan(this.#call.input as never, context), this.#needs.signal) };
    } catch (error) {
      if (this.#needs.signal.aborted) throw error;
      return { failure: { error } };
    }
  }

  /** The model may read what the call touches, so it may be told what stands there. */
  #mayQuote(accesses: readonly Access[], decision: Decision): boolean {
    const reads = accesses.filter(({ effect }) => effect === "read");
    return decision === "allow" || (reads.length > 0 && this.#judge(reads).decision === "allow");
  }

  /** Abort and halt are looked at before every start; nothing starts after them. */
  #notToStart(): CallOutcome | undefined {
    if (this.#needs.signal.aborted) return { result: skipped(STOPPED) };
    const why = this.#place.halted();
    return why === undefined ? undefined : { result: skipped(why) };
  }

  #judge(accesses: readonly Access[]) {
    const { config, sessionRules } = this.#needs;
    return judgeCall({
      accesses,
      mode: config.mode,
      rules: [...config.rules, ...sessionRules],
      doubtful: this.#call.doubtful,
    });
  }

  /** The plan to run and what the user said with the yes, or the outcome of a call that is not to run. */
  async #approve(
    accesses: readonly Access[],
    plan: Plan | undefined,
    failure: { error: unknown } | undefined,
  ): Promise<CallOutcome | { plan: Plan | undefined; words?: string }> {
    const { ticket } = this.#place;
    const { signal, desk } = this.#needs;
    if (this.#judge(accesses).decision === "ask") await untilAborted(ticket.askTurn(), signal);
    // Judged again: an `always` to an ask before this one may have answered it.
    const judged = this.#judge(accesses);
    const late = this.#notToStart();
    if (late !== undefined) return late;
    if (judged.decision === "deny") return { result: deniedByRule(judged.because), denied: true };
    if (judged.decision === "allow") {
      ticket.settleAsk();
      return { plan };
    }
    this.#place.asking();
    let halts = true;
    try {
      const answer = await desk.ask(
        {
          kind: "approval",
          message: `${this.#call.name}: ${judged.because}${failure === undefined ? "" : ` It cannot be shown what would change: ${messageOf(failure.error)}`}`,
          callId: this.#call.id,
          accesses,
          ...(plan === undefined ? {} : { plan }),
          offers: judged.offers,
        },
        signal,
      );
      if (answer.answer === "always" && answer.rule !== undefined) {
        this.#needs.sessionRules.push({ ...answer.rule, from: "session" });
      }
      const words = answer.words === undefined || answer.words === "" ? {} : { words: answer.words };
      halts = answer.answer === "no" && answer.by === "user" && answer.goOn !== true;
      if (answer.answer !== "no") return { plan: answer.edited ?? plan, ...words };
      if (answer.by === "headless") return { result: deniedHeadless(judged.because), denied: true };
      return { result: rejectedByUser(answer.words), denied: true, ...(halts ? { halts } : {}), ...words };
    } finally {
      this.#place.answered(halts);
      ticket.settleAsk();
    }
  }

  #tellPlan(plan: Plan | undefined): void {
    if (plan === undefined) return;
    this.#needs.events.emit({ type: "call-planned", callId: this.#call.id, plan: toldPlan(plan) });
  }

  async #run(
    tool: Tool,
    accesses: readonly Access[],
    plan: Plan | undefined,
    context: ToolContext,
  ): Promise<CallOutcome> {
    const { signal, clock, events, checkpoint } = this.#needs;
    const { id, name, input } = this.#call;
    await untilAborted(this.#place.ticket.slot(), signal);
    if (tool.effects === "files" || tool.effects === "command") await untilAborted(checkpoint(), signal);
    const started = events.durable({ type: "call-started", callId: id, name, accesses, intendedHashes: hashes(plan) });
    if (tool.effects !== "none") await untilAborted(started, signal);
    const late = this.#notToStart();
    if (late !== undefined) return late;
    try {
      const running = (async () => tool.run(input as never, context, plan))();
      return { result: checked(name, await joined(running, signal, clock, JOIN_MS)) };
    } catch (error) {
      return { result: signal.aborted ? interrupted() : failed(name, "while it ran", error) };
    }
  }

  #context(progress: Frame): ToolContext {
    const { signal, workspace, desk, startTask } = this.#needs;
    return {
      signal,
      workspace,
      callId: this.#call.id,
      allows: (access) => this.#judge([access]).decision === "allow",
      progress: ({ text }) => progress.add(redactValues(text, this.#needs.secrets)),
      ask: async (question) => {
        const answer = await desk.ask({ kind: "question", callId: this.#call.id, ...question }, signal);
        return answer.by === "headless"
          ? { words: "", by: "headless" }
          : { words: answer.words ?? answer.answer, by: "user" };
      },
      startTask,
    };
  }
}

/** sha-256 of each file as the call means to leave it. */
function hashes(plan: Plan | undefined): Record<string, string> {
  return Object.fromEntries(
    (plan?.changes ?? []).flatMap(({ path, after }) => (after === undefined ? [] : [[path, after.hash]])),
  );
}

/** A tool written without types may return anything; the model gets an answer all the same. */
function checked(name: string, result: ToolResult | undefined): ToolResult {
  if (result !== undefined && result !== null && Array.isArray(result.content)) return result;
  return failed(name, "to give a result", new Error("the tool returned nothing that can be shown"));
}
