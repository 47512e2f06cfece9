import type { BlockEvent, ToolDefinition } from "@millrace/protocol";
import type { Access } from "./approvals/access.js";
import type { Answer, Question } from "./approvals/ask.js";
import type { Task, TaskOptions } from "./task-contract.js";
import type { Workspace } from "./workspace.js";

/** What a tool may do to the world beyond its answer. `none`: reads only; such calls run side by side. */
export type Effects = "none" | "files" | "command" | "network" | "task";

/**
 * A tool is a definition and up to four functions. The agent calls them in this order for a closed, valid call:
 * `accesses`, `plan` (if there), then approval, then `run`. Nothing but `run` has a side effect.
 *
 * Any of them may throw: the throw becomes an error result for the model, never the end of the run.
 *
 * @example
 * const clock: Tool<{ zone?: string }> = {
 *   name: "clock",
 *   description: "Tells the time.",
 *   parameters: { type: "object", properties: { zone: { type: "string" } } },
 *   effects: "none",
 *   accesses: async () => [],
 *   run: async ({ zone }) => textResult(new Date().toLocaleString("en", { timeZone: zone ?? "UTC" })),
 * };
 */
export interface Tool<Input = never> extends ToolDefinition {
  effects: Effects;
  /** An ok result of this tool ends the run. */
  ends?: "run";
  /** What the call would touch. No side effect. A path outside or refused by the gate is still named, so it can be judged. */
  accesses(input: Input, workspace: Workspace): Promise<readonly Access[]>;
  /** What the call would change, shown for approval; touches nothing. What it returns is handed to `run`. */
  plan?(input: Input, context: ToolContext): Promise<Plan>;
  /** Of a call that is still being written: folds one block event into the preview, from the newly safe piece only. */
  preview?(event: BlockEvent, soFar: Preview | undefined): Preview | undefined;
  /** Does it. `plan` is what `plan()` returned (or the user edited); undefined for a tool without one. */
  run(input: Input, context: ToolContext, plan: Plan | undefined): Promise<ToolResult>;
}

/** What a running tool is given. */
export interface ToolContext {
  /** Aborted when the turn is. A tool stops soon after; the loop waits 2 s for it at most. */
  signal: AbortSignal;
  workspace: Workspace;
  callId: string;
  /**
   * Whether the call may touch this too without anybody being asked: for what shows only while it runs, e.g. the files
   * in which a search finds something. Never throws.
   */
  allows(access: Access): boolean;
  /** Shown live, never stored. May be called at any rate; the loop coalesces. Never throws. */
  progress(progress: Progress): void;
  /** Asks the user and waits. Where nobody is there the answer says so (`by: "headless"`). */
  ask(question: Question): Promise<Answer>;
  /** Starts a task below this one. */
  startTask(options: TaskOptions): Task;
}

/** What a call would change. `changes` is shown; `data` is the tool's own and opaque to the agent. */
export interface Plan {
  /** One line, e.g. `Edit src/a.ts (+3 -1)`. */
  title: string;
  changes: readonly FileChange[];
  /** A command line that would run, as it will be given to the shell. */
  command?: string;
  data?: unknown;
}

/** One file as it is and as it would be. `diff` is a unified diff. Absent `before`: a new file. */
export interface FileChange {
  path: string;
  diff: string;
  before?: { hash: string };
  /** sha-256, hex, of the bytes that would be on disk: lets a journal tell after a crash whether the write happened. */
  after?: { hash: string };
}

/** Of a partial call: what can be shown already. `text` grows only; a reader shows what is new since the last. */
export interface Preview {
  title: string;
  /** The newly safe piece of the body being written. */
  delta: string;
  /** What the tool keeps between events; opaque. */
  state?: unknown;
}

/** Live news of a running call, e.g. output of a command. */
export interface Progress {
  text: string;
}

/** How a call was answered. Every closed call gets exactly one. */
export type ResultStatus = "ok" | "error" | "rejected" | "skipped" | "cut-off" | "interrupted";

/** A picture's `data` is base64 of its bytes, or the `https:` address where it is. */
export type ContentPart = { type: "text"; text: string } | { type: "image"; mediaType: string; data: string };

/** The answer to a call, as the model will see it. */
export interface ToolResult {
  status: ResultStatus;
  content: readonly ContentPart[];
  /** Why it is not `ok`, in a few words for the user. */
  why?: string;
  meta?: ResultMeta;
}

export interface ResultMeta {
  /** Path the result is about, as the workspace names it: one file, one name. */
  path?: string;
  /** First and last line shown, from 1. Absent with a hash: the file was written, or nothing of it is shown. */
  range?: readonly [first: number, last: number];
  /** sha-256, hex, of the whole file as read or written: equal hashes are equal content. Absent: it is not known. */
  hash?: string;
  /** The call whose result above shows the same lines of the same content; this one only says so. */
  repeats?: string;
  /** Bytes that the result left out, 0 or absent if none. */
  bytesDropped?: number;
  exitCode?: number;
}

/** A result with one text part. Default status `ok`. */
export function textResult(text: string, more: Partial<Omit<ToolResult, "content">> = {}): ToolResult {
  return { status: "ok", content: [{ type: "text", text }], ...more };
}
