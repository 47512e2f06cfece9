import type { Repair } from "./block.js";
import type { BlockList, OpenToolUse } from "./block-list.js";
import type { EndKind } from "./end-kind.js";
import { MAX_OPEN_BLOCK } from "./limits.js";
import { IGNORE } from "./readers/json-handler.js";
import { JsonReader } from "./readers/json-value.js";
import { conformInput } from "./schema/conform.js";
import { sameValue } from "./schema/same-value.js";
import type { ToolDefinition } from "./tool-definition.js";

/** What every native call of a message writes to. */
export interface NativeContext {
  tools: ReadonlyMap<string, ToolDefinition>;
  list: BlockList;
  notes: Repair[];
}

/** One native call, from its first chunk to its end. */
export class NativeCall {
  readonly #context: NativeContext;
  readonly #channel: string;
  readonly #start: number;
  readonly #reader: JsonReader;
  /** Pieces that came before the name. */
  #waiting: string[] = [];
  #name: string | undefined;
  #providerCallId: string | undefined;
  #open: OpenToolUse | undefined;
  #length = 0;
  #signature: string | undefined;
  #state: "open" | "closed" | "cut" = "open";
  /** Reads what comes behind the arguments: a server may send them again. */
  #again: JsonReader | undefined;
  #saidBehind = false;

  constructor(context: NativeContext, channel: string, start: number) {
    this.#context = context;
    this.#channel = channel;
    this.#start = start;
    this.#reader = new JsonReader({
      onKey: (name) => this.#open && context.list.startParam(this.#open, name),
      onText: (name, piece) => this.#open && context.list.appendParam(this.#open, name, piece),
      onValueEnd: (name) => this.#open && context.list.endParam(this.#open, name),
      onClose: () => {},
    });
  }

  /** The message ended inside it. */
  get isCut(): boolean {
    return this.#state === "cut";
  }

  /** Whether a start with this provider id begins another call. An empty id is no id. */
  isFollowedBy(providerCallId: string | undefined): boolean {
    if (!providerCallId || providerCallId === this.#providerCallId) return false;
    return this.#state !== "open" || this.#providerCallId !== undefined;
  }

  /** Name and provider id as far as they are known. The first name counts, and opens the call. */
  identify(name: string | undefined, providerCallId: string | undefined): void {
    if (providerCallId) this.#providerCallId = providerCallId;
    if (!name || this.#name !== undefined) return;
    this.#name = name;
    this.#open = this.#context.list.startToolUse({
      channel: this.#channel,
      start: this.#start,
      name,
      dialect: "native",
      ...(this.#providerCallId !== undefined && { providerCallId: this.#providerCallId }),
    });
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const piece of waiting) this.#read(piece);
  }

  /** More of the arguments. */
  write(json: string): void {
    this.#length += json.length;
    if (this.#open !== undefined) this.#read(json);
    // What goes past the limit is never read, so it need not wait; that it went past it must be seen.
    else if (this.#length - json.length <= MAX_OPEN_BLOCK) this.#waiting.push(json);
  }

  /** The wire says that the arguments are complete: none are `{}`. What is not closed stays open, to be cut at the end. */
  endInput(signature: string | undefined): void {
    if (signature !== undefined && this.#state === "closed" && this.#open !== undefined) {
      this.#context.list.signToolUse(this.#open.index, signature);
    }
    this.#signature ??= signature;
    this.#closeBare();
  }

  /** The message ended. Only a regular end (`mend`) says that a call without arguments has none. */
  end(kind: EndKind): void {
    if (this.#open === undefined) {
      this.#state = "cut";
      this.#context.notes.push({
        kind: "nameless-call",
        message: "The model began a call without naming a tool; it was left out.",
      });
      return;
    }
    if (kind === "mend") this.#closeBare();
    if (this.#state === "open") this.#cut(this.#open);
    else if (this.#again?.blank === false) this.#sayBehind();
  }

  #read(json: string): void {
    const behind = this.#state === "open" ? json.slice(this.#reader.write(json)) : json;
    if (this.#reader.closed && this.#state === "open") this.#close(this.#reader.consumed);
    if (behind !== "" && this.#state === "closed") this.#readBehind(behind);
  }

  /** Nothing, or a bare word such as `null`: closed by an end, as no bracket closes it. */
  #closeBare(): void {
    if (this.#open === undefined || this.#state !== "open") return;
    this.#reader.end();
    if (this.#reader.closed || this.#reader.blank) this.#close(this.#length);
  }

  #close(length: number): void {
    if (this.#open === undefined) return;
    this.#state = "closed";
    const params = this.#params(this.#open);
    this.#context.list.endToolUse(this.#open, {
      end: this.#start + length,
      closedBy: "close",
      params,
      input: this.#input(params),
      repairs: this.#reader.repairs,
      ...(this.#signature !== undefined && { signature: this.#signature }),
    });
  }

  #cut(open: OpenToolUse): void {
    this.#state = "cut";
    this.#context.list.endToolUse(open, {
      end: this.#start + this.#length,
      closedBy: "end",
      params: open.params,
      repairs: this.#reader.repairs,
      ...(this.#signature !== undefined && { signature: this.#signature }),
    });
  }

  /** The text of a string is the string itself: it is kept once, not twice. */
  #params(open: OpenToolUse): OpenToolUse["params"] {
    const members = new Map(Object.entries(this.#reader.value ?? {}));
    return open.params.map(([name, text]) => {
      const value: unknown = members.get(name);
      return [name, typeof value === "string" ? value : text] as const;
    });
  }

  #input(params: OpenToolUse["params"]): unknown {
    const { value } = this.#reader;
    const isNone = value === undefined || value === null || (typeof value === "string" && value.trim() === "");
    const tool = this.#context.tools.get(this.#name ?? "");
    const input = isNone ? {} : value;
    return tool === undefined ? input : conformInput(tool.parameters, input, params);
  }

  /** The same arguments once more are nothing new; anything else is noted, once. */
  #readBehind(text: string): void {
    // Once it was said, what else comes is not looked at.
    for (let rest = this.#saidBehind ? "" : text; rest !== ""; ) {
      this.#again ??= new JsonReader(IGNORE);
      rest = rest.slice(this.#again.write(rest));
      if (this.#again.broken) {
        this.#sayBehind();
        return;
      }
      if (!this.#again.closed) return;
      const isSame = sameValue(this.#again.value, this.#reader.value);
      this.#again = undefined;
      if (isSame) continue;
      this.#sayBehind();
      return;
    }
  }

  #sayBehind(): void {
    if (this.#saidBehind) return;
    this.#saidBehind = true;
    this.#context.notes.push({
      kind: "repeated-call",
      message: `More text came behind the arguments of ${this.#name}, which were complete; it was left out.`,
    });
  }
}
