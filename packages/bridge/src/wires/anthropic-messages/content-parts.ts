import type { ContentPart } from "@millrace/agent";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { jsonText } from "../../json-text.js";
import { blockText, documentHead } from "./block-text.js";

/** Of a picture that the request names by its address only. */
const UNKNOWN_IMAGE = "image/*";

/** Content as blocks, whichever way it was written: a text, a list of blocks and texts, one block, nothing. */
export function blocksOf(content: unknown): readonly JsonRecord[] {
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list.flatMap((block): JsonRecord[] => {
    if (block === undefined || block === null || block === "") return [];
    if (isRecord(block)) return [block];
    return [{ type: "text", text: typeof block === "string" ? block : jsonText(block) }];
  });
}

/** What a user or a tool says, as texts and pictures. What is neither becomes a text that says what was there. */
export function contentParts(content: unknown): readonly ContentPart[] {
  return blocksOf(content).flatMap(partsOfBlock);
}

function partsOfBlock(block: JsonRecord): readonly ContentPart[] {
  const { type, source } = block;
  if (type === "image" && isRecord(source)) {
    const image = imageOf(source);
    if (image !== undefined) return [image];
  }
  // A document made of blocks may hold pictures.
  if (type === "document" && isRecord(source) && source.type === "content") {
    return [text(documentHead(block)), ...listIn(source.content).filter(isRecord).flatMap(innerParts)];
  }
  const words = blockText(block);
  return words === "" ? [] : [text(words)];
}

function innerParts(block: JsonRecord): readonly ContentPart[] {
  const image = block.type === "image" && isRecord(block.source) ? imageOf(block.source) : undefined;
  return [image ?? text(blockText(block))];
}

/** `data` is base64 of the bytes, or an `https:` address. A picture in the provider's own store is out of reach. */
function imageOf({ type, media_type, data, url }: JsonRecord): ContentPart | undefined {
  if (type === "base64" && typeof data === "string") {
    return { type: "image", mediaType: textIn(media_type) ?? UNKNOWN_IMAGE, data };
  }
  const address = textIn(url) ?? "";
  if (/^https?:/i.test(address)) return { type: "image", mediaType: UNKNOWN_IMAGE, data: address };
  const [head, mediaType] = /^data:([^;,]*)(?:;[^,]*)?;base64,/.exec(address) ?? [];
  if (head === undefined) return undefined;
  return { type: "image", mediaType: mediaType || UNKNOWN_IMAGE, data: address.slice(head.length) };
}

function text(words: string): ContentPart {
  return { type: "text", text: words };
}
