import { jsonOf } from "../../json.js";
import type { ChunkWriter } from "../chunk-writer.js";
import { isOfServer } from "./server-calls.js";
import type { ItemPart, OutputItem } from "./types.js";

type OpenItem = OpenMessage | OpenReasoning | OpenCall | NotOurs | Ended;

interface OpenMessage {
  kind: "message";
  /** The parts of which something was said: what repeats them whole says nothing new. */
  heard: Set<number>;
}

interface OpenReasoning {
  kind: "reasoning";
  isHeard: boolean;
}

interface OpenCall {
  kind: "call";
  /** Ours, dense from 0. */
  index: number;
  isNamed: boolean;
  /** Its input is text of any form, handed out as the JSON text of `{ input }`. */
  isCustom: boolean;
  /** What came of its arguments or input. */
  text: string;
}

/** Tools that the server runs, their results, summaries, what is not known yet: nobody shows them, nobody runs them. */
interface NotOurs {
  kind: "not-ours";
}

/** What still comes for it says nothing new. */
interface Ended {
  kind: "ended";
}

/** Between two parts of one kind that follow each other: titles of a summary, a comment and the answer behind it. */
const PARAGRAPH = "\n\n";

/**
 * The items of one answer, by their index. O(1) per piece.
 *
 * Reasoning goes back as it came, so what is opaque of a reasoning delta is the JSON text of the whole item, said when
 * the item ends. Only where something in it is encrypted: the rest is for people.
 */
export class Items {
  readonly #out: ChunkWriter;
  readonly #open = new Map<number, OpenItem>();
  /** Where a piece without an index belongs. */
  #newest = -1;
  #calls = 0;
  /** A call that ended without arguments: none are right, unless the answer was cut just here. */
  #bare: OpenCall | undefined;
  /** Who spoke or thought last, and in which part, where nothing came since. */
  #voice: { item: OpenItem; part: number } | undefined;
  #isRefused = false;

  constructor(out: ChunkWriter) {
    this.#out = out;
  }

  /** Nothing of any item came. */
  get isEmpty(): boolean {
    return this.#newest === -1;
  }

  get hasCalls(): boolean {
    return this.#calls > 0;
  }

  /** The model would not answer, and said so. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  start(index: number | undefined, item: OutputItem): void {
    this.#endBare();
    this.#newest = index ?? this.#newest + 1;
    this.#open.set(this.#newest, this.#opened(item));
  }

  text(index: number | undefined, part: number, text: string): void {
    const item = this.#at(index, { type: "message" });
    if (item.kind === "message") this.#say(item, part, text);
  }

  refusal(index: number | undefined, part: number, text: string): void {
    this.#isRefused = true;
    this.text(index, part, text);
  }

  /** All of a text or refusal: news only where no piece of it came. */
  wholeText(index: number | undefined, part: number, whole: Pick<ItemPart, "text" | "refusal">): void {
    const item = this.#at(index, { type: "message" });
    if (item.kind === "message") this.#sayWhole(item, part, whole);
  }

  /** @param part another number for each part, of the summary and of raw thoughts */
  thought(index: number | undefined, part: number, text: string): void {
    const item = this.#at(index, { type: "reasoning" });
    if (item.kind === "reasoning") this.#think(item, part, text);
  }

  /** What belongs to no call that began is not lost: it comes again, whole, with the item. */
  input(index: number | undefined, piece: string): void {
    const item = this.#open.get(index ?? this.#newest);
    if (item?.kind === "call") this.#write(item, piece);
  }

  /** All arguments or input of a call: news only behind what came of them. */
  wholeInput(index: number | undefined, whole: unknown): void {
    const item = this.#open.get(index ?? this.#newest);
    if (item?.kind === "call") this.#writeRest(item, whole);
  }

  /** An item ended, and this is all of it. */
  done(index: number | undefined, item: OutputItem): void {
    const open = this.#at(index, item);
    this.#open.set(index ?? this.#newest, { kind: "ended" });
    if (open.kind === "message" && item.type === "message") this.#messageParts(open, item);
    else if (open.kind === "reasoning" && item.type === "reasoning") this.#endReasoning(open, item);
    else if (open.kind === "call") this.#endCall(open, item);
  }

  /** An item that came whole. */
  whole(item: OutputItem): void {
    this.start(undefined, item);
    this.done(undefined, item);
  }

  /** The answer ended; `complete`: nothing cut it. */
  end(complete: boolean): void {
    if (!complete) return;
    // Where an input that is any text ends, only its item says.
    for (const open of this.#open.values()) if (open.kind === "call" && !open.isCustom) this.#endCall(open, {});
    this.#endBare();
  }

  /** The item at this place; begun here where nobody said that it began. */
  #at(index: number | undefined, begun: OutputItem): OpenItem {
    const known = this.#open.get(index ?? this.#newest);
    // Without a place, what follows an item that has ended is another one.
    if (known && (index !== undefined || known.kind !== "ended")) return known;
    this.start(index, begun);
    return this.#open.get(this.#newest) ?? { kind: "not-ours" };
  }

