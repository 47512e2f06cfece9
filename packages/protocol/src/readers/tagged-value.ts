import {
  CR,
  EXCLAMATION,
  isBlank,
  isLineBlankAfter,
  isNameCharacter,
  LESS_THAN,
  LF,
  SLASH,
  SPACE,
  TAB,
} from "../scan/characters.js";
import { findLessThan } from "../scan/find-less-than.js";
import type { ReadTag } from "../scan/read-tag.js";
import type { FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import type { ParameterText } from "./parameter-text.js";
import { continuesCode, type Follower, TagBody } from "./tag-body.js";
import type { TagNames } from "./tag-names.js";

/**
 * What a tag is to the value it stands in, or behind: the `open` or `close` of a value of its own kind · the open of a
 * parameter that is `unset`, or one that is `set`, or one that the tool does not have, `foreign` · the `call-close` · the open of a call, `call` · what stands around
 * calls, `around` · `other`.
 */
export type TagRole = "open" | "close" | "unset" | "set" | "foreign" | "call-close" | "call" | "around" | "other";

/** What the tags of a form mean inside a value. */
export interface ValueTags {
  names: TagNames;
  /** The role of a tag; the open of a parameter is `open` as well where all of them have one name. */
  roleOf(tag: ReadTag): TagRole;
  /** It may hold anything, tags of its own form too: the rules for bodies hold. */
  isBody: boolean;
}

/**
 * How a value ended: at its close (`closed`) or where that was missing (`implied`), before the tag `next`, which was read.
 * `cut`: the message ended in it · `ended`: the message ended at its close.
 */
export type ValueEnd = { kind: "closed" | "implied"; next: ReadTag | undefined } | { kind: "cut" } | { kind: "ended" };

const CDATA_OPEN = "![CDATA[";
const CDATA_CLOSE = "]]>";

/** A tag that is still to be judged, and its raw text. */
interface Unjudged {
  tag: ReadTag;
  raw: string;
}

/**
 * Reads a value that stands as text between tags, from behind its open tag to the tag behind its close. A scalar ends at its
 * first close. A body ends where what follows its close, and what it opened itself before, leave little doubt (docs/READER.md,
 * "Bodies"); in doubt its call is refused. Amortised O(1) per character.
 */
export class TaggedValue {
  readonly #run: FrameRun;
  readonly #text: ParameterText;
  readonly #tags: ValueTags;
  readonly #body = new TagBody();

  constructor(run: FrameRun, text: ParameterText, tags: ValueTags) {
    this.#run = run;
    this.#text = text;
    this.#tags = tags;
  }

  *read(): FrameSteps<ValueEnd> {
    for (;;) {
      if (!(yield* this.#readText())) return { kind: "cut" };
      let unjudged = yield* this.#readTag();
      if (unjudged === undefined && this.#isOver) return { kind: "cut" };
      while (unjudged !== undefined) {
        const result: ValueEnd | Unjudged | undefined = yield* this.#judge(unjudged);
        if (result !== undefined && "kind" in result) return result;
        unjudged = result;
      }
    }
  }

  /** The message has ended, and all of it was read. */
  get #isOver(): boolean {
    return this.#run.ended !== undefined && this.#run.at === this.#run.to;
  }

  /** Text up to the next `<` that may begin a tag. False where the message ended in it. */
  *#readText(): FrameSteps<boolean> {
    const run = this.#run;
    const { input } = run.context;
    run.takePlain = (piece) => this.#takePlain(piece);
    while (yield* run.more()) {
      const { text } = input;
      let at = findLessThan(text, run.at, run.to);
      while (at + 1 < run.to && !mayBeTag(text.charCodeAt(at + 1))) at = findLessThan(text, at + 1, run.to);
      if (at > run.at) this.#append(run.at === 0 && at === text.length ? text : text.slice(run.at, at));
      run.at = at;
      if (at === run.to) continue;
      run.takePlain = undefined;
      return true;
    }
    run.takePlain = undefined;
    return false;
  }

  #takePlain(piece: string): boolean {
    if (piece.includes("<")) return false;
    this.#append(piece);
    return true;
  }

  #append(piece: string): void {
    this.#text.append(piece);
    this.#run.lineBlank = isLineBlankAfter(piece, this.#run.lineBlank);
  }

  /** A tag that matters here. Undefined: it was none, and is part of the value. */
  *#readTag(): FrameSteps<Unjudged | undefined> {
    const run = this.#run;
    const tag = yield* run.readTag(this.#tags.names);
    if (tag !== undefined) return { tag, raw: run.raw };
    if (this.#isOver) return undefined;
    const isFirst = this.#text.isBlank && run.raw === "<";
    if (isFirst && (yield* run.peek()) === CDATA_OPEN.charCodeAt(0)) yield* this.#readSection();
    else this.#append(run.raw);
    return undefined;
  }

  /** A section in which nothing is a tag, if it is one. */
  *#readSection(): FrameSteps<void> {
    const run = this.#run;
    let held = "<";
    for (const character of CDATA_OPEN) {
      if ((yield* run.peek()) !== character.charCodeAt(0)) {
        this.#append(held);
        return;
      }
      held += character;
      run.skip();
    }
    run.call?.repair("cdata", "A CDATA section was unwrapped.");
    held = "";
    while (yield* run.more()) {
      const known = held + run.rest;
      const end = known.indexOf(CDATA_CLOSE);
      if (end !== -1) {
        this.#append(known.slice(0, end));
        run.at += end + CDATA_CLOSE.length - held.length;
        return;
      }
      // What may be the beginning of the section's end waits.
      const kept = known.endsWith("]]") ? 2 : known.endsWith("]") ? 1 : 0;
      this.#append(known.slice(0, known.length - kept));
      held = known.slice(known.length - kept);
      run.at = run.to;
    }
  }

  /** A tag inside the value: its end, another tag to be judged, or content. */
  *#judge({ tag, raw }: Unjudged): FrameSteps<ValueEnd | Unjudged | undefined> {
    const role = this.#tags.roleOf(tag);
    if (role === "close") return yield* this.#judgeClose(tag, raw);
    if (!this.#tags.isBody) {
      const isImplied = role === "call-close" || role === "around" || role === "unset";
      if (isImplied || (role === "call" && tag.firstOnLine)) return { kind: "implied", next: tag };
      this.#append(raw);
      return undefined;
    }
    const isUnclosed = this.#body.closes === 0 && this.#body.nothingWaits;
    if (role === "call-close" && isUnclosed && tag.firstOnLine) return yield* this.#judgeCallClose(tag, raw);
    if (role === "call") return yield* this.#judgeInner(raw);
    this.#count(role);
    this.#append(raw);
    return undefined;
  }

  /** A tag that is content opens or closes something of its own. */
  #count(role: TagRole): void {
    if (opensValue(role)) this.#body.opensSameName();
    else if (role === "call-close") this.#body.closesTool();
  }

  /** The open of a call inside a body: a quoted call, if a tag of its own comes next. */
  *#judgeInner(raw: string): FrameSteps<Unjudged | undefined> {
    this.#append(raw + (yield* this.#readBlanks()));
    if ((yield* this.#run.peek()) !== LESS_THAN) return undefined;
    const next = yield* this.#readTag();
    if (next === undefined) return undefined;
    const role = this.#tags.roleOf(next.tag);
    if (opensValue(role) || role === "call-close") this.#body.opensInnerCall();
    return next;
  }

  *#readBlanks(): FrameSteps<string> {
    const run = this.#run;
    let blanks = "";
    for (let code = yield* run.peek(); isBlank(code); code = yield* run.peek()) {
      blanks += String.fromCharCode(code);
      run.skip();
    }
    return blanks;
  }

  /** The close of the call, first on its line, of a body that has none: it counts if what stands around calls follows. */
  *#judgeCallClose(tag: ReadTag, raw: string): FrameSteps<ValueEnd | Unjudged | undefined> {
    const blanks = yield* this.#readBlanks();
    const isTag = (yield* this.#run.peek()) === LESS_THAN;
    const follower = isTag ? yield* this.#run.readTag(this.#tags.names) : undefined;
    if (follower !== undefined && this.#tags.roleOf(follower) === "around") return { kind: "implied", next: tag };
    this.#body.closesTool();
    this.#append(raw + blanks);
    if (follower !== undefined) return { tag: follower, raw: this.#run.raw };
    if (isTag) this.#append(this.#run.raw);
    return undefined;
  }

  /** A close: of the value, or content. What follows it tells. */
  *#judgeClose(tag: ReadTag, raw: string): FrameSteps<ValueEnd | Unjudged | undefined> {
    const run = this.#run;
    this.#body.closes++;
    const held = raw + (yield* this.#readBlanks());
    const isTag = (yield* run.peek()) === LESS_THAN;
    const next = isTag ? yield* run.readTag(this.#tags.names) : undefined;
    if (next === undefined && this.#isOver) return this.#endsAtEnd(tag) ? { kind: "ended" } : { kind: "cut" };
    if (!this.#tags.isBody) return { kind: "closed", next };
    const nextRaw = isTag ? run.raw : "";
    const role = next === undefined ? "other" : this.#tags.roleOf(next);
    const isFree = this.#body.standsFree(tag.firstOnLine);
    if (role === "around" && this.#body.nothingWaits && isFree) return { kind: "closed", next };
    const decision = this.#body.close(followerOf(role), tag.firstOnLine);
    if (decision === "provisional") return { kind: "closed", next };
    if (decision === "check" && !(yield* this.#isCode(tag))) return { kind: "closed", next };
    this.#append(held);
    if (next !== undefined && role !== "call-close") return { tag: next, raw: nextRaw };
    this.#append(nextRaw);
    return undefined;
  }

  /** Nothing waits, and the close stands where one may: it is the close if the message ends behind it. */
  #endsAtEnd({ firstOnLine }: ReadTag): boolean {
    return !this.#tags.isBody || (this.#body.nothingWaits && (firstOnLine || !this.#text.hasLineBreak));
  }

  /** Behind `</parameter></invoke>`: does the next character show that this was code? */
  *#isCode({ firstOnLine }: ReadTag): FrameSteps<boolean> {
    const code = yield* this.#run.peek();
    if (code === END) return false;
    if (firstOnLine || !this.#text.hasLineBreak) return continuesCode(code);
    return code !== LF && code !== CR && code !== LESS_THAN && code !== SPACE && code !== TAB;
  }
}

function followerOf(role: TagRole): Follower {
  if (role === "call-close") return "tool-close";
  if (role === "unset" || role === "open" || role === "foreign") return "unset-parameter";
  return role === "set" ? "set-parameter" : "else";
}

function opensValue(role: TagRole): boolean {
  return role === "open" || role === "unset" || role === "set" || role === "foreign";
}

/** A tag, or a section in which nothing is one, may begin with this character behind its `<`. */
function mayBeTag(code: number): boolean {
  return isNameCharacter(code) || code === SLASH || code === SPACE || code === TAB || code === EXCLAMATION;
}
