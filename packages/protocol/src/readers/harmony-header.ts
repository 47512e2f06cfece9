import { MAX_HEADER_WORDS } from "../limits.js";
import { LESS_THAN, LF } from "../scan/characters.js";
import { tagKey } from "../scan/tag-key.js";
import type { FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import { OPEN_BRACE } from "./json-characters.js";
import { TagNames } from "./tag-names.js";

const START = "|start|";
const CHANNEL = "|channel|";
const MESSAGE = "|message|";
const CHANNELS: readonly string[] = ["analysis", "commentary", "final"];
const LONGEST_CHANNEL = 20;
/** What may stand before a body whose own token is missing: anything else is a sentence that goes on. */
const BEFORE_BODY: readonly string[] = ["json", ...CHANNELS];
const LETTER_A = 97;
const LETTER_Z = 122;
const HEADER_TAGS = new TagNames([START, CHANNEL, MESSAGE, "|constrain|"]);

/** What stands before a message in gpt-oss's form. */
export interface HarmonyHeader {
  channel: string;
  /** To whom it goes; absent: to the user. */
  recipient: string | undefined;
  /** Place behind its last token. */
  end: number;
  /** `whole`: a body follows · `cut`: the message ended in it · `none`: it is no header. */
  is: "whole" | "cut" | "none";
}

/**
 * Reads the header of a message in gpt-oss's form: stretches of words between tokens, up to `<|message|>`, or to the body
 * where that is missing. The recipient may stand in any of them, and what was written last counts. `words`: those that the
 * opener has given.
 *
 * @example `<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>` // from behind `<|channel|>` on
 */
export function* readHarmonyHeader(run: FrameRun, words: string): FrameSteps<HarmonyHeader> {
  const header: HarmonyHeader = { channel: "", recipient: undefined, end: run.place, is: "none" };
  let token = tagKey(run.tag?.name ?? CHANNEL);
  let stretch = words;
  while (token !== MESSAGE) {
    header.end = run.place;
    if (token === START) header.recipient = undefined;
    if (token === CHANNEL && stretch === "") {
      const channel = yield* readChannel(run);
      if (channel === undefined) return header;
      header.channel = channel;
    }
    stretch += yield* run.while((code) => code !== LESS_THAN && code !== OPEN_BRACE && code !== LF, MAX_HEADER_WORDS);
    header.recipient = /(?:^|\s)to=(\S+)/.exec(stretch)?.[1] ?? header.recipient;
    const code = yield* run.peek();
    if (code === END) return { ...header, is: "cut" };
    if (code === OPEN_BRACE && header.recipient !== undefined && mayStandBeforeBody(stretch)) {
      return { ...header, recipient: withoutWordsBehind(run, header.recipient), is: "whole" };
    }
    if (code !== LESS_THAN) return header;
    const tag = yield* run.readTag(HEADER_TAGS);
    if (tag === undefined) return run.ended === undefined ? header : { ...header, is: "cut" };
    token = tagKey(tag.name);
    stretch = "";
  }
  return { ...header, end: run.place, is: "whole" };
}

/** A recipient, and behind it the name of a channel or of the body's form: anything else is a sentence that goes on. */
function mayStandBeforeBody(stretch: string): boolean {
  const last = stretch
    .split(/\s+/)
    .filter((word) => word !== "" && !BEFORE_BODY.includes(word))
    .pop();
  return last === undefined || last.startsWith("to=");
}

/** The word behind the channel's token. Undefined: it names no channel. */
function* readChannel(run: FrameRun): FrameSteps<string | undefined> {
  yield* run.skipBlanks();
  const word = yield* run.while((code) => code >= LETTER_A && code <= LETTER_Z, LONGEST_CHANNEL);
  const isCut = (yield* run.peek()) === END;
  return word === "" || CHANNELS.some((one) => (isCut ? one.startsWith(word) : one === word)) ? word : undefined;
}

/** Where tokens are hidden, what stood behind them follows a name without a blank: `functions.read_filecommentary`. */
function withoutWordsBehind(run: FrameRun, recipient: string): string {
  const isKnown = (name: string): boolean => run.context.index.tool(run.toolName(name)) !== undefined;
  const name = recipient.replace(/(?:analysis|commentary)?(?:json)?$/, "");
  return !isKnown(recipient) && isKnown(name) ? name : recipient;
}
