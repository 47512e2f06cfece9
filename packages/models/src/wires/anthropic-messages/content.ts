import type { Message, Part } from "@millrace/agent";
import { type JsonRecord, recordIn } from "../../json.js";
import { wireCallId } from "../call-id.js";
import { wireCallName } from "../call-name.js";
import type { TurnSource } from "../history-text.js";
import { openSignature } from "../signature.js";
import { inputOf } from "../turns.js";

/** A message as this wire has it: of another role than the one before it, its blocks in the order in which they came. */
export interface WireMessage {
  role: "user" | "assistant";
  content: readonly object[];
}

/**
 * Makes messages of this wire. Results stand at the beginning of the user message behind their calls, as the server
 * wants them; consecutive messages of one role become one. An assistant message that says and calls nothing is left out.
 */
export class WireMessages implements TurnSource<WireMessage> {
  readonly #origin: string;
  #last: WireMessage | undefined;

  /** @param origin whose signatures may go back, see `signatureOrigin` */
  constructor(origin: string) {
    this.#origin = origin;
  }

  get last(): WireMessage | undefined {
    return this.#last;
  }

  add({ role, parts }: Message): readonly WireMessage[] {
    // Thinking may not end a message: what was cut behind it was not said.
    const sent = role === "assistant" ? parts.slice(0, parts.findLastIndex(speaks) + 1) : parts;
    const content = sent.flatMap((part) => blocksOf(part, this.#origin));
    if (content.length === 0) return [];
    const message: WireMessage = { role: role === "assistant" ? "assistant" : "user", content };
    const last = this.#last;
    if (last?.role === message.role) {
      this.#last = { role: last.role, content: [...last.content, ...content] };
      return [];
    }
    this.#last = message;
    return last === undefined ? [] : [last];
  }
}

function speaks(part: Part): boolean {
  return part.type === "tool-use" || (part.type === "text" && part.text.trim() !== "");
}

function blocksOf(part: Part, origin: string): readonly object[] {
  switch (part.type) {
    case "text":
      // The server refuses a text of blanks.
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "image":
      return [image(part.mediaType, part.ref)];
    case "reasoning": {
      const block = recordIn(part.signature === undefined ? undefined : openSignature(origin, part.signature));
      return isThought(block) ? [block] : [];
    }
    case "tool-use": {
      const { block } = part;
      return [{ type: "tool_use", id: wireCallId(block.id), name: wireCallName(block.name), input: inputOf(block) }];
    }
    case "tool-result":
      return [resultBlock(part)];
  }
}

/** Whether this is thinking that somebody signed. Without damaged thoughts a session goes on; with them it does not. */
function isThought({ type, thinking, signature, data }: JsonRecord): boolean {
  return type === "redacted_thinking"
    ? typeof data === "string"
    : type === "thinking" && typeof thinking === "string" && typeof signature === "string";
}

/** Words alone as one text; beside pictures in blocks. An error is words, and has some. Source: Anthropic's API reference. */
function resultBlock({ callId, result }: Extract<Part, { type: "tool-result" }>): object {
  const { content, status } = result;
  const text = content.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])).join("\n");
  const block = { type: "tool_result", tool_use_id: wireCallId(callId) };
  if (status !== "ok") return { ...block, content: text.trim() === "" ? `(${status})` : text, is_error: true };
  const images = content.flatMap((piece) => (piece.type === "image" ? [image(piece.mediaType, piece.data)] : []));
  if (images.length === 0) return { ...block, content: text };
  return { ...block, content: text.trim() === "" ? images : [{ type: "text", text }, ...images] };
}

/** @param data base64 of the bytes, or a `data:` or `https:` address */
function image(mediaType: string, data: string): object {
  if (/^https?:/i.test(data)) return { type: "image", source: { type: "url", url: data } };
  const [, named, base64] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(data) ?? [];
  return {
    type: "image",
    source: { type: "base64", media_type: named || mediaType, data: base64 ?? data },
  };
}
