import type { ContentPart, Message, Part } from "@millrace/agent";
import type { ToolUseBlock } from "@millrace/protocol";
import { recordIn } from "../json.js";
import { wireCallId } from "../wires/call-id.js";
import { wireCallName } from "../wires/call-name.js";
import { openSignature } from "../wires/signature.js";
import { inputOf } from "../wires/turns.js";
import {
  areProviderOptions,
  type FilePart,
  type PromptMessage,
  type ProviderOptions,
  type Specification,
  type TextPart,
} from "./language-model.js";
import { CACHE_MARK } from "./provider-facts.js";

/** What of a request makes a prompt, and for whom. */
export interface PromptSource {
  system: string;
  messages: readonly Message[];
  cacheMarks?: readonly number[] | undefined;
  specification: Specification;
  /** Whose signatures may go back, see `signatureOrigin`. */
  origin: string;
}

/**
 * A request's words as a prompt of the AI SDK: the system text first, then messages each of another role than the one
 * before it, an assistant's parts in the order in which they came. Pictures of results follow them in a message of the
 * user: of these packages some write a picture that stands in a result as text.
 *
 * The prompt of a history that grew begins as the one before did, but for cache marks. O(messages).
 */
export function promptOf({ system, messages, cacheMarks, specification, origin }: PromptSource): PromptMessage[] {
  const prompt: PromptMessage[] = [];
  const names = new Map<string, string>();
  if (system.trim() !== "") prompt.push({ role: "system", content: system, ...(cacheMarks && CACHE_MARK) });
  for (const [index, message] of messages.entries()) {
    const made = promptMessages(message, names, specification, origin);
    for (const next of made) {
      const last = prompt.at(-1);
      if (last === undefined || !joined(last, next)) prompt.push(next);
    }
    const newest = prompt.at(-1);
    if (made.length > 0 && newest && cacheMarks?.includes(index)) newest.providerOptions = CACHE_MARK.providerOptions;
  }
  return prompt;
}

/** Puts the second message's parts behind the first one's, where both are of one role. */
function joined(first: PromptMessage, second: PromptMessage): boolean {
  if (first.role === "user" && second.role === "user") append(first.content, second.content);
  else if (first.role === "assistant" && second.role === "assistant") append(first.content, second.content);
  else if (first.role === "tool" && second.role === "tool") first.content.push(...second.content);
  else return false;
  return true;
}

/** Neighbouring texts become one, as paragraphs: some packages write two of them as a list, which templates refuse. */
function append<Other extends { type: string }>(
  content: (TextPart | Other)[],
  more: readonly (TextPart | Other)[],
): void {
  for (const part of more) {
    const last = content.at(-1);
    if (last && isText(last) && isText(part))
      content.splice(-1, 1, { type: "text", text: `${last.text}\n\n${part.text}` });
    else content.push(part);
  }
}

function isText(part: { type: string }): part is TextPart {
  return part.type === "text";
}

/** @param names of the calls so far, by their ids as they are sent; those of this message are added */
function promptMessages(
  { role, parts }: Message,
  names: Map<string, string>,
  specification: Specification,
  origin: string,
): PromptMessage[] {
  switch (role) {
    case "user": {
      const content: ContentOf<"user"> = [];
      append(
        content,
        parts.flatMap((part) => userParts(part, specification)),
      );
      return content.length === 0 ? [] : [{ role, content }];
    }
    case "assistant": {
      for (const part of parts) {
        if (part.type === "tool-use") names.set(wireCallId(part.block.id), nameOf(part.block));
      }
      // Reasoning may not end a message: what was cut behind it was not said.
      const said = parts.slice(0, parts.findLastIndex(speaks) + 1);
      const content: ContentOf<"assistant"> = [];
      append(
        content,
        said.flatMap((part) => assistantParts(part, origin)),
      );
      return content.length === 0 ? [] : [{ role, content }];
    }
    case "tool":
      return resultMessages(parts, names, specification);
  }
}

function speaks(part: Part): boolean {
  return part.type === "tool-use" || (part.type === "text" && part.text.trim() !== "");
}

