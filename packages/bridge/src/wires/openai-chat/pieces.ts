import type { ImagePart } from "@millrace/agent";
import { readImage } from "../../history/read-image.js";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { jsonText } from "../../json-text.js";

/** A piece of a message's content, whoever says it. */
export type Piece = { type: "text"; text: string } | { type: "reasoning"; text: string } | ImagePart;

/**
 * The content of a message: a text, a list of parts, or nothing. What cannot be passed on leaves a line that says so; a
 * part that nobody knows becomes its JSON text. Empty texts are left out.
 */
export function piecesOf(content: unknown): readonly Piece[] {
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content])
    .flatMap((part: unknown) => readPart(part) ?? [{ type: "text", text: jsonText(part) } as const])
    .filter((piece) => piece.type === "image" || piece.text !== "");
}

/** A part of a content; undefined where it is none that is known. */
export function readPart(part: unknown): readonly Piece[] | undefined {
  if (part === null) return [];
  if (typeof part === "string") return [{ type: "text", text: part }];
  if (!isRecord(part)) return undefined;
  switch (part.type) {
    case "text":
    case "input_text":
    case "output_text":
      return readText(part.text);
    case "refusal":
      return typeof part.refusal === "string" ? [{ type: "text", text: part.refusal }] : undefined;
    case "image_url":
    case "input_image":
      return readImage(part.image_url);
    case "thinking":
      return [{ type: "reasoning", text: thinkingText(part.thinking) }];
    default:
      return leftOut(part);
  }
}

/** A piece where only words can stand. */
export function inWords(piece: Piece): string {
  return piece.type === "image"
    ? `[An image (${piece.mediaType}) was left out: only words can stand here.]`
    : piece.text;
}

function readText(text: unknown): readonly Piece[] | undefined {
  if (typeof text === "string") return [{ type: "text", text }];
  return text === null || text === undefined ? [] : undefined;
}

/** Mistral's form: a text, or a list of texts. */
function thinkingText(thinking: unknown): string {
  if (typeof thinking === "string") return thinking;
  return listIn(thinking)
    .map((piece) => (isRecord(piece) ? (textIn(piece.text) ?? "") : ""))
    .join("");
}

/** Parts that hold megabytes of what no text model reads, by the field that they stand in. */
const BINARY: Readonly<Record<string, string>> = {
  file: "file",
  input_file: "file",
  input_audio: "sound",
  audio: "sound",
  audio_url: "sound",
  video: "video",
  video_url: "video",
  input_video: "video",
};

function leftOut(part: JsonRecord): readonly Piece[] | undefined {
  const type = textIn(part.type) ?? "";
  const kind = Object.hasOwn(BINARY, type) ? BINARY[type] : undefined;
  if (kind === undefined) return undefined;
  const field = part[type];
  const name = textIn((isRecord(field) ? field : part).filename);
  const called = name === undefined ? "" : ` (${name})`;
  return [{ type: "text", text: `[A ${kind}${called} was left out: only text and images are passed on.]` }];
}
