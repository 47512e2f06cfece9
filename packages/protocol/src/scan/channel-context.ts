import type { Repair } from "../block.js";
import type { BlockList } from "../block-list.js";
import { MAX_BLANKS_BEHIND_OPENER } from "../limits.js";
import type { TagIndex, TagTool } from "../readers/tag-index.js";
import { Capture } from "./capture.js";
import { COLON, DOUBLE_QUOTE, isBlank, isLineBlankAfter, LESS_THAN, LF, SINGLE_QUOTE } from "./characters.js";
import { Input } from "./input.js";
import { ProseWriter } from "./prose-writer.js";
import { TagToken } from "./tag-token.js";

/** Characters behind which something goes on. */
const NESTING: ReadonlySet<number> = new Set(Array.from(",([{=", (character) => character.charCodeAt(0)));

/** What is written where, for all channels of a message. */
export interface ChannelOptions {
  index: TagIndex;
  list: BlockList;
  /** Name of the dialect in which tags with the names of tools are read. */
  tagDialect: string;
  notes: Repair[];
  /** Why every call read on this channel may be talk. */
  doubtful?: string;
  /** Said of every call read on this channel. */
  repair?: Repair;
  /** The message has ended already: a call in reasoning is reasoning, and none is held to see whether it is more. */
  hasEnded?: true;
}

/** Who takes the tags that were begun: the state that met them. */
export interface TagTaker {
  /** A whole tag was read that ends at place `end`. */
  takeTag(name: string, end: number): void;
  /** A tag came to nothing at place `end`: `piece` is plain text of the state that met it. */
  takeFailedTag(piece: string, end: number): void;
}

/** What the readers of one channel share: the piece being read, the tag being read, what is held, and where they write. */
export class ChannelContext {
  readonly input = new Input();
  readonly token: TagToken;
  readonly index: TagIndex;
  readonly list: BlockList;
  readonly prose: ProseWriter;
  readonly channel: string;
  readonly options: ChannelOptions;
  /** The raw stretch that is undecided as a whole: an opener, a wrapper, a fence that may hold calls. */
  readonly held = new Capture();
  /** Only blanks stand before the next character on its line. */
  lineBlank = true;
  #blanks = 0;
  /** Length of the backtick run that opened inline code on this line, 0 outside. */
  code = 0;

  /** The last character of text that was no blank, and the one before it; 0 where something else came since. */
  lastVisible = 0;
  beforeLast = 0;

  constructor(channel: string, options: ChannelOptions) {
    const { index, list } = options;
    this.channel = channel;
    this.options = options;
    this.index = index;
    this.list = list;
    this.prose = new ProseWriter(list, channel);
    this.token = new TagToken((name) => index.knows(name), index.longestName);
  }

  /** Place behind the last character of the present piece. */
  get end(): number {
    return this.input.base + this.input.text.length;
  }

  /** What was held, up to index `at` of the present piece, is read once more, with what follows. Gives the index it is at. */
  rewind(at: number): number {
    const { held, input } = this;
    const { from } = held;
    // To join what is there already would cost a copy of the piece each time.
    if (from >= input.base) {
      held.clear();
      return from - input.base;
    }
    input.text = held.take(input, input.base + at) + input.text.slice(at);
    input.base = from;
    return 0;
  }

  /** The attributes of the tag just read, if they are all parameters of the tool. */
  ownAttributes(tool: TagTool): readonly (readonly [name: string, value: string])[] | undefined {
    const attributes = this.token.attributes(this.input);
    return attributes?.every(([name]) => tool.parameter(name) !== undefined) ? attributes : undefined;
  }

  /** The tool's open tag just read is a call, or the beginning of one, by itself: by its attributes, or as it ends at once. */
  isWholeCall(tool: TagTool): boolean {
    if (this.token.hasAttributes(this.input)) return this.ownAttributes(tool) !== undefined;
    return this.token.selfClosing && tool.required.length === 0;
  }

  /** A tag was read behind which another one decides: blanks may come first. */
  startLooking(): void {
    this.#blanks = 0;
    this.lineBlank = false;
  }

  /**
   * Skips blanks up to the next tag and begins that: returns the index behind its `<`. Where something else comes, or too
   * many blanks, returns the index of that, and no tag is begun.
   */
  look(from: number, to: number): number {
    const { text, base } = this.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) {
        this.token.begin(base + at, this.lineBlank);
        return at + 1;
      }
      if (!isBlank(code) || ++this.#blanks > MAX_BLANKS_BEHIND_OPENER) return at;
      if (code === LF) this.lineBlank = true;
    }
    return to;
  }

  /** Goes on with the tag that was begun. Returns the index behind what was read. */
  readTag(from: number, to: number, taker: TagTaker): number {
    const { token, input } = this;
    const at = token.read(input, from, to);
    if (token.active) return at;
    const end = input.base + at;
    if (token.isWhole) taker.takeTag(token.name, end);
    else taker.takeFailedTag(token.raw(input, end), end);
    return at;
  }

  /** A piece was text that was not followed character by character. */
  seeText(piece: string): void {
    this.lineBlank = isLineBlankAfter(piece, this.lineBlank);
    const visible = piece.trimEnd();
    if (visible === "") return;
    const rest = visible.slice(0, -1).trimEnd();
    this.beforeLast = rest === "" ? this.lastVisible : rest.charCodeAt(rest.length - 1);
    this.lastVisible = visible.charCodeAt(visible.length - 1);
  }

  /** What comes next stands in a value, a list or an expression that text has begun: `"params": {`, `f([`, `x = [`. */
  get isNested(): boolean {
    if (this.lastVisible === COLON) return this.beforeLast === DOUBLE_QUOTE || this.beforeLast === SINGLE_QUOTE;
    return NESTING.has(this.lastVisible);
  }

  /** A run of backticks that is no fence ended: it opens inline code, or closes what a run of its length opened. */
  endCodeRun(length: number): void {
    if (this.code === 0) this.code = length;
    else if (this.code === length) this.code = 0;
    this.lineBlank = false;
  }
}
