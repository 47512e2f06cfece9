import type { Block, BlockEvent, ToolUseBlock } from "@millrace/protocol";
import { cutOff, differingRepeat, refusedRepeat, skipped } from "./call-answers.js";
import { CallOrder } from "./call-order.js";
import { CallPreviews } from "./call-previews.js";
import { EQUAL_ROUNDS } from "./limits.js";
import type { RepetitionDetector } from "./repetition.js";
import { type CallNeeds, type CallOutcome, runCall } from "./run-call.js";
import type { ToolResult } from "./tool.js";

export interface PresentNeeds {
  messageId: string;
  /** The blocks of the message as they are now; the presenter looks, the reader changes them. */
  blocks(): readonly Block[];
  calls: CallNeeds;
  repetition: RepetitionDetector;
  /** A call closed and is about to be told: what it was read from is to be told before it. */
  callClosed(): void;
  /** Nothing that still comes is wanted: the stream may be closed. Called at most once. */
  closeStream(): void;
}

/** A closed call and its one answer. */
interface AnsweredCall {
  block: ToolUseBlock;
  result: ToolResult;
}

/** What became of a message. */
export interface Presented {
  /** In block order. */
  answered: readonly AnsweredCall[];
  /** What the user said with their answers, in block order. */
  words: readonly string[];
  /** Calls that name no tool, whose arguments do not fit, or that were read from text though native tools were offered. */
  wrong: number;
  /** The calls that never closed; nothing of them was run. */
  cut: readonly ToolUseBlock[];
  /** A call needed an approval that was not given. */
  denied: boolean;
  /** The user rejected a call and did not say to go on. */
  rejected: boolean;
  /** The result of a tool that ends the run. */
  completed?: ToolResult;
  /** The model goes in circles within this message: what stood behind them was not taken. */
  circling: boolean;
}

export interface Presenter {
  /** Takes each event of the reader: shows it, and wakes the presenter when a call closed. */
  take(event: BlockEvent): void;
  /** Looks at the blocks and starts what can be started, in order. Wakes while it works merge into one more pass. */
  notify(): void;
  /** Nothing behind the calls closed so far is shown or run; `why` answers those that were not started. */
  halt(why: string): void;
  /** Closed calls so far. */
  readonly closed: number;
  /** The message is not kept: nothing of it is told any more. Only where no call closed. */
  abandon(): void;
  /** The stream has ended: waits for every call. Resolves once; never rejects, also on abort. */
  finish(cutWhy: string): Promise<Presented>;
}

/** A call on its way to its answer. */
interface Pending {
  block: ToolUseBlock;
  index: number;
  outcome: CallOutcome | undefined;
  /** It was answered without being run, as it repeats what was done. */
  refused: boolean;
  settled: Promise<void>;
}

/**
 * Presents one assistant message while it arrives: shows its blocks, runs its closed calls at once and in order, and
 * answers every closed call exactly once. Partial calls are previewed and never run.
 *
 * While an approval is asked for, what the model writes behind that call is held back: shown after a yes, dropped after
 * a rejection. Nothing is done per delta but to hand it on.
 */
export function presentAssistantMessage(needs: PresentNeeds): Presenter {
  return new MessagePresenter(needs);
}

class MessagePresenter implements Presenter {
  readonly #needs: PresentNeeds;
  readonly #order = new CallOrder();
  readonly #previews: CallPreviews;
  readonly #pending: Pending[] = [];
  readonly #byProviderId = new Map<string, ToolUseBlock>();
  #next = 0;
  #noted = 0;
  #working = false;
  #again = false;
  #halted: { behind: number; why: string } | undefined;
  #askedAt: number | undefined;
  #held: BlockEvent[] = [];
  #circling = false;

  constructor(needs: PresentNeeds) {
    this.#needs = needs;
    this.#previews = new CallPreviews(needs.messageId, needs.calls);
  }

  get closed(): number {
    return this.#pending.length;
  }

