import type { Message, Part } from "@millrace/agent";
import { recordIn } from "../../json.js";
import type { Provider } from "../../provider.js";
import { wireCallId } from "../call-id.js";
import { wireCallName } from "../call-name.js";
import type { TurnSource } from "../history-text.js";
import { imageAddress } from "../image-address.js";
import { openSignature } from "../signature.js";
import { type Image, inputOf } from "../turns.js";
import { wellFormed } from "../well-formed.js";

/** An item of a request. What two of one role say in a row is one message. */
export type WireItem = WireMessage | OtherItem;

interface WireMessage {
  type: "message";
  role: "user" | "assistant";
  /** Never empty, and no two texts in a row. */
  content: readonly Piece[];
}

/** Thoughts, calls, results: an item each, as they go out. */
interface OtherItem {
  type: "other";
  item: object;
}

type Piece = { text: string } | { image: Image };

/**
 * Makes items of this wire, in the order in which their parts came. An assistant message that says and calls nothing is
 * left out, and so are thoughts behind which it said no more: the server refuses those that no item follows.
 */
export class WireItems implements TurnSource<WireItem> {
  readonly #origin: string;
  readonly #back: Provider["reasoningBack"];
  #last: WireItem | undefined;

  /**
   * @param origin whose signatures may go back, see `signatureOrigin`
   * @param back `echo`: thoughts that nobody signed go back as text
   */
  constructor(origin: string, back: Provider["reasoningBack"]) {
    this.#origin = origin;
    this.#back = back;
  }

  get last(): WireItem | undefined {
    return this.#last;
  }

  add({ role, parts }: Message): readonly WireItem[] {
    const sent = role === "assistant" ? parts.slice(0, parts.findLastIndex(speaks) + 1) : parts;
    const complete: WireItem[] = [];
    for (const item of sent.flatMap((part) => this.#itemsOf(part, role))) {
      const last = this.#last;
      if (last?.type === "message" && item.type === "message" && last.role === item.role) {
        this.#last = joined(last, item);
      } else {
        if (last !== undefined) complete.push(last);
        this.#last = item;
      }
    }
    return complete;
  }

  #itemsOf(part: Part, role: Message["role"]): readonly WireItem[] {
    const speaker = role === "assistant" ? "assistant" : "user";
    switch (part.type) {
      case "text":
        return part.text.trim() === "" ? [] : [{ type: "message", role: speaker, content: [{ text: part.text }] }];
      case "image":
        // The wire has no place for a picture that the model gave.
        if (role === "assistant") return [];
        return [
          { type: "message", role: speaker, content: [{ image: { mediaType: part.mediaType, data: part.ref } }] },
        ];
      case "reasoning":
        return this.#thoughtsOf(part);
      case "tool-use":
        return [{ type: "other", item: callOnWire(part) }];
      case "tool-result":
        return [{ type: "other", item: resultOnWire(part) }];
    }
  }

  #thoughtsOf({ text, signature }: Extract<Part, { type: "reasoning" }>): readonly WireItem[] {
    const item = recordIn(signature === undefined ? undefined : openSignature(this.#origin, signature));
    // Without damaged thoughts a session goes on; with them it does not.
    if (item.type === "reasoning" && typeof item.encrypted_content === "string") {
      return [{ type: "other", item: withoutNulls(item) }];
    }
    if (this.#back !== "echo" || text.trim() === "") return [];
    // An id is demanded; nobody looks it up where nothing is stored.
    const id = `rs_${wireCallId(text)}`;
    return [
      { type: "other", item: { type: "reasoning", id, summary: [], content: [{ type: "reasoning_text", text }] } },
    ];
  }
}

/** The JSON value of an item. What is only text is written as one: every server of this wire takes that. */
export function itemOnWire(item: WireItem): object {
  if (item.type === "other") return item.item;
  const { role, content } = item;
  const [first] = content;
  if (content.length === 1 && first !== undefined && "text" in first)
    return { type: "message", role, content: first.text };
  return { type: "message", role, content: content.map(pieceOnWire) };
}

function speaks(part: Part): boolean {
  return part.type === "tool-use" || (part.type === "text" && part.text.trim() !== "");
}

function joined(first: WireMessage, second: WireMessage): WireMessage {
  const before = first.content.at(-1);
  const [next, ...rest] = second.content;
  const content =
    before !== undefined && next !== undefined && "text" in before && "text" in next
      ? [...first.content.slice(0, -1), { text: `${before.text}\n\n${next.text}` }, ...rest]
      : [...first.content, ...second.content];
  return { ...first, content };
}

function callOnWire({ block }: Extract<Part, { type: "tool-use" }>): object {
  return {
    type: "function_call",
    call_id: wireCallId(block.id),
    name: wireCallName(block.name),
    arguments: wellFormed(JSON.stringify(inputOf(block))),
  };
}

/** Words alone as one text; beside pictures in pieces. Source: OpenAI's API reference. */
function resultOnWire({ callId, result }: Extract<Part, { type: "tool-result" }>): object {
  const text = result.content.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])).join("\n");
  const images = result.content.flatMap((piece) => (piece.type === "image" ? [{ image: piece }] : []));
  const item = { type: "function_call_output", call_id: wireCallId(callId) };
  if (images.length === 0) return { ...item, output: text };
  const pieces: readonly Piece[] = text.trim() === "" ? images : [{ text }, ...images];
  return { ...item, output: pieces.map(pieceOnWire) };
}

function pieceOnWire(piece: Piece): object {
  if ("text" in piece) return { type: "input_text", text: piece.text };
  return { type: "input_image", image_url: imageAddress(piece.image), detail: "auto" };
}

/** Servers give fields that are null, and refuse them. */
function withoutNulls(item: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}
