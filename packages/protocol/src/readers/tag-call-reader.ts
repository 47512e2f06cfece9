import type { EndKind } from "../end-kind.js";
import { MAX_BLANKS_BEHIND_OPENER } from "../limits.js";
import { Capture } from "../scan/capture.js";
import type { ChannelContext, TagTaker } from "../scan/channel-context.js";
import { CR, isBlank, isLineBlankAfter, LESS_THAN, LF, SLASH, SPACE, TAB } from "../scan/characters.js";
import { continuesCode, type Follower, TagBody } from "./tag-body.js";
import type { TagCall, TagCallClose } from "./tag-call.js";
import type { TagParameter, TagTool } from "./tag-index.js";
import type { TagValue } from "./tag-value.js";

const BETWEEN = 0;
const SCALAR = 1;
const BODY = 2;
const INNER = 3;
const CANDIDATE = 4;
const CHECK = 5;
const NEXT_TOOL = 6;

/** Below this a loop is quicker than `indexOf`: the length of a few deltas. */
const SHORT = 32;

/** Index of the next `<` in `text` from `from` on, or `to`. */
function findLessThan(text: string, from: number, to: number): number {
  if (to - from > SHORT) {
    const found = text.indexOf("<", from);
    return found === -1 || found > to ? to : found;
  }
  let at = from;
  while (at < to && text.charCodeAt(at) !== LESS_THAN) at++;
  return at;
}

/**
 * Reads calls, one at a time, each from behind its open tag to its end. States and rules: docs/READER.md. Amortised O(1)
 * per character; the only text kept besides the values is what is undecided.
 */
export class TagCallReader implements TagTaker {
  readonly #context: ChannelContext;
  #call: TagCall;
  #state = BETWEEN;
  /** Name of the tag that was read last. */
  #tag = "";
  /** The open value and what its body opened. */
  #value: TagValue | undefined;
  readonly #body = new TagBody();
  /** Lower-case first letters of the only names that matter inside the open body. */
  #bodyLetter = 0;
  #toolLetter = 0;
  /** Text of the open body that was held as a tag and is none. */
  #failed = "";
  /** From the `<` of a body's close on, while it is undecided. */
  readonly #candidate = new Capture();
  #candidateFirstOnLine = false;
  #candidateIsAlone = false;
  /** Place behind the `</tool>` that CHECK looks behind. */
  #checkedEnd = 0;
  /** The body that is closed for now, and the raw text from its close on. */
  #provisional: TagValue | undefined;
  readonly #behindProvisional = new Capture();
  /** From a body's only close on, where junk followed it: at a regular end it may turn out to be the close. */
  readonly #junk = new Capture();
  /** A tool's open tag that may end this call, and where it was met. */
  readonly #opener = new Capture();
  #openerTool: TagTool | undefined;
  #openerFrom = BETWEEN;
  #openerBlanks = 0;
  /** The last character was the `>` of a close tag. */
  #behindClose = false;
  /** Raw text behind the last parameter. */
  readonly #rest = new Capture();

  /** Reads `call`, from behind its open tag on. */
  constructor(context: ChannelContext, call: TagCall) {
    this.#context = context;
    this.#call = call;
    this.begin(call);
  }

  /** Reads another call. The one before has ended, or is given up. */
  begin(call: TagCall): void {
    this.#call = call;
    this.#state = BETWEEN;
    this.#value = undefined;
    this.#provisional = undefined;
    this.#behindClose = false;
    this.#failed = "";
    this.#clear();
  }

  /** A body is open, in which fences of its own may stand. */
  get isInBody(): boolean {
    return this.#state >= BODY && this.#state <= CHECK;
  }

  /** Arguments written as attributes of the open tag, which ends at place `end`. */
  setAttributes(attributes: readonly (readonly [name: string, value: string])[], end: number): void {
    for (const [name, text] of attributes) {
      const parameter = this.#call.tool.parameter(name);
      if (parameter === undefined) continue;
      this.#startValue(parameter).append(text);
      this.#endValue(end);
    }
    this.#call.repair("attributes", `The arguments of <${this.#call.tool.name}> were read from its attributes.`);
  }

