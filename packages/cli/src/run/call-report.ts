import type { EventOf, ResultStatus, ToolResult } from "@millrace/agent";
import type { BlockEvent } from "@millrace/protocol";
import { callTitle, oneLine } from "../output/call-title.js";
import { LineBudget } from "../output/line-budget.js";
import { printable } from "../output/printable.js";
import { renderDiff } from "../output/render-diff.js";
import type { Terminal } from "../output/terminal.js";

/** Lines of a file being written, of a diff that needed no approval, and of a command's output that are shown. */
const MAX_PREVIEW_LINES = 12;
const MAX_DIFF_LINES = 60;
const MAX_PROGRESS_LINES = 30;

const MARK: Readonly<Record<ResultStatus, string>> = {
  ok: "✓",
  error: "✗",
  rejected: "✗",
  skipped: "–",
  "cut-off": "✗",
  interrupted: "✗",
};

/** Tells of tool calls on standard error: what is written, what runs, what came of it. */
export class CallReport {
  readonly #terminal: Terminal;
  /** Of the calls that are not finished, by id. */
  readonly #previews = new Map<string, LineBudget>();
  readonly #outputs = new Map<string, LineBudget>();
  /** Asks about open calls, by the call's id. */
  readonly #asked = new Map<string, string>();
  /** Ids of open calls by their place in the message, since previews name the place. */
  readonly #open = new Map<string, string>();
  /** Titles of the calls that are closed and not finished, by id. */
  readonly #titles = new Map<string, string>();
  /** The call that was last told of. */
  #last: string | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  block(messageId: string, event: BlockEvent): void {
    const place = `${messageId} ${event.block}`;
    if (event.type === "tool-start") this.#open.set(place, event.id);
    else if (event.type === "tool-end") this.#open.delete(place);
  }

  preview({ messageId, block, preview }: EventOf<"call-preview">): void {
    const callId = this.#open.get(`${messageId} ${block}`);
    // The title is whole once there is something to show: it is made of what comes before the body.
    if (callId === undefined || preview.delta === "") return;
    let budget = this.#previews.get(callId);
    if (budget === undefined) {
      budget = new LineBudget(MAX_PREVIEW_LINES);
      this.#previews.set(callId, budget);
      this.#last = callId;
      this.#terminal.note(this.#terminal.colours.strong(`… ${oneLine(preview.title, 100)}`));
    }
    this.#terminal.aside(printable(budget.take(preview.delta)), this.#terminal.colours.dim);
  }

  closed({ callId, block }: EventOf<"call-closed">): void {
    const { colours } = this.#terminal;
    const preview = this.#previews.get(callId);
    this.#terminal.endAside();
    if (preview?.rest !== undefined) this.#terminal.note(colours.dim(`  ${preview.rest}`));
    const title = callTitle(block);
    this.#titles.set(callId, title);
    this.#last = callId;
    this.#terminal.note(colours.strong(`→ ${title}`));
    if (block.doubtful) this.#terminal.note(colours.doubtful(`  doubtful: ${oneLine(block.doubtful, 200)}`));
    for (const repair of block.repairs) this.#terminal.note(colours.dim(`  mended: ${oneLine(repair.message, 200)}`));
  }

  asked({ ask }: EventOf<"ask-opened">): void {
    if (ask.kind !== "approval" || ask.callId === undefined) return;
    this.#asked.set(ask.callId, ask.id);
  }

  /** The open call that this ask is about. */
  askedFor(askId: string): string | undefined {
    return [...this.#asked].find(([, ask]) => ask === askId)?.[0];
  }

  /** What a call is about to change; where it was asked about, that was seen already. */
  planned({ callId, plan }: EventOf<"call-planned">): void {
    if (this.#asked.has(callId)) return;
    for (const { diff } of plan.changes) {
      if (diff !== "") this.#terminal.note(renderDiff(diff, this.#terminal.colours, MAX_DIFF_LINES));
    }
  }

  progress({ callId, progress }: EventOf<"call-progress">): void {
    let budget = this.#outputs.get(callId);
    if (budget === undefined) {
      budget = new LineBudget(MAX_PROGRESS_LINES);
      this.#outputs.set(callId, budget);
    }
    this.#terminal.aside(printable(budget.take(progress.text)), this.#terminal.colours.dim);
  }

  finished({ callId, result }: EventOf<"call-finished">): void {
    const { colours } = this.#terminal;
    const output = this.#outputs.get(callId);
    this.#terminal.endAside();
    if (output?.rest !== undefined) this.#terminal.note(colours.dim(`  ${output.rest}`));
    const title = this.#titles.get(callId);
    // A command that failed is a good answer for the model; a person sees at once that it failed.
    const status = result.status === "ok" && (result.meta?.exitCode ?? 0) !== 0 ? "error" : result.status;
    // Other calls were told of since: it is said whose result this is.
    const whose = title === undefined || this.#last === callId ? "" : `${title}: `;
    const line = `${MARK[status]} ${whose}${summaryOf(result)}`;
    this.#terminal.note(status === "ok" ? colours.good(line) : colours.bad(line));
    this.#titles.delete(callId);
    this.#previews.delete(callId);
    this.#outputs.delete(callId);
    this.#asked.delete(callId);
  }
}

/** A result in a line: why it is not ok, or its first line and how much more there is. */
function summaryOf(result: ToolResult): string {
  const text = result.content.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
  if (result.status !== "ok") return oneLine(`${result.status}: ${result.why ?? text}`, 300);
  const lines = text.trim() === "" ? 0 : text.trim().split("\n").length;
  const first = oneLine(text, 100) || "done";
  return lines > 1 ? `${first} (${lines} lines)` : first;
}