  #opened(item: OutputItem): OpenItem {
    switch (item.type) {
      case "message":
        return { kind: "message", heard: new Set() };
      case "reasoning":
        return { kind: "reasoning", isHeard: false };
      case "function_call":
      case "custom_tool_call":
        return isOfServer(item) ? { kind: "not-ours" } : this.#startCall(item);
      default:
        return { kind: "not-ours" };
    }
  }

  #startCall({ type, call_id, name }: OutputItem): OpenCall {
    this.#voice = undefined;
    const index = this.#calls++;
    const isNamed = typeof name === "string" && name !== "";
    this.#out.add({
      type: "tool-input-start",
      index,
      ...(typeof call_id === "string" && call_id !== "" && { providerCallId: call_id }),
      ...(isNamed && { name }),
    });
    const isCustom = type === "custom_tool_call";
    if (isCustom) this.#out.input(index, '{"input":"');
    return { kind: "call", index, isNamed, isCustom, text: "" };
  }

  #messageParts(open: OpenMessage, { content }: OutputItem): void {
    // Bedrock counts the parts from another number in the events than they stand here: all of them or none are news.
    if (open.heard.size > 0 || !Array.isArray(content)) return;
    for (const [at, part] of content.entries()) if (part) this.#sayWhole(open, at, part);
  }

  #sayWhole(open: OpenMessage, part: number, { text, refusal }: Pick<ItemPart, "text" | "refusal">): void {
    if (open.heard.has(part)) return;
    if (typeof refusal === "string" && refusal !== "") this.#isRefused = true;
    for (const said of [text, refusal]) if (typeof said === "string") this.#say(open, part, said);
  }

  #say(open: OpenMessage, part: number, text: string): void {
    if (text === "") return;
    open.heard.add(part);
    if (this.#voice?.item.kind === "message" && this.#voice.item !== open) this.#out.text(PARAGRAPH);
    if (this.#voice?.item !== open) this.#voice = { item: open, part };
    this.#out.text(text);
  }

  #think(open: OpenReasoning, part: number, text: string): void {
    if (text === "") return;
    open.isHeard = true;
    const { item, part: before } = this.#voice ?? {};
    const isSame = item === open && before === part;
    if (item?.kind === "reasoning" && !isSame) this.#out.reasoning(PARAGRAPH);
    if (!isSame) this.#voice = { item: open, part };
    this.#out.reasoning(text);
  }

  #endReasoning(open: OpenReasoning, item: OutputItem): void {
    if (!open.isHeard) {
      const parts = [...listOf(item.summary), ...listOf(item.content)];
      for (const [at, part] of parts.entries()) if (typeof part?.text === "string") this.#think(open, at, part.text);
    }
    if (typeof item.encrypted_content !== "string" || item.encrypted_content === "") return;
    this.#voice = undefined;
    this.#out.add({ type: "reasoning-delta", text: "", signature: jsonOf(item) });
  }

  #endCall(open: OpenCall, item: OutputItem): void {
    if (!open.isNamed && typeof item.name === "string" && item.name !== "") {
      open.isNamed = true;
      this.#out.add({ type: "tool-input-delta", index: open.index, json: "", name: item.name });
    }
    this.#writeRest(open, open.isCustom ? item.input : item.arguments);
    // The server itself says that the answer was cut here.
    if (item.status === "incomplete") return;
    if (open.text === "" && !open.isCustom) {
      this.#endBare();
      this.#bare = open;
      return;
    }
    if (open.isCustom) this.#out.input(open.index, '"}');
    this.#out.add({ type: "tool-input-end", index: open.index });
  }

  #endBare(): void {
    if (this.#bare !== undefined) this.#out.add({ type: "tool-input-end", index: this.#bare.index });
    this.#bare = undefined;
  }

  #writeRest(open: OpenCall, whole: unknown): void {
    const text = argumentText(whole);
    if (text.startsWith(open.text)) this.#write(open, text.slice(open.text.length));
  }

  #write(open: OpenCall, piece: string): void {
    if (piece === "") return;
    open.text += piece;
    this.#out.input(open.index, open.isCustom ? JSON.stringify(piece).slice(1, -1) : piece);
  }
}

function listOf(parts: OutputItem["summary"]): readonly (ItemPart | null)[] {
  return Array.isArray(parts) ? parts : [];
}

/** Arguments come as JSON text; some servers send the object itself. */
function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : jsonOf(value);
}
