import { isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "latin-1";

/** How the bytes of a text file are to be read and written again. `bom`: a byte order mark stands before the text. */
export interface TextForm {
  encoding: Encoding;
  bom: boolean;
}

const MARKS: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/**
 * Tells how the beginning of a file is to be read: by its mark, else UTF-8 if it is valid, else Latin-1, in which every
 * byte is a character and none is lost.
 *
 * @param bytes The whole file, or its first piece: a character cut at the end of the piece does not count.
 * @returns Undefined for binary data: a NUL byte outside UTF-16, or many control characters in what is not UTF-8.
 *   O(bytes).
 */
export function detectForm(bytes: Uint8Array): TextForm | undefined {
  const mark = MARKS.find((candidate) => candidate.bytes.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined && mark.encoding !== "utf-8") return { encoding: mark.encoding, bom: true };
  if (bytes.includes(0)) return undefined;
  const bom = mark !== undefined;
  if (isUtf8(withoutCutCharacter(bytes))) return { encoding: "utf-8", bom };
  return countControls(bytes) * 50 > bytes.length ? undefined : { encoding: "latin-1", bom: false };
}

/** Bytes of the mark that this form begins with. */
export function markLength(form: TextForm): number {
  return form.bom ? (MARKS.find((mark) => mark.encoding === form.encoding)?.bytes.length ?? 0) : 0;
}

/** A decoder that is fed a file piece by piece, without its mark, and holds a character cut at the end of a piece. */
export function createDecoder(encoding: Encoding): (bytes: Uint8Array, last: boolean) => string {
  if (encoding === "latin-1") {
    return (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, last) => decoder.decode(bytes, { stream: !last });
}

/** The text of a whole file, without its mark. */
export function decodeText(bytes: Uint8Array, form: TextForm): string {
  return createDecoder(form.encoding)(bytes.subarray(markLength(form)), true);
}

/**
 * The bytes of a text in this form, mark included.
 *
 * @returns Undefined if a character has no place in the encoding, which only Latin-1 knows.
 */
export function encodeText(text: string, form: TextForm): Buffer | undefined {
  const marked = form.bom ? `\ufeff${text}` : text;
  if (form.encoding === "utf-8") return Buffer.from(marked, "utf8");
  if (form.encoding === "latin-1") {
    const bytes = Buffer.from(marked, "latin1");
    return bytes.toString("latin1") === marked ? bytes : undefined;
  }
  const bytes = Buffer.from(marked, "utf16le");
  return form.encoding === "utf-16be" ? bytes.swap16() : bytes;
}

function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function countControls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) count += 1;
  return count;
}
