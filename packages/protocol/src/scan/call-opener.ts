import { MAX_OPEN_BLOCK } from "../limits.js";
import type { ReadCall } from "../readers/read-call.js";
import { TagCall, wrongCase } from "../readers/tag-call.js";
import { TagCallReader } from "../readers/tag-call-reader.js";
import type { TagTool } from "../readers/tag-index.js";
import type { ChannelContext } from "./channel-context.js";

/**
 * How far a tool's open tag has come. `nothing`: it opens no call · `waits`: what comes next decides · `open`: its call is
 * being read · `ended`: the call was read to its end.
 */
export type Opening = "nothing" | "waits" | "open" | "ended";

/** What begins where a call was opened: in text it is shown at once, in a fence only once the fence has turned out well. */
export interface OpenedCalls {
  /** A call begins. Called once per call, before anything of it is read. */
  begin(call: ReadCall): void;
  /** The call that began last has ended. */
  end(call: ReadCall): void;
}

/** From a tool's open tag to the end of its call. */
export class CallOpener {
  readonly #context: ChannelContext;
  readonly #calls: OpenedCalls;
  #reader: TagCallReader | undefined;
  #call: TagCall | undefined;
  #tool: TagTool | undefined;
  #name = "";
  #hasBlanks = false;
  #start = 0;
  opening: Opening = "nothing";

  constructor(context: ChannelContext, calls: OpenedCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /** The call being read. */
  get call(): TagCall | undefined {
    return this.#call;
  }

  /** A body is open, in which fences of its own may stand. */
  get isInBody(): boolean {
    return this.opening === "open" && this.#reader?.isInBody === true;
  }

  /** Gives up on what is being read. The reader is cleared when the next call begins. */
  reset(): void {
    this.opening = "nothing";
    this.#call = undefined;
  }

  /** The open tag of a known tool was read. What comes next decides, unless it has attributes. */
  meet(tool: TagTool, name: string, end: number): Opening {
    const { token, input, held } = this.#context;
    this.#tool = tool;
    this.#name = name;
    this.#hasBlanks = token.hasBlanks(input);
    this.#start = token.start;
    this.opening = "nothing";
    if (token.hasAttributes(input)) {
      const attributes = this.#context.ownAttributes(tool);
      if (attributes === undefined) return "nothing";
      const isWhole = token.selfClosing;
      const call = this.#begin(tool);
      this.#reader?.setAttributes(attributes, end);
      if (isWhole) this.#close(call, end);
    } else if (token.selfClosing) {
      if (tool.required.length > 0) return "nothing";
      this.#close(this.#begin(tool), end);
    } else {
      if (!held.active) held.begin(token.start, token.raw(input, end));
      this.#context.startLooking();
      this.opening = "waits";
    }
    return this.opening;
  }

  /** A whole tag was read behind the open tag. One of the tool's own makes it a call. */
  takeTag(name: string, end: number): Opening {
    if (this.#tool === undefined || !this.isOwn(this.#tool, name)) {
      this.opening = "nothing";
      return "nothing";
    }
    const call = this.#begin(this.#tool);
    this.#reader?.takeTag(name, end);
    if (call.closed !== undefined) this.#end(call);
    return this.opening;
  }

  /** Whether the tag just read is one of the tool's own: a parameter's, or the tool's close. */
  isOwn(tool: TagTool, name: string): boolean {
    const { token, index } = this.#context;
    return tool.parameter(name) !== undefined || (token.isClose && index.tool(name) === tool);
  }

  /** Takes a whole piece in which nothing of the call begins or ends. False, and nothing done, where that is not so. */
  takePlain(piece: string): boolean {
    const call = this.#call;
    if (call === undefined || this.#context.end + piece.length - call.start > MAX_OPEN_BLOCK) return false;
    return this.#reader?.takePlain(piece) === true;
  }

  /** Reads on in the open call. */
  read(from: number, to: number): number {
    const call = this.#call;
    if (call === undefined) return to;
    const at = this.#reader?.read(from, to) ?? to;
    if (call.closed !== undefined) this.#end(call);
    return at;
  }

  /** Ends the open call at place `end`, cut off. */
  cut(end: number): void {
    this.#reader?.cut(end);
    this.reset();
  }

  /** The piece ends. */
  keep(): void {
    if (this.opening === "open") this.#reader?.keep();
  }

  /** The message ended and the tag, bare or with half of one of its own tags behind it, is the last thing: a cut call. */
  endOpener(): TagCall | undefined {
    const { token, input, end } = this.#context;
    const tool = this.#tool;
    if (tool === undefined) return undefined;
    if (token.active && !tool.mayBecomeOwn(token.raw(input, end))) return undefined;
    token.reset();
    const call = this.#begin(tool);
    call.close({ end, closedBy: "end" });
    return call;
  }

  /** The message ended inside the call. Returns the raw text behind the call that is not part of it. */
  endCall(kind: Parameters<TagCallReader["end"]>[0]): string {
    return this.#reader?.end(kind) ?? "";
  }

  #begin(tool: TagTool): TagCall {
    const call = new TagCall(this.#context, tool, this.#start);
    if (this.#name !== tool.name) call.repair("wrong-case", wrongCase(tool.name));
    if (this.#hasBlanks) call.repair("blanks-in-tag", `Blanks inside a tag of ${tool.name} were set aside.`);
    this.#call = call;
    this.opening = "open";
    if (this.#reader === undefined) this.#reader = new TagCallReader(this.#context, call);
    else this.#reader.begin(call);
    this.#calls.begin(call);
    return call;
  }

  #close(call: TagCall, end: number): void {
    call.close({ end, closedBy: "close" });
    this.#end(call);
  }

  #end(call: TagCall): void {
    this.opening = "ended";
    this.#call = undefined;
    this.#calls.end(call);
    const next = call.closed?.next;
    if (next === undefined) return;
    if (next.isWhole) {
      const { token } = this.#context;
      this.meet(next.tool, token.name, token.end);
      return;
    }
    // The next call's first own tag was read already.
    this.#name = next.name;
    this.#hasBlanks = next.hasBlanks;
    this.#start = next.start;
    const { token } = this.#context;
    const following = this.#begin(next.tool);
    this.#reader?.takeTag(token.name, token.end);
    if (following.closed !== undefined) this.#end(following);
  }
}
