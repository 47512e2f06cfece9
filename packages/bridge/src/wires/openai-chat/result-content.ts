import type { ContentPart } from "@millrace/agent";
import { isRecord } from "../../json.js";
import { jsonText } from "../../json-text.js";
import { type Piece, readPart } from "./pieces.js";

/**
 * The content of a result: a text, nothing, a list of parts, or any other JSON, which becomes its text. A list in which
 * anything is no part is data, too. Empty texts are left out.
 */
export function resultContent(content: unknown): readonly ContentPart[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  const pieces = partsIn(content);
  if (pieces === undefined) return [{ type: "text", text: jsonText(content) }];
  return pieces.map(asContent).filter((part) => part.type === "image" || part.text !== "");
}

function partsIn(content: unknown): readonly Piece[] | undefined {
  if (isRecord(content)) return readPart(content);
  if (!Array.isArray(content)) return undefined;
  const pieces: Piece[] = [];
  for (const item of content) {
    // A list of plain texts is a tool's data.
    const read = isRecord(item) ? readPart(item) : undefined;
    if (read === undefined) return undefined;
    pieces.push(...read);
  }
  return pieces;
}

/** A picture of a result is bytes, not an address. */
function asContent(piece: Piece): ContentPart {
  if (piece.type !== "image") return { type: "text", text: piece.text };
  const { ref, mediaType } = piece;
  const comma = ref.indexOf(",");
  const inBase64 = /^data:[^,]{0,200};base64$/i.test(ref.slice(0, Math.min(comma, 300)));
  if (inBase64) return { type: "image", mediaType, data: ref.slice(comma + 1) };
  return { type: "text", text: `[An image of this result was not passed on. Its address: ${ref}]` };
}
