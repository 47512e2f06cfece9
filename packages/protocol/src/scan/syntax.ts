import type { Dialect } from "../dialects/dialect.js";
import { InvalidOptionError } from "../errors.js";
import type { Frame, FrameOpener } from "../readers/frame.js";
import {
  ANYWHERE,
  BACKTICK,
  BLANK,
  CODE,
  CR,
  FIRST_ON_LINE,
  LESS_THAN,
  LF,
  NEWLINE,
  PLAIN,
  SPACE,
  TAB,
  TILDE,
} from "./characters.js";
import { HIDDEN_TOKENS } from "./hidden-tokens.js";
import type { LiteralMark } from "./literal-mark.js";
import { REASONING_CLOSE_TOKENS, REASONING_LITERALS, REASONING_OPEN_TOKENS, REASONING_TAGS } from "./reasoning.js";
import { tagKey } from "./tag-key.js";

/** A frame, and the dialect that calls in it are said to be of. */
export interface FrameEntry {
  frame: Frame;
  dialect: string;
}

/** A text, lower case, that begins a frame or is a mark of its own. */
export interface Literal {
  text: string;
  at: LiteralMark["at"];
  before: ((code: number) => boolean) | undefined;
  meaning: FrameEntry | LiteralMark["does"];
  /** The dialect that declares it; absent where it is known in all of them. */
  owner?: string;
}

/** Everything that may begin in text in a dialect, ready to be looked up. Made once a dialect. */
export class Syntax {
  /** The dialect that calls opened by tools' tags are said to be of. */
  readonly tagDialect: string;
  /** Several dialects are read at once. */
  readonly isMixed: boolean;
  readonly toolTags: boolean;
  /** Frames that read on behind a tool's tag. */
  readonly toolBodies: readonly FrameEntry[];
  /** What each ASCII character means to plain text. */
  readonly marks = new Uint8Array(128);
  /** Characters beyond ASCII that may begin something outside of code. */
  readonly #marksBeyondAscii = new Set<number>();
  /** Frames by the name of the tag, and by the info string of the fence, that opens them. */
  readonly tagFrames: ReadonlyMap<string, readonly FrameEntry[]>;
  readonly fenceFrames: ReadonlyMap<string, readonly FrameEntry[]>;
  readonly hiddenTags: ReadonlySet<string>;
  readonly inlineTags: ReadonlySet<string>;
  /** Tags before which reasoning ends that a frame of this dialect opened, each with the dialect. */
  readonly endingTags: ReadonlyMap<string, string>;
  /** Every name that a tag may have, but for tools. */
  readonly tagNames: ReadonlySet<string>;
  readonly #literals = new Map<number, Literal[]>();
  /** By the first character of a text: 1 for each ASCII character that may stand behind it. */
  readonly #seconds = new Map<number, Uint8Array>();
  readonly #inReasoning = new Map<number, Literal[]>();

