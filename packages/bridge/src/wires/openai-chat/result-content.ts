import type { ContentPart } from "@millrace/agent";
import { resultImage } from "../../history/result-image.js";
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

function asContent(piece: Piece): ContentPart {
  return piece.type === "image" ? resultImage(piece) : { type: "text", text: piece.text };
}