  take(event: BlockEvent): void {
    this.#offer(event);
    if (this.#isBehindHalt(event.block)) return;
    if (event.type === "tool-end") this.notify();
    else if (event.type === "tool-start") this.#prepareCheckpoint(event.name);
  }

  notify(): void {
    if (this.#working) {
      this.#again = true;
      return;
    }
    this.#working = true;
    do {
      this.#again = false;
      this.#pass();
    } while (this.#again);
    this.#working = false;
  }

  halt(why: string): void {
    this.#haltBehind(this.#pending.at(-1)?.index ?? -1, why);
  }

  abandon(): void {
    this.#previews.end();
  }

  async finish(cutWhy: string): Promise<Presented> {
    this.notify();
    // A call that waits for an earlier one is there already, so one look is enough.
    await Promise.all(this.#pending.map(({ settled }) => settled));
    this.#previews.end();
    const done = this.#pending.flatMap(({ block, outcome }) => (outcome === undefined ? [] : [{ block, outcome }]));
    const completed = done.find((one) => this.#ends(one.block, one.outcome.result));
    return {
      answered: done.map(({ block, outcome }) => ({ block, result: outcome.result })),
      words: done.flatMap(({ outcome }) => outcome.words ?? []),
      wrong: done.filter(({ block, outcome }) => outcome.wrong === true || this.#leaked(block)).length,
      cut: this.#tellCut(cutWhy),
      denied: done.some(({ outcome }) => outcome.denied === true),
      rejected: done.some(({ outcome }) => outcome.halts === true),
      ...(completed === undefined ? {} : { completed: completed.outcome.result }),
      circling: this.#circling,
    };
  }

  /** Blocks in order, up to the first that is still open; prose needs no waiting for: it is never run. */
  #pass(): void {
    const blocks = this.#needs.blocks();
    for (; this.#next < blocks.length; this.#next++) {
      const block = blocks[this.#next];
      if (block?.type !== "tool-use") continue;
      if (block.closedBy === undefined) return;
      if (block.closedBy !== "end") this.#open(block, this.#next);
    }
  }

  #open(block: ToolUseBlock, index: number): void {
    const { calls } = this.#needs;
    const same = block.providerCallId === undefined ? undefined : this.#byProviderId.get(block.providerCallId);
    const differs = same !== undefined && (same.name !== block.name || !sameInput(same.input, block.input));
    // The very same call again: it was run and is answered once.
    if (same !== undefined && !differs) return;
    if (block.providerCallId !== undefined) this.#byProviderId.set(block.providerCallId, block);
    this.#needs.callClosed();
    calls.events.emit({ type: "call-closed", callId: block.id, block });

    const refused = this.#halted === undefined && !differs && this.#isRefused(block);
    const pending: Pending = { block, index, outcome: undefined, refused, settled: Promise.resolve() };
    this.#pending.push(pending);
    const answer = this.#answerUnrun(refused, differs);
    if (answer !== undefined) {
      this.#settle(pending, { result: this.#answered(block, answer) });
      return;
    }
    const place = {
      ticket: this.#order.enter(calls.tools.changes(block.name)),
      halted: () => (this.#isBehindHalt(index) ? this.#halted?.why : undefined),
      asking: () => {
        this.#askedAt = index;
      },
      answered: (halts: boolean) => this.#askAnswered(index, halts),
    };
    pending.settled = runCall(block, place, calls).then((outcome) => this.#settle(pending, outcome));
  }

  /** Refused since an earlier turn, and nothing in this message may change something before it. */
  #isRefused({ name, input }: ToolUseBlock): boolean {
    const { calls, repetition } = this.#needs;
    if (!repetition.refuses(name, input)) return false;
    return !this.#pending.slice(this.#noted).some(({ block, refused }) => !refused && calls.tools.changes(block.name));
  }

  /** The answer to a call that is not to be run at all. */
  #answerUnrun(refused: boolean, differs: boolean): ToolResult | undefined {
    if (this.#halted !== undefined) return skipped(this.#halted.why);
    if (differs) return differingRepeat();
    return refused ? refusedRepeat() : undefined;
  }

  /** An answer that no run stands behind is told like any other. */
  #answered(block: ToolUseBlock, result: ToolResult): ToolResult {
    const { events } = this.#needs.calls;
    events.emit({ type: "call-finished", callId: block.id, name: block.name, result, durationMs: 0 });
    return result;
  }

  #settle(pending: Pending, outcome: CallOutcome): void {
    pending.outcome = outcome;
    if (this.#ends(pending.block, outcome.result)) {
      this.#haltBehind(pending.index, "the run was completed before it");
    }
    this.#noteRepetition();
  }

  #leaked(block: ToolUseBlock): boolean {
    return this.#needs.calls.config.protocol === "native" && block.dialect !== "native";
  }

  #ends(block: ToolUseBlock, result: ToolResult): boolean {
    return result.status === "ok" && this.#needs.calls.tools.get(block.name)?.ends === "run";
  }

  /** In block order, whatever order the calls came back in. */
  #noteRepetition(): void {
    const { calls, repetition } = this.#needs;
    for (; ; this.#noted++) {
      const { block, index, outcome, refused } = this.#pending[this.#noted] ?? {};
      if (block === undefined || index === undefined || outcome === undefined) return;
      const { name, input } = block;
      const { result } = outcome;
      if (result.status === "skipped") continue;
      if (refused === true) repetition.noteRefused(name, input);
      else repetition.note({ name, input, result, changes: calls.tools.changes(name) });
      if ((repetition.circle?.rounds ?? 0) < EQUAL_ROUNDS.stop) continue;
      this.#circling = true;
      this.#haltBehind(index, "the same calls were repeated without any change");
    }
  }

  #haltBehind(behind: number, why: string): void {
    if (this.#halted !== undefined) return;
    this.#halted = { behind, why };
    this.#needs.closeStream();
  }

  #isBehindHalt(block: number): boolean {
    return this.#halted !== undefined && block > this.#halted.behind;
  }

  #askAnswered(index: number, halts: boolean): void {
    this.#askedAt = undefined;
    const held = this.#held;
    this.#held = [];
    if (halts) this.#haltBehind(index, "a call before it was rejected");
    for (const event of held) this.#offer(event);
  }

  /** Shown, held back while an ask is open before it, or dropped behind a halt. */
  #offer(event: BlockEvent): void {
    if (this.#isBehindHalt(event.block)) return;
    if (this.#askedAt !== undefined && event.block > this.#askedAt) {
      this.#held.push(event);
      return;
    }
    this.#needs.calls.events.block(this.#needs.messageId, event);
    this.#previews.take(event);
  }

  /** A call that will change something is being written: its checkpoint is made meanwhile. */
  #prepareCheckpoint(name: string): void {
    const { calls } = this.#needs;
    const effects = calls.tools.get(name)?.effects;
    // In plan mode nothing will be changed.
    if (calls.config.mode === "plan") return;
    if (effects === "files" || effects === "command") void calls.checkpoint();
  }

  /** For user and journal: the model is told in a message of its own. */
  #tellCut(why: string): readonly ToolUseBlock[] {
    const cut = this.#needs
      .blocks()
      .filter(
        (block, at): block is ToolUseBlock =>
          block.type === "tool-use" && block.closedBy === "end" && !this.#isBehindHalt(at),
      );
    for (const block of cut) this.#answered(block, cutOff(block, why));
    return cut;
  }
}

function sameInput(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
