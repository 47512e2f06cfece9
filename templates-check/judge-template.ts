import { type ChatTemplate, type LostWords, lostWords, renderRequest, sharedLength } from "@millrace/testkit";
import { MARKS } from "./conversations.js";
import type { Fault } from "./fault.js";
import { type RecordedRequest, type Recording, ROLE } from "./record.js";

/**
 * How much of each prompt begins the next: all of it · all but the marks behind the last words, among them what opens the
 * answer · that, but a question changes more (a loop that is finished loses its reasoning, or the marks for it) · less.
 */
export const PREFIXES = ["whole", "but the end", "but at questions", "less"] as const;
export type PrefixKept = (typeof PREFIXES)[number];

export interface TemplateVerdict {
  faults: readonly Fault[];
  /** The worst over all conversations. */
  prefix: PrefixKept;
  /** Where less than all of a prompt began the next, the worst of them. */
  worst?: string;
  /** How often the model's own words beside a call were dropped: those are never needed later. */
  besideCalls: number;
}

/** What closes the last message, without what opens the answer: at most so many characters. */
const MAX_CLOSE = 40;

/** Of words that are missing as a whole: so long a piece of them is not found in a prompt by chance. */
const PIECE = 16;

/** Renders all requests of the conversations as a server with this template would, and looks for what is not there. */
export function judgeTemplate(template: ChatTemplate, recordings: readonly Recording[]): TemplateVerdict {
  const faults: Fault[] = [];
  let prefix: PrefixKept = "whole";
  let share = 1;
  let worst: string | undefined;
  let besideCalls = 0;
  for (const recording of recordings) {
    const conversation = recording.conversation.kind;
    const blame = (kind: Fault["kind"], what: string) => faults.push({ kind, conversation, what });
    let before: string | undefined;
    for (const violation of recording.violations) blame("refused", violation);
    for (const { request, after } of recording.requests) {
      const prompt = render(template, request, (why) => blame("refused", why));
      if (prompt === undefined) {
        before = undefined;
        continue;
      }
      for (const lost of lostWords(request, prompt)) {
        if (lost.what === "text beside a call") besideCalls++;
        else
          blame(isThere(lost, prompt) ? "altered" : "dropped", `${lost.what} at ${lost.path}: ${shorten(lost.words)}`);
      }
      if (before !== undefined && after !== "compaction") {
        const shared = sharedLength(before, prompt);
        const kept = keptOf(before.length, shared, after, template);
        if (PREFIXES.indexOf(kept) > PREFIXES.indexOf(prefix)) prefix = kept;
        if (shared / before.length < share) {
          share = shared / before.length;
          worst = `${conversation}: ${shorten(before.slice(shared))} became ${shorten(prompt.slice(shared))}`;
        }
      }
      before = prompt;
    }
    if (before !== undefined) {
      for (const mark of marksOf(recording))
        if (!before.includes(mark)) blame("dropped", `${mark} of the conversation`);
    }
  }
  return { faults, prefix, besideCalls, ...(worst !== undefined && { worst }) };
}

function render(
  template: ChatTemplate,
  request: RecordedRequest["request"],
  refuse: (why: string) => void,
): string | undefined {
  try {
    return renderRequest(request, template);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function keptOf(length: number, shared: number, after: RecordedRequest["after"], template: ChatTemplate): PrefixKept {
  if (shared === length) return "whole";
  if (shared >= length - template.generationPrompt.length - MAX_CLOSE) return "but the end";
  return after === "question" ? "but at questions" : "less";
}

/** Pieces of the words are in the prompt, though not all of them as they were. */
function isThere({ words }: LostWords, prompt: string): boolean {
  const middle = Math.floor(words.length / 2);
  return [0, middle, words.length - PIECE].some((at) => at >= 0 && prompt.includes(words.slice(at, at + PIECE)));
}

/** What people and tools said must stand in the last prompt; behind a compaction what people said. */
function marksOf({ conversation }: Recording): readonly string[] {
  const said = JSON.stringify(
    conversation.window === undefined ? conversation : conversation.runs.map(({ user }) => user),
  );
  return [ROLE, ...new Set(said.match(MARKS))];
}

function shorten(words: string): string {
  return JSON.stringify(words.length > 90 ? `${words.slice(0, 60)} … ${words.slice(-25)}` : words);
}
