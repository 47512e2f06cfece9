import type { Repair } from "../block.js";
import type { EndKind } from "../end-kind.js";
import { Capture } from "../scan/capture.js";
import type { ChannelContext, TagTaker } from "../scan/channel-context.js";
import { isBlank, isLineBlankAfter, LESS_THAN, LF } from "../scan/characters.js";
import { findLessThan } from "../scan/find-less-than.js";
import { TagBodyReader } from "./tag-body-reader.js";
import { type NextCall, type TagCall, type TagCallClose, wrongCase } from "./tag-call.js";
import type { TagParameter, TagTool } from "./tag-index.js";
import type { TagValue } from "./tag-value.js";

const BETWEEN = 0;
const SCALAR = 1;
const BODY = 2;
const NEXT_TOOL = 3;

/**
 * Reads calls, one at a time, each from behind its open tag to its end. States and rules: docs/READER.md. Amortised O(1)
 * per character; the only text kept besides the values is what is undecided.
 */
export class TagCallReader implements TagTaker {
  readonly #context: ChannelContext;
  readonly #body: TagBodyReader;
  #call: TagCall;
  #state = BETWEEN;
  #value: TagValue | undefined;
  /** The body that is closed for now, and the raw text from its close on. */
  #provisional: TagValue | undefined;
  readonly #behindProvisional = new Capture();
  /** Of a scalar behind a body closed for now: place of the last close of that body in it, -1 if there is none. */
  #closeInScalar = -1;
  /** A tool's open tag that may end this call, and where it was met. */
  readonly #opener = new Capture();
  #openerTool: TagTool | undefined;
  #openerName = "";
  #openerHasBlanks = false;
  #openerFrom = BETWEEN;
  /** The last character was the `>` of a close tag. */
  #behindClose = false;
  /** Raw text behind the last parameter. */
  readonly #rest = new Capture();

  /** Reads `call`, from behind its open tag on. */
  constructor(context: ChannelContext, call: TagCall) {
    this.#context = context;
    this.#body = new TagBodyReader(context);
    this.#call = call;
  }

  /** Reads another call. The one before has ended, or is given up. */
  begin(call: TagCall): void {
    this.#call = call;
    this.#state = BETWEEN;
    this.#value = undefined;
    this.#provisional = undefined;
    this.#behindClose = false;
    this.#clear();
  }

  /** A body is open, in which fences of its own may stand. */
  get isInBody(): boolean {
    return this.#state === BODY;
  }

  /** Arguments written as attributes of the open tag, which ends at place `end`. */
  setAttributes(attributes: readonly (readonly [name: string, value: string])[], end: number): void {
    for (const [name, text] of attributes) {
      const parameter = this.#call.tool.parameter(name);
      if (parameter === undefined) continue;
      const value = this.#startValue(parameter);
      value.append(text);
      this.#endValue(value, end);
    }
    this.#repair("attributes", `The arguments of <${this.#call.tool.name}> were read from its attributes.`);
  }

  /** Takes a whole piece of an open body in which nothing begins or ends. False, and nothing done, where that is not so. */
  takePlain(piece: string): boolean {
    return this.#state === BODY && !this.#behindProvisional.active && this.#body.takePlain(piece);
  }

