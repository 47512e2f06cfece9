import type { Block, Repair, Span } from "./block.js";
import { BlockList } from "./block-list.js";
import type { Dialect } from "./dialects/dialect.js";
import type { EndKind } from "./end-kind.js";
import { InvalidOptionError } from "./errors.js";
import { NativeCalls } from "./native-calls.js";
import type { MessageReader, ParserOptions } from "./options.js";
import { tagIndex } from "./readers/tag-index.js";
import type { ChannelOptions } from "./scan/channel-context.js";
import { PROMPT } from "./scan/reasoning-scanner.js";
import { syntaxOf } from "./scan/syntax.js";
import { TextScanner } from "./scan/text-scanner.js";
import type { FinishReason, StreamChunk } from "./stream-chunk.js";

const NATIVE_OFFERED = "It was written as text although native tools were offered.";

/** Joins the channels of one message: text, the wire's own reasoning, native calls. See {@link MessageReader}. */
export class ChannelReader implements MessageReader {
  readonly notes: Repair[] = [];
  readonly #list: BlockList;
  readonly #text: TextScanner;
  readonly #tools: ParserOptions["tools"];
  #native: NativeCalls | undefined;
  readonly #options: ChannelOptions;
  #reasoning: TextScanner | undefined;
  /** Whose turn it is: another channel's content ends an open text block, and the wire's reasoning. */
  #channel: "text" | "reasoning" | "arguments" | undefined;
  /** The wire's reasoning goes on with what comes next of it: nothing came between, and no signature ended it. */
  #isThinking = false;
  #isEnded = false;

  constructor(dialect: Dialect, options: Omit<ParserOptions, "dialect">) {
    checkOptions(options);
    if (!Array.isArray(dialect?.frames)) throw new InvalidOptionError("dialect", "`dialect` must be a dialect.");
    const syntax = syntaxOf(dialect);
    const index = tagIndex(options.tools, syntax);
    const list = new BlockList(options.messageId ?? "message", options.onEvent);
    const channel: ChannelOptions = {
      index,
      list,
      tagDialect: syntax.tagDialect,
      notes: this.notes,
      ...(options.nativeOffered === true && { doubtful: NATIVE_OFFERED }),
    };
    this.#list = list;
    this.#tools = options.tools;
    this.#text = new TextScanner("text", channel);
    if (options.start === "in-reasoning") this.#text.enterReasoning(PROMPT);
    this.#options = channel;
  }

  get blocks(): readonly Block[] {
    return this.#list.blocks;
  }

  get gaps(): readonly Span[] {
    const lengths = new Map<string, number>([
      ["reasoning", this.#reasoning?.length ?? 0],
      ["text", this.#text.length],
      ...(this.#native?.lengths ?? []),
    ]);
    return findGaps(this.blocks, lengths);
  }

  get truncated(): boolean {
    return this.#text.truncated || this.#reasoning?.truncated === true || this.#native?.truncated === true;
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
        this.#native ??= new NativeCalls(this.#tools, this.#list, this.notes);
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
    this.#reasoning?.end(kind);
    this.#text.end(kind);
    this.#native?.end(kind);
    this.#list.rethrow();
  }

  #pushReasoning(text: string, signature: string | undefined): void {
    this.#reasoning ??= new TextScanner("reasoning", this.#options);
    const isSigned = signature !== undefined && signature !== "";
    if ((text !== "" || isSigned) && this.#channel !== "reasoning") this.#turnTo("reasoning");
    if (text !== "") {
      if (!this.#isThinking) this.#reasoning.resumeReasoning();
      this.#isThinking = true;
      this.#reasoning.write(text);
    }
    if (!isSigned) return;
    this.#reasoning.sign(signature);
    this.#isThinking = false;
  }

  #turnTo(channel: "text" | "reasoning" | "arguments"): void {
    this.#channel = channel;
    if (channel !== "text") this.#text.interrupt();
    if (channel === "reasoning") return;
    this.#reasoning?.leaveReasoning();
    this.#isThinking = false;
  }
}

/** Which ends may mend: see docs/READER.md, Ends. */
function endKind(reason: FinishReason | undefined): EndKind {
  if (reason === "stop" || reason === "tool-calls") return "mend";
  return reason === undefined || reason === "unknown" ? "leave" : "cut";
}

/** What no block covers, channel by channel. Made when asked for; the cost is that of sorting the blocks. */
function findGaps(blocks: readonly Block[], lengths: ReadonlyMap<string, number>): Span[] {
  const byChannel = new Map<string, Span[]>();
  for (const { span } of blocks) {
    const spans = byChannel.get(span.channel);
    if (spans === undefined) byChannel.set(span.channel, [span]);
    else spans.push(span);
  }
  const gaps: Span[] = [];
  for (const [channel, length] of lengths) {
    const spans = byChannel.get(channel) ?? [];
    let at = 0;
    for (const span of [...spans.sort((a, b) => a.start - b.start), { channel, start: length, end: length }]) {
      if (span.start > at) gaps.push({ channel, start: at, end: span.start });
      at = Math.max(at, span.end);
    }
  }
  return gaps;
}

function checkOptions({ messageId, start, onEvent }: ParserOptions): void {
  if (messageId !== undefined && typeof messageId !== "string") {
    throw new InvalidOptionError("messageId", "`messageId` must be a string.");
  }
  if (start !== undefined && start !== "in-reasoning") {
    throw new InvalidOptionError("start", '`start` must be "in-reasoning" or left out.');
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw new InvalidOptionError("onEvent", "`onEvent` must be a function or left out.");
  }
}
