import type { Repair, ToolUseBlock } from "../block.js";
import type { OpenToolUse, ParamsSource } from "../block-list.js";
import type { ChannelContext } from "../scan/channel-context.js";
import { coerceParams } from "../schema/coerce.js";
import type { CallClose, ReadCall } from "./read-call.js";
import type { TagParameter, TagTool } from "./tag-index.js";
import { TagValue } from "./tag-value.js";

/**
 * A call that was opened where another had to end. What was just read is its open tag itself, with its attributes or its
 * end (`isWhole`), or the first of its own tags. `name` and `hasBlanks`: how the open tag was written.
 */
export interface NextCall {
  tool: TagTool;
  start: number;
  isWhole: boolean;
  name: string;
  hasBlanks: boolean;
}

/** How a call came to its end. `next`: by the open tag of another. */
export interface TagCallClose extends CallClose {
  next?: NextCall;
}

/** The repair for a tag in another case. */
export function wrongCase(name: string): string {
  return `A tag of ${name} was written in another case.`;
}

/** One call as far as it was read: its values, what was mended, how it ended. */
export class TagCall implements ReadCall, ParamsSource {
  readonly tool: TagTool;
  /** Place of the `<` of its open tag. */
  readonly start: number;
  repairs: Repair[] = NONE;
  /** Values in the order written, the dropped ones of ignored parameters among them. */
  readonly values: TagValue[] = [];
  doubtful: string | undefined = undefined;
  /** Set when the call has ended: nothing more is read. */
  closed: TagCallClose | undefined = undefined;
  readonly #context: ChannelContext;
  /** Each parameter once. */
  readonly #set: TagParameter[] = [];
  #open: OpenToolUse | undefined = undefined;

  constructor(context: ChannelContext, tool: TagTool, start: number) {
    this.#context = context;
    this.tool = tool;
    this.start = start;
  }

  get name(): string {
    return this.tool.name;
  }

  /** From now on events go out, for what was read already too. A call that may turn out to be an example is not shown. */
  show(): void {
    const { list, channel, options } = this.#context;
    const start = { channel, start: this.start, name: this.tool.name, dialect: options.tagDialect };
    this.#open = list.startToolUse(start, this);
    if (this.closed !== undefined) this.#showEnd(this.#open, this.closed);
    else for (const value of this.values) value.show(list, this.#open);
  }

  /** As far as events have told them. */
  get toldParams(): ToolUseBlock["params"] {
    return this.values.filter(({ isTold }) => isTold).map(({ parameter, text }) => [parameter.name, text]);
  }

  repair(kind: Repair["kind"], message: string): void {
    if (this.repairs.some((known) => known.message === message)) return;
    this.repairs = [...this.repairs, { kind, message }];
  }

  /** Begins a value. It goes out as it is read, unless `isHeld`. */
  startValue(parameter: TagParameter, isHeld: boolean): TagValue {
    const isRepeated = this.isSet(parameter) && !parameter.isList;
    if (isRepeated) {
      this.repair("repeated-parameter", `<${parameter.name}> came more than once: the first one counts.`);
    }
    const value = new TagValue(parameter, isRepeated || parameter.isIgnored);
    if (!isRepeated) this.values.push(value);
    value.place = this.values.length;
    if (this.#open !== undefined && !isHeld) value.show(this.#context.list, this.#open);
    return value;
  }

  markSet(parameter: TagParameter): void {
    if (!this.#set.includes(parameter)) this.#set.push(parameter);
  }

  isSet(parameter: TagParameter): boolean {
    return this.#set.includes(parameter);
  }

  /** All required parameters are set. */
  get isComplete(): boolean {
    return this.tool.required.every((parameter) => this.isSet(parameter));
  }

  /** Takes out a value that never came to be. */
  drop(value: TagValue): void {
    const at = this.values.lastIndexOf(value);
    if (at !== -1) this.values.splice(at, 1);
  }

  /** Takes out everything that was set behind `value`: it is part of it. */
  dropBehind(value: TagValue): void {
    this.values.length = value.place;
    this.#set.length = 0;
    for (const { parameter } of this.values) this.markSet(parameter);
  }

  /** The call ends. `open`: the value that was cut off. */
  close(close: TagCallClose, open?: TagValue): void {
    this.closed = close;
    for (const value of this.values) if (value !== open) value.finish();
    if (this.#open !== undefined) this.#showEnd(this.#open, close);
  }

  #showEnd(open: OpenToolUse, { end, closedBy }: TagCallClose): void {
    const { list } = this.#context;
    for (const value of this.values) value.showEnd(list, open);
    const params: [name: string, text: string][] = [];
    for (const value of this.values) if (!value.isDropped) params.push([value.parameter.name, value.text]);
    const input = closedBy === "end" ? undefined : this.#input(params);
    list.endToolUse(open, { end, closedBy, params, input, repairs: this.repairs, doubtful: this.doubtful });
  }

  /** The typed arguments. Most calls hold text alone, of which nothing is to be typed. */
  #input(params: ToolUseBlock["params"]): Record<string, unknown> {
    const input: Record<string, unknown> = {};
    for (const { isDropped, parameter, text } of this.values) {
      if (isDropped) continue;
      if (!parameter.isText) return coerceParams(this.tool.definition.parameters, params);
      input[parameter.name] = text;
    }
    return input;
  }
}

const NONE: Repair[] = [];