  /** Reads from index `from` of the present piece up to `to`, or to the end of the call. Returns where it stopped. */
  read(from: number, to: number): number {
    let at = from;
    while (at < to && this.#call.closed === undefined) {
      if (this.#state === BODY) at = this.#readBody(at, to);
      else if (this.#context.token.active) at = this.#context.readTag(at, to, this);
      else if (this.#state === BETWEEN) at = this.#readBetween(at, to);
      else if (this.#state === SCALAR) at = this.#readScalar(at, to);
      else at = this.#lookBehindOpener(at, to);
    }
    return at;
  }

  /** The piece ends: keeps what is undecided. */
  keep(): void {
    const { input } = this.#context;
    if (this.#state === BODY) this.#body.keep();
    this.#behindProvisional.keep(input);
    this.#opener.keep(input);
    this.#rest.keep(input);
  }

  takeTag(name: string, end: number): void {
    if (this.#state === BETWEEN) this.#tagBetween(name, end);
    else if (this.#state === SCALAR) this.#tagInScalar(name, end);
    else this.#tagBehindOpener(name, end);
  }

  takeFailedTag(piece: string, end: number): void {
    const context = this.#context;
    if (this.#state === NEXT_TOOL) this.#leaveOpener(end);
    else if (this.#state === SCALAR) this.#value?.append(piece);
    else this.#behindClose = false;
    context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
  }

  /** Ends the call at place `end`, cut off. */
  cut(end: number): void {
    this.#settle({ end, closedBy: "end" });
  }

  /** The message ended. Returns the raw text behind the call that is not part of it. */
  end(kind: EndKind): string {
    const { end, input, token } = this.#context;
    if (this.#state === BODY && this.#value !== undefined && this.#endBody(this.#value, kind)) return "";
    if (this.#state === BETWEEN && kind === "mend" && this.#rest.active && this.#call.isComplete) {
      this.#repair("implied-call-close", `</${this.#call.tool.name}> was missing at the end.`);
      const { from } = this.#rest;
      const text = this.#rest.take(input, end);
      this.#settle({ end: from, closedBy: "repair" });
      return text;
    }
    token.reset();
    this.#settle({ end, closedBy: "end" });
    return "";
  }

  #readBetween(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) {
        context.token.begin(base + at, context.lineBlank);
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
      this.#value?.append(piece);
      context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
    }
    if (at === to) return to;
    context.token.begin(base + at, context.lineBlank);
    return at + 1;
  }

  #readBody(from: number, to: number): number {
    const at = this.#body.read(from, to);
    const { ended } = this.#body;
    const value = this.#value;
    if (ended === undefined || value === undefined) return at;
    this.#body.reset();
    if (ended.kind === "closed") {
      this.#endValue(value, ended.callEnd);
      this.#settle({ end: ended.callEnd, closedBy: "close" });
      return at;
    }
    // What comes is held until the call closes, for it may be content.
    this.#behindProvisional.begin(ended.from, ended.raw);
    this.#provisional = value;
    this.#call.markSet(value.parameter);
    this.#state = BETWEEN;
    this.#tagBetween(ended.tag, ended.tagEnd);
    return at;
  }

  #lookBehindOpener(from: number, to: number): number {
    const { token, input } = this.#context;
    const at = this.#context.look(from, to);
    if (at < to && !token.active) this.#leaveOpener(input.base + at);
    return at;
  }

  #tagBetween(name: string, end: number): void {
    const context = this.#context;
    const { token, index } = context;
    const { tool } = this.#call;
    if (token.isClose) {
      if (index.tool(name) === tool) {
        this.#noteSpelling(name, tool.name);
        this.#settle({ end, closedBy: "close" });
        return;
      }
      if (this.#provisional !== undefined && tool.parameter(name) === this.#provisional.parameter) {
        this.#moveProvisional(this.#provisional, end);
      }
    } else {
      const parameter = tool.parameter(name);
      if (parameter !== undefined) {
        this.#noteSpelling(name, parameter.name);
        const value = this.#startValue(parameter);
        if (token.selfClosing) this.#endValue(value, end);
        return;
      }
      const next = index.tool(name);
      const mayOpen = token.firstOnLine || this.#behindClose;
      if (next !== undefined && mayOpen && this.#considerNext(next, end)) return;
    }
    if (!this.#rest.active) this.#rest.begin(end);
    this.#behindClose = false;
    context.lineBlank = false;
  }

  #tagInScalar(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    const value = this.#value;
    if (value === undefined) return;
    const { tool } = this.#call;
    const parameter = tool.parameter(name);
    if (token.isClose) {
      if (parameter === value.parameter) {
        this.#noteSpelling(name, parameter.name);
        this.#endValue(value, end);
        return;
      }
      if (index.tool(name) === tool) {
        if (this.#provisional !== undefined && this.#closeInScalar !== -1) this.#takeBack(this.#provisional);
        else this.#impliedValueEnd(value);
        this.#settle({ end, closedBy: "repair" });
        return;
      }
      if (this.#provisional !== undefined && parameter === this.#provisional.parameter) {
        if (token.firstOnLine) {
          this.#value = undefined;
          this.#state = BETWEEN;
          this.#moveProvisional(this.#provisional, end);
          context.lineBlank = false;
          return;
        }
        this.#closeInScalar = token.start;
      }
    } else if (token.firstOnLine && !value.isBlank) {
      if (parameter !== undefined && parameter !== value.parameter && !this.#call.isSet(parameter)) {
        this.#impliedValueEnd(value);
        this.#tagBetween(name, end);
        return;
      }
      const next = parameter === undefined ? index.tool(name) : undefined;
      if (next !== undefined && this.#considerNext(next, end)) return;
    }
    value.append(token.raw(input, end));
    context.lineBlank = false;
  }

  #tagBehindOpener(name: string, end: number): void {
    const { token, index } = this.#context;
    const next = this.#openerTool;
    const isOwn = next?.parameter(name) !== undefined || (token.isClose && index.tool(name) === next);
    if (next === undefined || !isOwn) {
      this.#leaveOpener(token.start);
      this.takeTag(name, end);
      return;
    }
    const start = this.#opener.from;
    this.#endBefore({ tool: next, start, isWhole: false, name: this.#openerName, hasBlanks: this.#openerHasBlanks });
  }

  #startValue(parameter: TagParameter): TagValue {
    const value = this.#call.startValue(parameter, this.#provisional !== undefined);
    this.#value = value;
    this.#closeInScalar = -1;
    this.#rest.clear();
    this.#context.lineBlank = false;
    this.#state = parameter.isBody ? BODY : SCALAR;
    if (parameter.isBody) this.#body.begin(this.#call, value);
    return value;
  }

  #endValue(value: TagValue, end: number): void {
    value.finish();
    this.#call.markSet(value.parameter);
    this.#value = undefined;
    if (this.#body.active) this.#body.reset();
    this.#rest.begin(end);
    this.#state = BETWEEN;
    this.#behindClose = true;
    this.#context.lineBlank = false;
  }

  /** A scalar's close was missing. A blank value sets nothing. */
  #impliedValueEnd(value: TagValue): void {
    if (value.isBlank) {
      this.#repair("implied-parameter-close", `</${value.parameter.name}> was missing, and nothing was in it.`);
      this.#call.drop(value);
      this.#value = undefined;
      this.#state = BETWEEN;
      return;
    }
    this.#repair("implied-parameter-close", `</${value.parameter.name}> was missing.`);
    this.#endValue(value, this.#context.token.start);
  }

  /** Another close of the body that was closed for now: up to here it was content, and this is the close. */
  #moveProvisional(body: TagValue, end: number): void {
    const { token, input } = this.#context;
    body.append(this.#behindProvisional.take(input, token.start));
    this.#call.dropBehind(body);
    this.#behindProvisional.begin(token.start, token.raw(input, end));
    this.#rest.begin(end);
  }

  /** The scalar that the body's close stands in never closed: it was content, and the body goes on to that close. */
  #takeBack(body: TagValue): void {
    body.append(this.#behindProvisional.take(this.#context.input, this.#closeInScalar));
    this.#call.dropBehind(body);
    this.#value = undefined;
    this.#repair(
      "implied-parameter-close",
      `A parameter behind </${body.parameter.name}> was not closed: it was read as part of it.`,
    );
  }

  /** A tool's open tag that may end this call. False where it is no such thing. */
  #considerNext(tool: TagTool, end: number): boolean {
    const { token, input } = this.#context;
    if (token.hasAttributes(input) || token.selfClosing) {
      if (!this.#context.isWholeCall(tool)) return false;
      this.#endBefore({ tool, start: token.start, isWhole: true, name: token.name, hasBlanks: token.hasBlanks(input) });
      return true;
    }
    this.#openerName = token.name;
    this.#openerHasBlanks = token.hasBlanks(input);
    this.#opener.begin(token.start, token.raw(input, end));
    this.#openerTool = tool;
    this.#openerFrom = this.#state;
    this.#state = NEXT_TOOL;
    this.#context.startLooking();
    return true;
  }

  /** The call's close was missing: it ends before the open tag of another. */
  #endBefore(next: NextCall): void {
    if (this.#value !== undefined) this.#impliedValueEnd(this.#value);
    this.#repair("implied-call-close", `</${this.#call.tool.name}> was missing before <${next.tool.name}>.`);
    this.#settle({ end: next.start, closedBy: "repair", next });
  }

  /** The tool's tag opened nothing: it is plain text of the state that met it. */
  #leaveOpener(end: number): void {
    const piece = this.#opener.take(this.#context.input, end);
    this.#state = this.#openerFrom;
    this.#behindClose = false;
    if (this.#state === SCALAR) this.#value?.append(piece);
    this.#context.lineBlank = isLineBlankAfter(piece, false);
  }

  /** The message ended in a body. True where that ended the call; else the body may have ended, or was cut. */
  #endBody(value: TagValue, kind: EndKind): boolean {
    const { token, end } = this.#context;
    const ended = this.#body.end(kind);
    if (ended.kind === "value") this.#endValue(value, token.active ? token.start : end);
    if (ended.kind === "value" || ended.kind === "cut") return false;
    this.#endValue(value, end);
    if (ended.kind === "closed") {
      this.#settle({ end: ended.callEnd, closedBy: "close" });
      return true;
    }
    const { name } = this.#call.tool;
    this.#repair("junk-after-body", `Something stood between </${value.parameter.name}> and </${name}>.`);
    this.#settle({ end, closedBy: "repair" });
    return true;
  }

  #noteSpelling(tag: string, name: string): void {
    const { token, input } = this.#context;
    if (tag !== name) this.#repair("wrong-case", wrongCase(name));
    if (token.hasBlanks(input)) this.#repair("blanks-in-tag", `Blanks inside a tag of ${name} were set aside.`);
  }

  #repair(kind: Repair["kind"], message: string): void {
    this.#call.repair(kind, message);
  }

  #settle(close: TagCallClose): void {
    this.#clear();
    this.#call.close(close, this.#value);
  }

  #clear(): void {
    if (this.#body.active) this.#body.reset();
    this.#behindProvisional.clear();
    this.#opener.clear();
    this.#rest.clear();
  }
}