type ContentOf<Role> = Extract<PromptMessage, { role: Role }>["content"];

/** Servers refuse a text of blanks. */
function userParts(part: Part, specification: Specification): ContentOf<"user"> {
  if (part.type === "text") return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
  return part.type === "image" ? [picture(part.mediaType, part.ref, specification)] : [];
}

function assistantParts(part: Part, origin: string): ContentOf<"assistant"> {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      return reasoningParts(part, origin);
    case "tool-use": {
      const { block } = part;
      const providerOptions = metadataIn(block.signature, origin);
      return [
        {
          type: "tool-call",
          toolCallId: wireCallId(block.id),
          toolName: nameOf(block),
          input: inputOf(block),
          ...(providerOptions && { providerOptions }),
        },
      ];
    }
    default:
      return [];
  }
}

/** Packages look names up in plain objects, which have some of their own: `__proto__`, `constructor`. */
function nameOf({ name }: ToolUseBlock): string {
  const onWire = wireCallName(name);
  return onWire in Object.prototype ? `${onWire}_` : onWire;
}

/**
 * What was signed goes back as it came, or, from elsewhere, not at all: without its signature some servers refuse it.
 * What nobody signed is here only where the provider's rule wants it.
 */
function reasoningParts({ text, signature }: { text: string; signature?: string }, origin: string) {
  if (signature === undefined) return text.trim() === "" ? [] : [{ type: "reasoning" as const, text }];
  const { text: signed } = recordIn(openSignature(origin, signature));
  const providerOptions = metadataIn(signature, origin);
  if (typeof signed !== "string" || providerOptions === undefined) return [];
  return [{ type: "reasoning" as const, text: signed, providerOptions }];
}

/** A provider's metadata, as they were sealed; undefined where they are from elsewhere. */
function metadataIn(signature: string | undefined, origin: string): ProviderOptions | undefined {
  if (signature === undefined) return undefined;
  const { metadata } = recordIn(openSignature(origin, signature));
  return areProviderOptions(metadata) ? metadata : undefined;
}

function resultMessages(
  parts: readonly Part[],
  names: ReadonlyMap<string, string>,
  specification: Specification,
): PromptMessage[] {
  const results = parts.filter((part) => part.type === "tool-result");
  const images = results.flatMap(({ result }) => result.content.filter((piece) => piece.type === "image"));
  const content: ContentOf<"tool"> = results.map(({ callId, result }) => {
    const toolCallId = wireCallId(callId);
    const text = textOf(result.content);
    return {
      type: "tool-result",
      toolCallId,
      toolName: names.get(toolCallId) ?? "_",
      output:
        result.status === "ok"
          ? { type: "text", value: text }
          : { type: "error-text", value: text.trim() === "" ? `(${result.status})` : text },
    };
  });
  if (content.length === 0) return [];
  if (images.length === 0) return [{ role: "tool", content }];
  const shown = images.map(({ mediaType, data }) => picture(mediaType, data, specification));
  return [
    { role: "tool", content },
    { role: "user", content: [{ type: "text", text: "The pictures of these results:" }, ...shown] },
  ];
}

function textOf(content: readonly ContentPart[]): string {
  return content.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])).join("\n");
}

/**
 * A picture as it goes out: in words where its address is none, as no `URL` can be made of that.
 *
 * @param ref base64 of the bytes, or a `data:` or `https:` address
 */
function picture(mediaType: string, ref: string, specification: Specification): FilePart | TextPart {
  if (/^https?:/i.test(ref)) {
    if (!URL.canParse(ref)) return { type: "text", text: `[${mediaType} at ${ref}, not shown]` };
    const url = new URL(ref);
    return { type: "file", mediaType, data: specification === "v4" ? { type: "url", url } : url };
  }
  const [, named, base64] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(ref) ?? [];
  const data = base64 ?? ref;
  return {
    type: "file",
    mediaType: named || mediaType,
    data: specification === "v4" ? { type: "data", data } : data,
  };
}
