import type { Repair, ToolUseBlock } from "../block.js";
import type { OpenToolUse, ParamsSource } from "../block-list.js";
import type { ChannelContext } from "../scan/channel-context.js";
import { Rope } from "../scan/rope.js";
import { acceptedTypes } from "../schema/accepted-types.js";
import { coerceParams } from "../schema/coerce.js";
import { conformInput, propertySchema } from "../schema/conform.js";
import { parseJson } from "../schema/parse-json.js";
import type { JsonSchema } from "../tool-definition.js";
import type { CallClose, ReadCall } from "./read-call.js";

interface Parameter {
  name: string;
  text: Rope;
  isEnded: boolean;
  /** The model said that it wrote JSON. */
  isJson: boolean;
}

/** What is known of a call that stands in a frame when it begins. */
export interface FramedCallStart {
  name: string;
  start: number;
  dialect: string;
  providerCallId?: string;
}

/** One call in a frame as far as it was read: its arguments, what was mended, how it ended. */
export class FramedCall implements ReadCall, ParamsSource {
  readonly name: string;
  readonly start: number;
  /** The schema of its arguments; empty for a tool that nobody knows. */
  readonly parameters: JsonSchema;
  readonly repairs: Repair[] = [];
  doubtful: string | undefined = undefined;
  closed: CallClose | undefined = undefined;
  /** One of its arguments came to its end. */
  hasEnded = false;
  readonly #context: ChannelContext;
  readonly #begun: FramedCallStart;
  readonly #params: Parameter[] = [];
  /** Names of its arguments, and what was mended: a hostile call may have a hundred thousand of either. */
  readonly #names = new Set<string>();
  readonly #mended = new Set<string>();
  #value: { value: unknown } | undefined;
  /** The argument at hand was set before. */
  #isDropping = false;
  #open: OpenToolUse | undefined;

  constructor(context: ChannelContext, begun: FramedCallStart) {
    this.#context = context;
    this.#begun = begun;
    this.start = begun.start;
    const tool = context.index.tool(begun.name);
    this.name = tool?.name ?? begun.name;
    this.parameters = tool?.definition.parameters ?? {};
    if (tool !== undefined && tool.name !== begun.name) {
      this.repair("wrong-case", `The name ${tool.name} was written in another case.`);
    }
  }

  show(): void {
    const { list, channel } = this.#context;
    const { start, dialect, providerCallId } = this.#begun;
    const open = list.startToolUse(
      { channel, start, name: this.name, dialect, ...(providerCallId !== undefined && { providerCallId }) },
      this,
    );
    this.#open = open;
    for (const { name, text, isEnded } of this.#params) {
      list.startParam(open, name);
      list.appendParam(open, name, text.toString());
      if (isEnded) list.endParam(open, name);
    }
    if (this.closed !== undefined) this.#showEnd(open, this.closed);
  }

  get toldParams(): ToolUseBlock["params"] {
    return this.#params.map(({ name, text }) => [name, text.toString()] as const);
  }

  repair(kind: Repair["kind"], message: string): void {
    if (this.#mended.has(message)) return;
    this.#mended.add(message);
    this.repairs.push({ kind, message });
  }

  /** An argument of that name was begun, and came to its end or not. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * An argument begins. `as`: how the model says that it writes it; absent: its schema alone tells. One that was set already
   * is read and dropped, unless its schema wants a list.
   */
  startParam(name: string, as?: "json"): void {
    this.#isDropping =
      this.has(name) && acceptedTypes(propertySchema(this.parameters, name) ?? {})?.has("array") !== true;
    if (this.#isDropping) {
      this.repair("repeated-parameter", `${name} came more than once: the first one counts.`);
      return;
    }
    this.#params.push({ name, text: new Rope(), isEnded: false, isJson: as === "json" });
    this.#names.add(name);
    if (this.#open !== undefined) this.#context.list.startParam(this.#open, name);
  }

  /** More of the argument that was begun last. */
  append(piece: string): void {
    const param = this.#params[this.#params.length - 1];
    if (param === undefined || this.#isDropping || piece === "") return;
    param.text.append(piece);
    if (this.#open !== undefined) this.#context.list.appendParam(this.#open, param.name, piece);
  }

  endParam(): void {
    const param = this.#params[this.#params.length - 1];
    if (this.#isDropping) {
      this.#isDropping = false;
      return;
    }
    if (param === undefined) return;
    param.isEnded = true;
    this.hasEnded = true;
    if (this.#open !== undefined) this.#context.list.endParam(this.#open, param.name);
  }

  /** An argument was begun and has not ended. */
  get isParamOpen(): boolean {
    return this.#isDropping || this.#params[this.#params.length - 1]?.isEnded === false;
  }

  /**
   * It lacks nothing but its close: no argument is open, and all that are required have ended. Of those that the schema does
   * not describe nobody has told the model. Linear: for the end.
   */
  get isComplete(): boolean {
    if (this.isParamOpen) return false;
    const { required = [], properties = {} } = this.parameters;
    const ended = new Set(this.#params.filter(({ isEnded }) => isEnded).map(({ name }) => name));
    return required.every((name) => ended.has(name) || !Object.hasOwn(properties, name));
  }

  /** The call ends. Its arguments are typed by the schema from their text. */
  close(close: CallClose): void {
    this.closed = close;
    if (this.#open !== undefined) this.#showEnd(this.#open, close);
  }

  /** The call ends, and its arguments were written as values: only their quotes may have to be mended. */
  closeWithValue(close: CallClose, value: unknown): void {
    this.#value = { value };
    this.close(close);
  }

  #showEnd(open: OpenToolUse, { end, closedBy }: CallClose): void {
    const params = this.toldParams;
    const { repairs, doubtful } = this;
    const input = closedBy === "end" ? undefined : this.#input(params);
    this.#context.list.endToolUse(open, { end, closedBy, params, input, repairs, doubtful });
  }

  #input(params: ToolUseBlock["params"]): unknown {
    if (this.#value !== undefined) return conformInput(this.parameters, this.#value.value, params);
    const input = coerceParams(this.parameters, params);
    for (const { name, text, isJson } of this.#params) {
      const isUnknown = isJson && Object.hasOwn(input, name) && propertySchema(this.parameters, name) === undefined;
      const parsed = isUnknown ? parseJson(text.toString()) : undefined;
      if (parsed !== undefined) input[name] = parsed.value;
    }
    return input;
  }
}
