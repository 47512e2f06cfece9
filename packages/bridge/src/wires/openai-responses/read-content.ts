import type { ContentPart, ImagePart, Part } from "@millrace/agent";
import { readImage } from "../../history/read-image.js";
import { resultImage } from "../../history/result-image.js";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";

type Content = Extract<Part, { type: "text" }> | ImagePart;

/** `content` of a message as parts: a text, or a list of parts of any kind. What cannot be passed on is said in words. */
export function readContent(content: unknown): Content[] {
  const text = textIn(content);
  if (text !== undefined) return [{ type: "text", text }];
  if (isRecord(content)) return readPart(content);
  return listIn(content).flatMap((part) => (isRecord(part) ? readPart(part) : readContent(textIn(part))));
}

/** `output` of a call as content of its result. What is no text and no list of parts comes as JSON. */
export function readOutput(output: unknown): ContentPart[] {
  if (output === undefined || output === null || output === "") return [];
  if (typeof output === "string") return [{ type: "text", text: output }];
  const hasParts = Array.isArray(output) && output.every((part) => isRecord(part) && typeof part.type === "string");
  if (!hasParts) return [{ type: "text", text: JSON.stringify(output) }];
  return readContent(output).map((part) => (part.type === "text" ? part : resultImage(part)));
}

/** Only the words of some content, a blank line between. */
export function wordsOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function readPart(part: JsonRecord): Content[] {
  switch (part.type) {
    case "input_image":
    case "image_url":
      return imageOf(part);
    case "input_file":
      return [{ type: "text", text: fileWords(part) }];
    case "refusal":
      return words(part.refusal);
    default:
      if (typeof part.text === "string") return words(part.text);
      return [{ type: "text", text: `[Content of type ${JSON.stringify(part.type ?? null)} is left out]` }];
  }
}

function words(text: unknown): Content[] {
  return readContent(textIn(text));
}

function imageOf(part: JsonRecord): Content[] {
  const image = readImage(part.image_url);
  if (image !== undefined) return [...image];
  const id = textIn(part.file_id) ?? "without an address";
  return [{ type: "text", text: `[An image (${id}) is left out: only its address or a data: URL can be passed on]` }];
}

function fileWords(part: JsonRecord): string {
  const name = textIn(part.filename) ?? textIn(part.file_url) ?? textIn(part.file_id) ?? "without a name";
  const encoded = /^data:text\/[^,]*;base64,(.*)$/is.exec(textIn(part.file_data) ?? "")?.[1];
  if (encoded === undefined) return `[The file ${name} is left out: only text and images can be passed on]`;
  return `[The file ${name}]\n${Buffer.from(encoded, "base64").toString("utf8")}`;
}