  constructor(dialect: Dialect) {
    const dialects = [dialect, ...(dialect.reads ?? [])];
    const entries: FrameEntry[] = [];
    for (const { frames, name } of dialects) {
      // What two dialects share is read once.
      for (const frame of frames)
        if (!entries.some((known) => known.frame === frame)) entries.push({ frame, dialect: name });
    }
    this.tagDialect = (dialect.reads?.find(({ toolTags }) => toolTags === true) ?? dialect).name;
    this.isMixed = dialect.reads !== undefined;
    this.toolTags = dialects.some(({ toolTags }) => toolTags === true);
    this.toolBodies = dialects.flatMap(({ toolBodies, name }) =>
      (toolBodies ?? []).map((frame) => ({ frame, dialect: name })),
    );
    this.tagFrames = groupBy(entries, (opener) => ("tag" in opener ? opener.tag : undefined));
    this.fenceFrames = groupBy(entries, (opener) => ("fence" in opener ? opener.fence : undefined));
    this.hiddenTags = new Set([...HIDDEN_TOKENS, ...dialects.flatMap(({ hiddenTags }) => hiddenTags ?? [])]);
    this.inlineTags = new Set(dialects.flatMap(({ inlineTags }) => inlineTags ?? []));
    this.endingTags = new Map(
      dialects.flatMap(({ endsReasoning, name }) => (endsReasoning ?? []).map((tag) => [tag, name] as const)),
    );
    this.tagNames = new Set([
      ...this.tagFrames.keys(),
      ...[...this.tagFrames.keys()].map((name) => name.replace(/=$/, "")),
      ...this.hiddenTags,
      ...this.inlineTags,
      ...this.endingTags.keys(),
      ...REASONING_TAGS,
      ...REASONING_OPEN_TOKENS,
      ...REASONING_CLOSE_TOKENS,
    ]);
    const common: Literal[] = REASONING_LITERALS.map(toLiteral);
    const own = dialects.flatMap(({ literals, name }) =>
      (literals ?? []).map((mark): Literal => ({ ...toLiteral(mark), owner: name })),
    );
    const frames = entries.flatMap((entry) => entry.frame.openers.flatMap((opener) => frameLiteral(entry, opener)));
    for (const literal of [...common, ...own, ...frames]) {
      const { meaning, owner } = literal;
      const isFrame = typeof meaning !== "string";
      const isInText = isFrame || meaning === "opens" || meaning === "hidden" || owner === undefined;
      if (isInText) this.#addToText(literal);
      if (meaning === "closes" || meaning === "ends" || (isFrame && meaning.frame.weak !== true)) {
        addTo(this.#inReasoning, literal);
      }
    }
    for (const code of [SPACE, TAB, CR]) this.marks[code] = BLANK;
    this.marks[LF] = NEWLINE;
    this.marks[BACKTICK] = CODE;
    this.marks[LESS_THAN] = ANYWHERE;
    this.marks[TILDE] = FIRST_ON_LINE;
  }

  /** The texts that begin with this character and mean something in text. */
  literals(code: number): readonly Literal[] {
    return this.#literals.get(lowerCase(code)) ?? NONE;
  }

  /** Those that mean something in reasoning: they close it, or open a frame. */
  literalsInReasoning(code: number): readonly Literal[] {
    return this.#inReasoning.get(lowerCase(code)) ?? NONE;
  }

  /** What a character beyond ASCII means to plain text. */
  kindBeyondAscii(character: number): number {
    return this.#marksBeyondAscii.has(character) ? ANYWHERE : PLAIN;
  }

  /**
   * Whether a text may stand at index `at`, as far as the piece shows, up to `to`: most marks in prose are settled by the
   * character behind them, the others by the next few.
   */
  mayBegin(text: string, at: number, to: number): boolean {
    if (at + 1 >= to) return true;
    const second = text.charCodeAt(at + 1);
    if (second < 128 && this.#seconds.get(text.charCodeAt(at))?.[second] === 0) return false;
    return this.literals(text.charCodeAt(at)).some((literal) => mayStand(literal, text, at, to));
  }

  #addToText(literal: Literal): void {
    addTo(this.#literals, literal);
    const first = literal.text.charCodeAt(0);
    this.#addSeconds(literal);
    for (const code of [first, literal.text.toUpperCase().charCodeAt(0)]) {
      if (code > 127) this.#marksBeyondAscii.add(code);
      else if (literal.at === undefined) this.marks[code] = ANYWHERE;
      else if (this.marks[code] !== ANYWHERE) this.marks[code] = FIRST_ON_LINE;
    }
  }

  #addSeconds(literal: Literal): void {
    for (const first of [literal.text.charCodeAt(0), literal.text.toUpperCase().charCodeAt(0)]) {
      const seconds = this.#seconds.get(first) ?? new Uint8Array(128);
      this.#seconds.set(first, seconds);
      for (let second = 0; second < 128; second++) if (mayFollow(literal, second)) seconds[second] = 1;
    }
  }
}

const NONE: readonly Literal[] = [];

function mayStand(literal: Literal, piece: string, at: number, to: number): boolean {
  const length = Math.min(literal.text.length, to - at);
  for (let index = 1; index < length; index++) {
    if (lowerCase(piece.charCodeAt(at + index)) !== literal.text.charCodeAt(index)) return false;
  }
  return true;
}

function mayFollow({ text, before }: Literal, second: number): boolean {
  if (text.length > 1) return lowerCase(second) === text.charCodeAt(1);
  return before?.(second) !== false;
}

function toLiteral({ text, does, at }: LiteralMark): Literal {
  return { text: text.toLowerCase(), at, before: undefined, meaning: does };
}

/** An opener that could never be met is a mistake in the dialect: it is said when the dialect is first used. */
function checkOpener(dialect: string, opener: FrameOpener): void {
  if ("tag" in opener && !/^[^\s<>/]+$/.test(opener.tag)) {
    throw new InvalidOptionError("dialect", `${dialect}: a tag cannot be named ${JSON.stringify(opener.tag)}.`);
  }
  if ("literal" in opener && !/^[^\s<`~]/.test(opener.literal)) {
    throw new InvalidOptionError(
      "dialect",
      `${dialect}: an opener cannot be ${JSON.stringify(opener.literal)}: it must begin with a character that is no blank, "<", "\`" or "~".`,
    );
  }
}

function frameLiteral(entry: FrameEntry, opener: FrameOpener): Literal[] {
  checkOpener(entry.dialect, opener);
  if (!("literal" in opener)) return [];
  return [{ text: opener.literal.toLowerCase(), at: opener.at, before: opener.before, meaning: entry }];
}

function addTo(literals: Map<number, Literal[]>, literal: Literal): void {
  const first = literal.text.charCodeAt(0);
  const known = literals.get(first);
  if (known === undefined) literals.set(first, [literal]);
  else known.push(literal);
}

/** A letter of ASCII in lower case, any other character as it is. */
export function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code;
}

const syntaxes = new WeakMap<Dialect, Syntax>();

/** The syntax of a dialect. */
export function syntaxOf(dialect: Dialect): Syntax {
  const known = syntaxes.get(dialect);
  if (known !== undefined) return known;
  const syntax = new Syntax(dialect);
  syntaxes.set(dialect, syntax);
  return syntax;
}

function groupBy(
  entries: readonly FrameEntry[],
  keyOf: (opener: FrameOpener) => string | undefined,
): Map<string, FrameEntry[]> {
  const groups = new Map<string, FrameEntry[]>();
  for (const entry of entries) {
    const keys = entry.frame.openers.map(keyOf).filter((key) => key !== undefined);
    for (const key of new Set(keys.map(tagKey))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}