  /** Reads from index `from` of the present piece up to `to`, or to the end of the call. Returns where it stopped. */
  read(from: number, to: number): number {
    let at = from;
    while (at < to && this.#call.closed === undefined) at = this.#step(at, to);
    return at;
  }

  /** The piece ends: keeps what is undecided. */
  keep(): void {
    const { input } = this.#context;
    this.#candidate.keep(input);
    this.#behindProvisional.keep(input);
    this.#junk.keep(input);
    this.#opener.keep(input);
    this.#rest.keep(input);
  }

  /** A whole tag was read that ends at place `end`. */
  takeTag(name: string, end: number): void {
    this.#tag = name;
    switch (this.#state) {
      case BETWEEN:
        this.#tagBetween(end);
        break;
      case SCALAR:
        this.#tagInScalar(end);
        break;
      case BODY:
        this.#tagInBody(end);
        break;
      case INNER:
        if (this.#isOwn(this.#call.tool)) this.#body.opensInnerCall();
        this.#tagInBody(end);
        break;
      case CANDIDATE:
        this.#tagBehindCandidate(end);
        break;
      default:
        this.#tagBehindOpener(end);
    }
  }

  /** The message ended. Returns the raw text behind the call that is not part of it. */
  end(kind: EndKind): string {
    const { input, token, end } = { input: this.#context.input, token: this.#context.token, end: this.#context.end };
    const known = token.active ? token.start : end;
    if (this.#failed !== "") this.#append(this.#failed);
    if (this.#state === CHECK) {
      this.#endValue(this.#candidate.from);
      this.#settle({ end: this.#checkedEnd, closedBy: "close" });
      return "";
    }
    if (this.#state === CANDIDATE && this.#isCloseAtEnd()) this.#endValue(known);
    else if (this.#state === CANDIDATE) this.#value?.append(this.#candidate.take(input, known));
    else if (this.#junk.active) this.#endJunk(kind, known);
    if (this.#call.closed !== undefined) return "";
    const rest = this.#state === BETWEEN && this.#rest.active ? this.#rest : undefined;
    if (kind === "mend" && rest !== undefined && this.#call.isComplete) {
      this.#call.repair("implied-call-close", `</${this.#call.tool.name}> was missing at the end.`);
      const from = rest.from;
      const text = rest.take(input, end);
      this.#settle({ end: from, closedBy: "repair" });
      return text;
    }
    this.#settle({ end, closedBy: "end" });
    return "";
  }

  #step(at: number, to: number): number {
    if (this.#context.token.active) return this.#context.readTag(at, to, this);
    switch (this.#state) {
      case BETWEEN:
        return this.#readBetween(at, to);
      case SCALAR:
        return this.#readScalar(at, to);
      case BODY:
        return this.#readBody(at, to);
      case CHECK:
        return this.#readCheck(at, to);
      default:
        return this.#lookAhead(at, to);
    }
  }

  takeFailedTag(piece: string, end: number): void {
    const context = this.#context;
    switch (this.#state) {
      case CANDIDATE:
        this.#candidateIsContent(end);
        break;
      case NEXT_TOOL:
        this.#leaveOpener(end);
        break;
      case BETWEEN:
        this.#behindClose = false;
        break;
      case BODY:
        // Goes out together with what follows: a body full of `<` costs one delta a piece.
        this.#failed = this.#junk.active ? "" : piece;
        break;
      default:
        if (this.#state === INNER) this.#state = BODY;
        this.#append(piece);
    }
    context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
  }

  #readBetween(from: number, to: number): number {
    const context = this.#context;
    for (let at = from; at < to; at++) {
      const code = context.input.text.charCodeAt(at);
      if (code === LESS_THAN) {
        context.token.begin(context.input.base + at, context.lineBlank);
        return at + 1;
      }
      this.#behindClose = false;
      if (code === LF) context.lineBlank = true;
      else if (!isBlank(code)) context.lineBlank = false;
    }
    return to;
  }

  #readScalar(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    const at = findLessThan(text, from, to);
    if (at > from) {
      const piece = text.slice(from, at);
      this.#append(piece);
      context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
    }
    if (at === to) return to;
    context.token.begin(base + at, context.lineBlank);
    return at + 1;
  }

  #readBody(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = findLessThan(text, from, to);
    while (at < to && at + 1 < to && !this.#mayBeTag(text, at + 1, to)) at = findLessThan(text, at + 1, to);
    if (at > from || this.#failed !== "") {
      const piece = this.#failed + (from === 0 && at === text.length ? text : text.slice(from, at));
      this.#failed = "";
      this.#append(piece);
      context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
    }
    if (at === to) return to;
    context.token.begin(base + at, context.lineBlank, this.#bodyLetter, this.#toolLetter);
    return at + 1;
  }

  /** Whether a `<` that is followed by what stands at index `at` may begin a tag that matters inside the open body. */
  #mayBeTag(text: string, at: number, to: number): boolean {
    let code = text.charCodeAt(at);
    if (code === SLASH) {
      if (at + 1 === to) return true;
      code = text.charCodeAt(at + 1);
    }
    const lower = code | 32;
    return lower === this.#bodyLetter || lower === this.#toolLetter || code === SPACE || code === TAB;
  }

  /** Behind an inner open tag, a body's close, or a tool's open tag: blanks are skipped until something decides. */
  #lookAhead(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (!isBlank(code)) break;
      if (code === LF) context.lineBlank = true;
      if (this.#state === NEXT_TOOL && ++this.#openerBlanks > MAX_BLANKS_BEHIND_OPENER) break;
    }
    if (this.#state === INNER) this.#append(text.slice(from, at));
    if (at === to) return to;
    if (text.charCodeAt(at) === LESS_THAN) {
      context.token.begin(base + at, context.lineBlank);
      return at + 1;
    }
    if (this.#state === INNER) this.#state = BODY;
    else if (this.#state === CANDIDATE) this.#candidateIsContent(base + at);
    else this.#leaveOpener(base + at);
    return at;
  }

  /** Behind `</body></tool>`: in code such as `"</content></write_to_file>"` the call goes on. */
  #readCheck(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    const nextDecides = this.#candidateFirstOnLine || this.#value?.hasLineBreak === false;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (!nextDecides && (code === SPACE || code === TAB)) continue;
      const isCode = nextDecides ? continuesCode(code) : code !== LF && code !== CR && code !== LESS_THAN;
      if (isCode) {
        this.#state = BODY;
        this.#appendCandidate(base + at);
      } else {
        this.#endValue(this.#candidate.from);
        this.#settle({ end: this.#checkedEnd, closedBy: "close" });
      }
      return at;
    }
    return to;
  }

  #tagBetween(end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    if (token.isClose) {
      if (index.tool(this.#tag) === this.#call.tool) {
        this.#noteSpelling(this.#call.tool.name);
        this.#settle({ end, closedBy: "close" });
        return;
      }
      if (this.#provisional !== undefined && this.#call.tool.parameter(this.#tag) === this.#provisional.parameter) {
        this.#moveProvisional(this.#provisional, end);
      }
    } else {
      const parameter = this.#call.tool.parameter(this.#tag);
      if (parameter !== undefined) {
        this.#startValue(parameter);
        if (token.selfClosing) this.#endValue(end);
        return;
      }
      const next = index.tool(this.#tag);
      if (next !== undefined && (token.firstOnLine || this.#behindClose) && !token.hasAttributes(input)) {
        this.#considerNext(next, end);
        return;
      }
    }
    if (!this.#rest.active) this.#rest.begin(end);
    this.#behindClose = false;
    context.lineBlank = false;
  }

  #tagInScalar(end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    const value = this.#value;
    if (value === undefined) return;
    const parameter = this.#call.tool.parameter(this.#tag);
    if (token.isClose) {
      if (parameter === value.parameter) {
        this.#noteSpelling(parameter.name);
        this.#endValue(end);
        return;
      }
      if (index.tool(this.#tag) === this.#call.tool) {
        this.#impliedValueEnd(value);
        this.#settle({ end, closedBy: "repair" });
        return;
      }
    } else if (token.firstOnLine && !value.isBlank) {
      if (parameter !== undefined && parameter !== value.parameter && !this.#call.isSet(parameter)) {
        this.#impliedValueEnd(value);
        this.#tagBetween(end);
        return;
      }
      const next = index.tool(this.#tag);
      if (next !== undefined && parameter === undefined && !token.hasAttributes(input)) {
        this.#considerNext(next, end);
        return;
      }
    }
    this.#append(token.raw.take(input, end));
    context.lineBlank = false;
  }

  #tagInBody(end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    this.#state = BODY;
    const isOwnName = this.#call.tool.parameter(this.#tag) === this.#value?.parameter;
    context.lineBlank = false;
    if (isOwnName && token.isClose) {
      if (this.#junk.active) this.#value?.append(this.#junk.take(input, token.start));
      this.#body.closes++;
      this.#candidateFirstOnLine = token.firstOnLine;
      this.#candidateIsAlone = this.#body.closes === 1 && token.firstOnLine && this.#body.nothingWaits;
      this.#candidate.begin(token.start, token.raw.take(input, end));
      this.#state = CANDIDATE;
      return;
    }
    if (isOwnName) {
      if (!token.selfClosing) this.#body.opensSameName();
    } else if (index.tool(this.#tag) === this.#call.tool) {
      if (token.isClose) this.#body.closesTool();
      else if (!token.selfClosing) this.#state = INNER;
    }
    this.#append(token.raw.take(input, end));
  }

  #tagBehindCandidate(end: number): void {
    const { token, input } = this.#context;
    const follower = this.#follower();
    const decision = this.#body.close(follower, this.#candidateFirstOnLine);
    if (decision === "check") {
      this.#checkedEnd = end;
      this.#state = CHECK;
    } else if (decision === "provisional") {
      this.#closeForNow(end);
    } else if (follower === "tool-close") {
      this.#state = BODY;
      this.#appendCandidate(end);
    } else {
      if (this.#candidateIsAlone) this.#holdJunk(end);
      else this.#value?.append(this.#candidate.take(input, token.start));
      this.#tagInBody(end);
    }
  }

  #tagBehindOpener(end: number): void {
    const { token } = this.#context;
    const next = this.#openerTool;
    if (next !== undefined && this.#isOwn(next)) {
      const start = this.#opener.from;
      if (this.#openerFrom === SCALAR && this.#value !== undefined) this.#impliedValueEnd(this.#value);
      this.#call.repair("implied-call-close", `</${this.#call.tool.name}> was missing before <${next.name}>.`);
      this.#settle({ end: start, closedBy: "repair", next: { tool: next, start } });
      return;
    }
    this.#leaveOpener(token.start);
    if (this.#state === SCALAR) this.#tagInScalar(end);
    else this.#tagBetween(end);
  }

  /** What the tag behind a body's close is to this call. */
  #follower(): Follower {
    const { token, index } = this.#context;
    if (token.isClose) return index.tool(this.#tag) === this.#call.tool ? "tool-close" : "else";
    const parameter = this.#call.tool.parameter(this.#tag);
    if (parameter === undefined || parameter === this.#value?.parameter || token.selfClosing) return "else";
    return this.#call.isSet(parameter) ? "set-parameter" : "unset-parameter";
  }

  /** Whether the tag just read is one of a tool's own: a parameter's, or the tool's close. */
  #isOwn(tool: TagTool): boolean {
    const { token, index } = this.#context;
    return tool.parameter(this.#tag) !== undefined || (token.isClose && index.tool(this.#tag) === tool);
  }

  #startValue(parameter: TagParameter): TagValue {
    if (this.#tag !== "") this.#noteSpelling(parameter.name);
    const value = this.#call.startValue(parameter, this.#provisional !== undefined);
    this.#value = value;
    this.#rest.clear();
    this.#context.lineBlank = false;
    if (!parameter.isBody) {
      this.#state = SCALAR;
      return value;
    }
    this.#state = BODY;
    this.#body.reset();
    this.#bodyLetter = parameter.name.charCodeAt(0) | 32;
    this.#toolLetter = this.#call.tool.name.charCodeAt(0) | 32;
    return value;
  }

  #endValue(end: number): void {
    const value = this.#value;
    if (value === undefined) return;
    value.finish();
    this.#call.markSet(value.parameter);
    this.#value = undefined;
    this.#candidate.clear();
    this.#rest.begin(end);
    this.#state = BETWEEN;
    this.#behindClose = true;
    this.#context.lineBlank = false;
  }

  /** A scalar's close was missing. A blank value sets nothing. */
  #impliedValueEnd(value: TagValue): void {
    const { token } = this.#context;
    if (value.isBlank) {
      this.#call.drop(value);
      this.#value = undefined;
      this.#state = BETWEEN;
      return;
    }
    this.#call.repair("implied-parameter-close", `</${value.parameter.name}> was missing.`);
    this.#endValue(token.start);
  }

  /** A body's close that another parameter follows: what comes is held until the call closes, for it may be content. */
  #closeForNow(end: number): void {
    const { input } = this.#context;
    const from = this.#candidate.from;
    this.#behindProvisional.begin(from, this.#candidate.take(input, end));
    this.#provisional = this.#value;
    if (this.#value !== undefined) this.#call.markSet(this.#value.parameter);
    this.#state = BETWEEN;
    this.#tagBetween(end);
  }

  /** Another close of the body that was closed for now: up to here it was content, and this is the close. */
  #moveProvisional(body: TagValue, end: number): void {
    const { token, input } = this.#context;
    body.append(this.#behindProvisional.take(input, token.start));
    this.#call.dropBehind(body);
    this.#behindProvisional.begin(token.start, token.raw.take(input, end));
    this.#rest.begin(end);
  }

  #candidateIsContent(end: number): void {
    this.#body.close("else", this.#candidateFirstOnLine);
    this.#state = BODY;
    if (this.#candidateIsAlone) this.#holdJunk(end);
    else this.#appendCandidate(end);
  }

  #holdJunk(end: number): void {
    const from = this.#candidate.from;
    this.#junk.begin(from, this.#candidate.take(this.#context.input, end));
  }

  #appendCandidate(end: number): void {
    const context = this.#context;
    const piece = this.#candidate.take(context.input, end);
    this.#append(piece);
    context.lineBlank = isLineBlankAfter(piece, false);
  }

  /** More of the open value. While junk is held it is covered by that. */
  #append(piece: string): void {
    if (!this.#junk.active) this.#value?.append(piece);
  }

  #considerNext(tool: TagTool, end: number): void {
    const { token, input } = this.#context;
    this.#opener.begin(token.start, token.raw.take(input, end));
    this.#openerTool = tool;
    this.#openerFrom = this.#state;
    this.#openerBlanks = 0;
    this.#state = NEXT_TOOL;
    this.#context.lineBlank = false;
  }

  /** The tool's tag opened nothing: it is plain text of the state that met it. */
  #leaveOpener(end: number): void {
    const piece = this.#opener.take(this.#context.input, end);
    this.#state = this.#openerFrom;
    this.#behindClose = false;
    if (this.#state === SCALAR) this.#append(piece);
    this.#context.lineBlank = isLineBlankAfter(piece, false);
  }

  #noteSpelling(name: string): void {
    const { token, input } = this.#context;
    if (this.#tag !== name) this.#call.repair("wrong-case", `<${this.#tag}> was read as <${name}>.`);
    if (token.hasBlanks(input)) this.#call.repair("blanks-in-tag", `Blanks inside a tag of ${name} were set aside.`);
  }

  /** At the end of the message: is the undecided `</body>` its close? A half follower must be able to become an own tag. */
  #isCloseAtEnd(): boolean {
    const { token, input, end } = this.#context;
    const standsAlone = this.#candidateFirstOnLine || this.#value?.hasLineBreak === false;
    if (!standsAlone || !this.#body.nothingWaits) return false;
    if (!token.active) return true;
    return this.#call.tool.mayBecomeOwn(token.raw.peek(input, end));
  }

  /** A lone close, junk, and the call's close as the last thing: at a regular end that is where the body ended. */
  #endJunk(kind: EndKind, known: number): void {
    const { input, end } = this.#context;
    const from = this.#junk.from;
    const raw = this.#junk.take(input, known);
    const close = new RegExp(`</${this.#call.tool.name}\\s*>\\s*$`, "i");
    if (kind !== "mend" || known !== end || !close.test(raw.slice(-(this.#call.tool.name.length + 200)))) {
      this.#value?.append(raw);
      return;
    }
    this.#call.repair(
      "junk-after-body",
      `Something stood between </${this.#value?.parameter.name}> and </${this.#call.tool.name}>.`,
    );
    this.#endValue(from);
    this.#settle({ end, closedBy: "repair" });
  }

  #settle(close: TagCallClose): void {
    this.#clear();
    this.#call.close(close, this.#value);
  }

  #clear(): void {
    this.#candidate.clear();
    this.#behindProvisional.clear();
    this.#junk.clear();
    this.#opener.clear();
    this.#rest.clear();
  }
}
