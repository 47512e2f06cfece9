import type { ContentPart } from "../tool.js";
import type { ImagePart, Message, Part } from "./message.js";
import type { Turn } from "./turn.js";

/** A turn for a model that sees no images: each is replaced by a line that says so, where it stood. */
export function leaveImagesOut({ assistant, results, users }: Turn): Turn {
  return { assistant, results: results && withoutImages(results), users: users.map(withoutImages) };
}

function withoutImages(message: Message): Message {
  return { ...message, parts: message.parts.map(withoutImage) };
}

function withoutImage(part: Part): Part {
  if (part.type === "image") return notice(part);
  if (part.type !== "tool-result") return part;
  return { ...part, result: { ...part.result, content: part.result.content.map(noticeOrText) } };
}

function noticeOrText(piece: ContentPart): ContentPart {
  return piece.type === "image" ? notice(piece) : piece;
}

function notice({ mediaType }: Pick<ImagePart, "mediaType">): { type: "text"; text: string } {
  return { type: "text", text: `[An image (${mediaType}) was left out: this model takes no images.]` };
}
