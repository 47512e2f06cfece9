import { type ChatTemplate, type LostWords, lostWords, type ReceivedRequest, renderRequest } from "@millrace/testkit";
import { shorten } from "../conformance/shorten.js";
import { MARKS } from "./conversations.js";
import type { Fault } from "./fault.js";
import { type PrefixKept, PrefixWatch } from "./prefix-watch.js";
import { type Recording, ROLE } from "./record.js";

/** What a template makes of all conversations. */
export interface TemplateVerdict {
  faults: readonly Fault[];
  /** The least over all conversations. */
  prefix: PrefixKept;
  /** Where the smallest part of a prompt began the next. Absent: all of each did. */
  worst?: string;
  /** How often the model's own words beside a call were dropped: those are never needed later. */
  besideCalls: number;
}

/** Of words in a report so much is shown, characters. */
const SHOWN = 90;
/** Of words that are missing as a whole: so long a piece of them is not found in a prompt by chance. */
const PIECE = 16;

/** Renders all requests of the conversations as a server with this template would, and looks for what is not there. */
export function judgeTemplate(template: ChatTemplate, recordings: readonly Recording[]): TemplateVerdict {
  const faults: Fault[] = [];
  const prefix = new PrefixWatch(template);
  let besideCalls = 0;
  for (const recording of recordings) {
    const conversation = recording.conversation.kind;
    const blame = (kind: Fault["kind"], what: string) => faults.push({ kind, conversation, what });
    for (const violation of recording.violations) blame("refused", violation);
    prefix.begin();
    let last: string | undefined;
    for (const { request, after } of recording.requests) {
      const { prompt, refusal } = render(template, request);
      last = prompt;
      if (prompt === undefined) {
        blame("refused", refusal);
        prefix.begin();
        continue;
      }
      prefix.add(prompt, after, conversation);
      for (const lost of lostWords(request, prompt)) {
        if (lost.what === "text beside a call") besideCalls++;
        else
          blame(
            isInPart(lost, prompt) ? "altered" : "dropped",
            `${lost.what} at ${lost.path}: ${shorten(lost.words, SHOWN)}`,
          );
      }
    }
    for (const mark of last === undefined ? [] : marksOf(recording)) {
      if (!last?.includes(mark)) blame("dropped", `${mark} of the conversation`);
    }
  }
  const { kept, worst } = prefix;
  return { faults, prefix: kept, besideCalls, ...(worst !== undefined && { worst }) };
}

type Rendered = { prompt: string; refusal?: undefined } | { prompt?: undefined; refusal: string };

function render(template: ChatTemplate, request: ReceivedRequest): Rendered {
  try {
    return { prompt: renderRequest(request, template) };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Pieces of the words are in the prompt, though not all of them as they were. */
function isInPart({ words }: LostWords, prompt: string): boolean {
  const middle = Math.floor(words.length / 2);
  return [0, middle, words.length - PIECE].some((at) => at >= 0 && prompt.includes(words.slice(at, at + PIECE)));
}

/** What people and tools said must stand in the last prompt; behind a compaction what people said. */
function marksOf({ conversation }: Recording): readonly string[] {
  const { window, runs } = conversation;
  const said = JSON.stringify(window === undefined ? conversation : runs.map(({ user }) => user));
  return [ROLE, ...new Set(said.match(MARKS))];
}
