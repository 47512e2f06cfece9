import type { Block, Repair, Span } from "./block.js";
import { BlockList } from "./block-list.js";
import { getDialect } from "./dialects/index.js";
import type { EndKind } from "./end-kind.js";
import { InvalidOptionError } from "./errors.js";
import { NativeCalls } from "./native-calls.js";
import type { MessageReader, ParserOptions } from "./options.js";
import { TagIndex } from "./readers/tag-index.js";
import { TextScanner } from "./scan/text-scanner.js";
import type { FinishReason, StreamChunk } from "./stream-chunk.js";
import type { ToolDefinition } from "./tool-definition.js";

const NATIVE_OFFERED = "It was written as text although native tools were offered.";

/** Joins the channels of one message: text, the wire's own reasoning, native calls. See {@link MessageReader}. */
export class ChannelReader implements MessageReader {
  readonly notes: Repair[] = [];
  readonly #list: BlockList;
  readonly #text: TextScanner;
  readonly #native: NativeCalls;
  readonly #reasoning: TextScanner;
  /** Whose turn it is: another channel's content ends an open text block, and the wire's reasoning. */
  #channel: "text" | "reasoning" | "arguments" | undefined;
  #isEnded = false;

  constructor(options: ParserOptions) {
    checkOptions(options);
    const dialect = getDialect(options.dialect ?? "cline").name;
    const index = new TagIndex(options.tools);
    const list = new BlockList(options.messageId ?? "message", options.onEvent);
    const channel = {
      index,
      list,
      dialect,
      notes: this.notes,
      ...(options.nativeOffered === true && { doubtful: NATIVE_OFFERED }),
    };
    this.#list = list;
    this.#native = new NativeCalls(options.tools, list, this.notes);
    this.#text = new TextScanner("text", channel);
    if (options.start === "in-reasoning") this.#text.enterReasoning();
    this.#reasoning = new TextScanner("reasoning", channel);
  }

  get blocks(): readonly Block[] {
    return this.#list.blocks;
  }

  get gaps(): readonly Span[] {
    const lengths = new Map<string, number>([
      ["reasoning", this.#reasoning.length],
      ["text", this.#text.length],
      ...this.#native.lengths,
    ]);
    return findGaps(this.blocks, lengths);
  }

  get truncated(): boolean {
    return this.#text.truncated || this.#reasoning.truncated || this.#native.truncated;
  }

  push(chunk: StreamChunk): void {
    if (this.#isEnded) return;
    switch (chunk.type) {
      case "text-delta":
        if (chunk.text === "") return;
        if (this.#channel !== "text") this.#turnTo("text");
        this.#text.write(chunk.text);
        break;
      case "reasoning-delta":
        this.#pushReasoning(chunk.text, chunk.signature);
        break;
      case "tool-input-start":
      case "tool-input-delta":
      case "tool-input-end":
        if (this.#channel !== "arguments") this.#turnTo("arguments");
        this.#native.push(chunk);
        break;
      default:
        return;
    }
    this.#list.rethrow();
  }

  end(reason?: FinishReason): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const kind = endKind(reason);
    this.#reasoning.end(kind);
    this.#text.end(kind);
    this.#native.end(kind);
    this.#list.rethrow();
  }

  #pushReasoning(text: string, signature: string | undefined): void {
    const isSigned = signature !== undefined && signature !== "";
    if (text !== "") {
      if (this.#channel !== "reasoning") {
        this.#turnTo("reasoning");
        this.#reasoning.resumeReasoning();
      }
      this.#reasoning.write(text);
    }
    if (isSigned) this.#reasoning.sign(signature);
  }

  #turnTo(channel: "text" | "reasoning" | "arguments"): void {
    this.#channel = channel;
    if (channel !== "text") this.#text.interrupt();
    if (channel !== "reasoning") this.#reasoning.leaveReasoning();
  }
}

/** Which ends may mend: see DESIGN of the reader in docs/READER.md, "Ends". */
function endKind(reason: FinishReason | undefined): EndKind {
  if (reason === "stop" || reason === "tool-calls") return "mend";
  return reason === undefined || reason === "unknown" ? "leave" : "cut";
}

/** What no block covers, channel by channel. Linear in the blocks; made when asked for. */
function findGaps(blocks: readonly Block[], lengths: ReadonlyMap<string, number>): Span[] {
  const gaps: Span[] = [];
  for (const [channel, length] of lengths) {
    const spans = blocks.map((block) => block.span).filter((span) => span.channel === channel);
    let at = 0;
    for (const span of [...spans.sort((a, b) => a.start - b.start), { channel, start: length, end: length }]) {
      if (span.start > at) gaps.push({ channel, start: at, end: span.start });
      at = Math.max(at, span.end);
    }
  }
  return gaps;
}

function checkOptions({ tools, messageId, start, onEvent }: ParserOptions): void {
  if (messageId !== undefined && typeof messageId !== "string") {
    throw new InvalidOptionError("messageId", "`messageId` must be a string.");
  }
  if (start !== undefined && start !== "in-reasoning") {
    throw new InvalidOptionError("start", '`start` must be "in-reasoning" or left out.');
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw new InvalidOptionError("onEvent", "`onEvent` must be a function or left out.");
  }
  if (!Array.isArray(tools)) throw new InvalidOptionError("tools", "`tools` must be a list of tool definitions.");
  const names = new Set<string>();
  for (const tool of tools) {
    if (typeof tool?.name !== "string" || tool.name === "") {
      throw new InvalidOptionError("tools", "Every tool in `tools` needs a name.");
    }
    if (names.has(tool.name)) throw new InvalidOptionError("tools", `\`tools\` names "${tool.name}" twice.`);
    names.add(tool.name);
    checkParameters(tool);
  }
}

function checkParameters({ name, parameters }: ToolDefinition): void {
  if (!isObject(parameters)) {
    throw new InvalidOptionError("tools", `The tool "${name}" in \`tools\` needs \`parameters\`, a JSON Schema.`);
  }
  const { properties, required } = parameters;
  if (properties !== undefined && !(isObject(properties) && Object.values(properties).every(isObject))) {
    throw new InvalidOptionError("tools", `\`parameters.properties\` of the tool "${name}" must hold a schema a name.`);
  }
  if (required !== undefined && !(Array.isArray(required) && required.every((one) => typeof one === "string"))) {
    throw new InvalidOptionError("tools", `\`parameters.required\` of the tool "${name}" must be a list of names.`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
