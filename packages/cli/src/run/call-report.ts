import type { EventOf, ResultStatus, ToolResult } from "@millrace/agent";
import type { BlockEvent } from "@millrace/protocol";
import { callTitle, oneLine } from "../output/call-title.js";
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

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  block(messageId: string, event: BlockEvent): void {
    if (event.type === "tool-start") this.#open.set(`${messageId} ${event.block}`, event.id);
  }

  preview({ messageId, block, preview }: EventOf<"call-preview">): void {
    const callId = this.#open.get(`${messageId} ${block}`);
    // The title is whole once there is something to show: it is made of what comes before the body.
    if (callId === undefined || preview.delta === "") return;
    let budget = this.#previews.get(callId);
    if (budget === undefined) {
      budget = new LineBudget(MAX_PREVIEW_LINES);
      this.#previews.set(callId, budget);
      this.#terminal.note(this.#terminal.colours.strong(`… ${oneLine(preview.title, 100)}`));
    }
    this.#terminal.aside(printable(budget.take(preview.delta)), this.#terminal.colours.dim);
  }

  closed({ callId, block }: EventOf<"call-closed">): void {
    const { colours } = this.#terminal;
    const preview = this.#previews.get(callId);
    this.#terminal.endAside();
    if (preview && preview.hiddenLines > 0) {
      this.#terminal.note(colours.dim(`  … ${preview.hiddenLines} more lines`));
    }
    this.#terminal.note(colours.strong(`→ ${callTitle(block)}`));
    if (block.doubtful) this.#terminal.note(colours.doubtful(`  doubtful: ${oneLine(block.doubtful, 200)}`));
    for (const repair of block.repairs) this.#terminal.note(colours.dim(`  mended: ${oneLine(repair.message, 200)}`));
  }

  asked({ ask }: EventOf<"ask-opened">): void {
    if (ask.kind !== "approval" || ask.callId === undefined) return;
    this.#asked.set(ask.callId, ask.id);
  }

  /** Is this ask about a call that is still open? */
  isAsking(askId: string): boolean {
    return [...this.#asked.values()].includes(askId);
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
    if (output && output.hiddenLines > 0) this.#terminal.note(colours.dim(`  … ${output.hiddenLines} more lines`));
    const line = `${MARK[result.status]} ${summaryOf(result)}`;
    this.#terminal.note(result.status === "ok" ? colours.good(line) : colours.bad(line));
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

/** Lets the first lines of a growing text through and counts the others. O(length). */
class LineBudget {
  #left: number;
  hiddenLines = 0;

  constructor(lines: number) {
    this.#left = lines;
  }

  take(text: string): string {
    if (this.#left > 0) {
      let end = 0;
      while (this.#left > 0) {
        const at = text.indexOf("\n", end);
        if (at < 0) return text;
        end = at + 1;
        this.#left--;
      }
      this.hiddenLines += countLines(text.slice(end));
      return text.slice(0, end);
    }
    this.hiddenLines += countLines(text);
    return "";
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
