import type { RenderableResult } from "@millrace/protocol";
import type { FileData, FilePart, OutputPart, ToolOutput } from "../specification.js";

/** A tool's output as it stands in a prompt: its text, and the pictures that are shown behind it. */
export interface ShownOutput extends Pick<RenderableResult, "status" | "text"> {
  pictures: readonly FilePart[];
}

const NOT_ALLOWED = "The user did not allow this call. It was not run.";

/**
 * Writes a tool's output of any type as text. Pictures go along as files; of files of another kind, of those that only
 * a provider has, and of a provider's own content only a note is shown, as most models would refuse the prompt for them.
 */
export function showOutput(output: ToolOutput): ShownOutput {
  switch (output.type) {
    case "text":
      return { status: "ok", text: output.value, pictures: [] };
    case "error-text":
      return { status: "error", text: output.value, pictures: [] };
    case "json":
      return { status: "ok", text: jsonOf(output.value), pictures: [] };
    case "error-json":
      return { status: "error", text: jsonOf(output.value), pictures: [] };
    case "execution-denied":
      return { status: "rejected", text: output.reason ?? NOT_ALLOWED, pictures: [] };
    case "content":
      return showParts(output.value.map(showPart));
    default:
      return { status: "ok", text: jsonOf(output), pictures: [] };
  }
}

/** A part of an output: text, and the picture that it announces. */
interface ShownPart {
  text: string;
  picture?: FilePart;
}

function showParts(parts: readonly ShownPart[]): ShownOutput {
  return {
    status: "ok",
    text: parts.map(({ text }) => text).join("\n"),
    pictures: parts.flatMap(({ picture }) => picture ?? []),
  };
}

function showPart(part: OutputPart): ShownPart {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "file":
      return showFile(part.data, part.mediaType, part.filename);
    case "file-data":
    case "image-data":
      return showData(part.data, part.mediaType, part.filename);
    case "image-url":
      return showAddress(part.url, part.mediaType ?? "image/*");
    case "file-url":
      return showAddress(part.url, part.mediaType ?? "file");
    default:
      return { text: `[${part.type}, not shown]` };
  }
}

function showFile(data: FileData, mediaType: string, filename: string | undefined): ShownPart {
  return data.type === "text" ? { text: data.text } : showData(data, mediaType, filename);
}

function showAddress(url: string, mediaType: string): ShownPart {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  return address === undefined || !isPicture(mediaType)
    ? { text: `[${mediaType} at ${url}, not shown]` }
    : showData(address, mediaType, undefined);
}

function showData(data: unknown, mediaType: string, filename: string | undefined): ShownPart {
  const what = filename === undefined ? mediaType : `${filename}, ${mediaType}`;
  return isPicture(mediaType)
    ? { text: `[${what}, shown below]`, picture: { type: "file", data, mediaType } }
    : { text: `[${what}, not shown]` };
}

/** v4 knows "image" alone, too. */
function isPicture(mediaType: string): boolean {
  return mediaType === "image" || mediaType.startsWith("image/");
}

/** A value as JSON. What JSON does not know: a large integer is its digits, nothing is nothing, of a circle only a note is shown. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "";
  } catch {
    // A tool of the caller's may give anything, and the model can still be told that.
    return "[a value that JSON cannot hold, not shown]";
  }
}
