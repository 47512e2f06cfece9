import type { EventOf, ProtocolChange, SessionEvent, TurnConfig } from "@millrace/agent";
import type { BlockEvent } from "@millrace/protocol";
import { oneLine } from "../output/call-title.js";
import { grouped } from "../output/grouped.js";
import { printable } from "../output/printable.js";
import type { Terminal } from "../output/terminal.js";
import { CallReport } from "./call-report.js";
import { WaitReport } from "./wait-report.js";
import { wordRetry } from "./word-retry.js";

/** Of a tool that ends the run, the argument that is the answer. */
const ANSWER = "result";

/**
 * Tells a run to a person: prose on standard output as it arrives, all else on standard error. `endsRun` names the tools
 * whose `result` is the answer, so prose.
 */
export class TextReport {
  readonly #terminal: Terminal;
  readonly #endsRun: ReadonlySet<string>;
  readonly #calls: CallReport;
  readonly #waits: WaitReport;
  /** Places of open calls whose `result` is prose. One message is read at a time. */
  readonly #answers = new Set<number>();
  /** Ids of open calls that were asked about and nobody answered. */
  readonly #unanswered = new Set<string>();
  #saidHowToAllow = false;
  /** The answer that is coming has shown text. */
  #spoke = false;

  constructor(terminal: Terminal, endsRun: ReadonlySet<string>) {
    this.#terminal = terminal;
    this.#endsRun = endsRun;
    this.#calls = new CallReport(terminal);
    this.#waits = new WaitReport(terminal);
  }

  /** Takes every event, in order. O(length of what the event brings). */
  add(event: SessionEvent): void {
    this.#waits.add(event);
    switch (event.type) {
      case "block":
        this.#calls.block(event.messageId, event.event);
        this.#block(event.event);
        break;
      case "call-preview":
        if (!this.#endsRun.has(event.name)) this.#calls.preview(event);
        break;
      case "call-closed":
        if (!this.#endsRun.has(event.block.name)) this.#calls.closed(event);
        break;
      case "ask-opened":
        this.#calls.asked(event);
        break;
      case "ask-answered":
        if (event.answer.by === "headless") this.#leftUnanswered(event.answer.id);
        break;
      case "call-planned":
        this.#calls.planned(event);
        break;
      case "call-progress":
        this.#calls.progress(event);
        break;
      case "call-finished":
        // A run that was stopped leaves its ask unanswered, too, and then nobody denied anything.
        if (this.#unanswered.delete(event.callId) && event.result.status === "rejected") this.#sayHowToAllow();
        if (!this.#endsRun.has(event.name) || event.result.status !== "ok") this.#calls.finished(event);
        break;
      case "request-started":
        this.#spoke = false;
        break;
      case "request-restarted":
        this.#restart();
        break;
    }
    const line = lineFor(event);
    if (line) this.#terminal.note(line.weight === "warning" ? this.#warning(line.text) : this.#aside(line.text));
  }

  /** Nothing that was shown can be taken back; so it is said that it does not count. */
  #restart(): void {
    this.#answers.clear();
    this.#terminal.endProse();
    if (this.#spoke) this.#terminal.note(this.#warning("The answer begins again; what it said so far does not count."));
    this.#spoke = false;
  }

  #leftUnanswered(askId: string): void {
    const callId = this.#calls.askedFor(askId);
    if (callId !== undefined) this.#unanswered.add(callId);
  }

  /** Once a run: each denied call says itself that it was denied. */
  #sayHowToAllow(): void {
    if (this.#saidHowToAllow) return;
    this.#saidHowToAllow = true;
    const message = "Denied: nobody is here to ask. --yes, --mode or --allow RULE would have let it happen.";
    this.#terminal.note(this.#warning(message));
  }

  /** No more events come: what was begun ends its line. */
  end(): void {
    this.#terminal.endProse();
    this.#terminal.endAside();
  }

  #block(event: BlockEvent): void {
    switch (event.type) {
      case "text-delta":
        this.#spoke = true;
        this.#terminal.prose(event.text);
        break;
      case "text-end":
        this.#terminal.endProse();
        break;
      case "reasoning-delta":
        this.#terminal.aside(printable(event.text), this.#terminal.colours.dim);
        break;
      case "reasoning-end":
        this.#terminal.endAside();
        break;
      case "tool-start":
        if (this.#endsRun.has(event.name)) this.#answers.add(event.block);
        break;
      case "param-delta":
        if (event.param === ANSWER && this.#answers.has(event.block)) this.#terminal.prose(event.text);
        break;
      case "tool-end":
        if (this.#answers.delete(event.block)) this.#terminal.endProse();
        break;
    }
  }

  #warning(text: string): string {
    return this.#terminal.colours.doubtful(`! ${oneLine(text, 500)}`);
  }

  #aside(text: string): string {
    return this.#terminal.colours.dim(oneLine(text, 500));
  }
}

/** The events that are worth a line of their own. */
function lineFor(event: SessionEvent): { weight: "warning" | "aside"; text: string } | undefined {
  switch (event.type) {
    case "request-retrying":
      // The user said so, or a notice has told it.
      return event.attempt === 0 ? undefined : warning(wordRetry(event));
    case "config-frozen":
      return whyText(event.config);
    case "protocol-changed":
      return warning(`Tool calls are now ${wayOf(event)}: ${event.why}`);
    case "history-compacted":
      return aside(wordCompaction(event));
    case "budget-warning":
    case "repetition-noticed":
      return warning(event.message);
    case "notice":
      return { weight: event.level === "warning" ? "warning" : "aside", text: event.message };
    default:
      return undefined;
  }
}

/** The first dialect is what "as text" means; a later one has a name. */
function wayOf({ from, to, dialect }: Pick<ProtocolChange, "from" | "to" | "dialect">): string {
  if (to === "native") return "native";
  return from === "native" ? "written as text" : `written in another form (${dialect})`;
}

/** `History shortened from 7,012 to 4,120 tokens: 3 turns and 2 results were left out.` */
function wordCompaction({ before, after, went }: EventOf<"history-compacted">): string {
  const { turns, results, summedUp } = went;
  const [what, became] =
    summedUp > 0
      ? [counted(summedUp, "turn"), "replaced by a summary"]
      : [
          [counted(turns, "turn"), counted(results, "result")].filter((words) => words !== "").join(" and "),
          "left out",
        ];
  const were = turns + results + summedUp === 1 ? "was" : "were";
  return `History shortened from ${grouped(before)} to ${grouped(after)} tokens: ${what} ${were} ${became}.`;
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Where the family of the model decided it, a user who wonders where the native calls are is told. */
function whyText({ protocol, profile }: TurnConfig): { weight: "aside"; text: string } | undefined {
  const { value, why } = profile.protocol ?? {};
  if (protocol === "native" || value === "native" || why === undefined) return undefined;
  return aside(
    `This model's calls are written as text: ${why}. \`--protocol native\` sends native tools all the same.`,
  );
}

function warning(text: string): { weight: "warning"; text: string } {
  return { weight: "warning", text };
}

function aside(text: string): { weight: "aside"; text: string } {
  return { weight: "aside", text };
}
