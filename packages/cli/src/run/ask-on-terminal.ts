import { createInterface, type Interface } from "node:readline";
import type { Ask, AskAnswer, AskUser, Rule } from "@millrace/agent";
import { oneLine } from "../output/call-title.js";
import { printable } from "../output/printable.js";
import { renderDiff } from "../output/render-diff.js";
import type { Terminal } from "../output/terminal.js";

/** Someone at a keyboard: asks are answered by lines, and lines that nobody asked for steer the run. */
export interface Keyboard {
  askUser: AskUser;
  /** Gives the terminal back. */
  close(): void;
}

type Decision = Omit<AskAnswer, "id" | "by">;

/**
 * Asks on the terminal, one line an answer: `y` yes, `n` no, `n words` no and the words go to the model, `a` (or `a2`,
 * …) always, by the offered rule. At a limit: `y`, `y words` yes and the words go to the model, `n`. What is typed while
 * no ask is open goes to `steer`: a line typed too early answers nothing. The end of the input (Ctrl-D) counts as nobody being there.
 */
export function openKeyboard(terminal: Terminal, steer: (words: string) => void): Keyboard {
  // The terminal stays in its own line mode, so Ctrl-C is a signal at any time.
  const lines: Interface = createInterface({ input: process.stdin, terminal: false });
  let waiting: ((line: string | undefined) => void) | undefined;
  let closed = false;
  lines.on("line", (line) => {
    terminal.lineEntered();
    if (waiting) waiting(line);
    else if (line.trim() !== "") {
      steer(line);
      terminal.note(terminal.colours.dim("(told to the model with its next results)"));
    }
  });
  lines.on("close", () => {
    closed = true;
    waiting?.(undefined);
  });

  const nextLine = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      const settle = (line: string | undefined): void => {
        waiting = undefined;
        signal.removeEventListener("abort", abort);
        if (line === undefined) reject(new Error("Nobody is there to ask."));
        else resolve(line.trim());
      };
      const abort = (): void => settle(undefined);
      if (closed || signal.aborted) return settle(undefined);
      waiting = settle;
      signal.addEventListener("abort", abort);
    });

  const askUser: AskUser = async (ask, signal) => {
    show(ask, terminal);
    for (;;) {
      terminal.aside(`${keysFor(ask)} > `, terminal.colours.strong);
      const decision = decide(ask, await nextLine(signal));
      if (decision) return decision;
      terminal.note(terminal.colours.dim("That is none of the answers."));
    }
  };
  return { askUser, close: () => lines.close() };
}

function show(ask: Ask, terminal: Terminal): void {
  const { colours } = terminal;
  terminal.endAside();
  terminal.note(colours.strong(`? ${printable(ask.message)}`));
  for (const access of ask.accesses ?? []) {
    // Of a command the plan's line is the one to read.
    if (access.target === ask.plan?.command) continue;
    const detail = access.detail ? ` (${oneLine(access.detail, 200)})` : "";
    terminal.note(`  ${access.effect} ${printable(access.target)}${detail}`);
  }
  if (ask.plan?.command !== undefined) terminal.note(`  $ ${printable(ask.plan.command)}`);
  for (const change of ask.plan?.changes ?? []) terminal.note(renderDiff(change.diff, colours));
  for (const [index, choice] of (ask.choices ?? []).entries()) terminal.note(`  ${index + 1} ${oneLine(choice, 200)}`);
}

function keysFor(ask: Ask): string {
  if (ask.kind === "question") return ask.choices?.length ? "number or words" : "words";
  if (ask.kind === "limit") return "y=go on, y WORDS=go on, and tell the model, n=stop";
  const always = (ask.offers ?? []).map(
    (rule, index) => `${index === 0 ? "a" : `a${index + 1}`}=always ${inWords(rule)}`,
  );
  return ["y=yes", "n=no", "n WORDS=no, and say why", ...always].join(", ");
}

/** What a line means, or undefined for one that means nothing here. */
function decide(ask: Ask, line: string): Decision | undefined {
  if (ask.kind === "question") {
    if (line === "") return undefined;
    return { answer: "yes", words: ask.choices?.[Number(line) - 1] ?? line };
  }
  if (/^y(es)?$/i.test(line)) return { answer: "yes" };
  const [, told] = /^y(?:es)?[\s,:]+(.+)$/i.exec(line) ?? [];
  if (ask.kind === "limit" && told !== undefined) return { answer: "yes", words: told };
  const [, words] = /^no?(?:[\s,:]+(.+))?$/i.exec(line) ?? [];
  if (/^no?\b/i.test(line)) return words === undefined ? { answer: "no" } : { answer: "no", words };
  const [, number] = /^a(\d*)$/i.exec(line) ?? [];
  const rule = number === undefined ? undefined : ask.offers?.[Number(number || "1") - 1];
  return rule && { answer: "always", rule };
}

/** A rule as people write it. Its pattern may be a path that the model chose. */
function inWords(rule: Rule): string {
  return printable(rule.pattern === undefined ? rule.effect : `${rule.effect}(${rule.pattern})`);
}
