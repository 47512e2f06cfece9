import type { Block, MessageReader, Span } from "@millrace/protocol";
import type { Colours } from "../output/colours.js";
import { printable } from "../output/printable.js";
import type { HeldPiece } from "./held-pieces.js";

/** Characters of a held piece that are shown. */
const MAX_HELD = 60;

/**
 * The raw text of a message, piece by piece in order: what each piece was read as, and why. Then what was held back
 * while it streamed, and what was noticed. O(length).
 */
export function explainMessage(
  text: string,
  reader: MessageReader,
  held: readonly HeldPiece[],
  colours: Colours,
): string {
  const pieces = [
    ...reader.blocks.map((block) => ({ span: block.span, block })),
    ...reader.gaps.map((span) => ({ span, block: undefined })),
  ].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);

  const lines = pieces.flatMap(({ span, block }) => [
    colours.strong(`${where(span)} ${block ? nameOf(block) : "gap (belongs to no block)"}`),
    indent(printable(text.slice(span.start, span.end)), paint(block, colours)),
    ...(block ? remarksOn(block) : []).map((remark) => colours.doubtful(`    ! ${printable(remark)}`)),
  ]);
  if (held.length > 0) {
    lines.push("", colours.strong("Held back while it streamed:"));
    // One by one: there may be more than a call takes arguments.
    for (const piece of held) lines.push(`  ${describeHeld(piece, text)}`);
  }
  for (const note of reader.notes) lines.push(colours.doubtful(`! ${note.kind}: ${printable(note.message)}`));
  if (reader.truncated) lines.push(colours.doubtful("! The message stopped inside a call or the tag that opens one."));
  return `${lines.join("\n")}\n`;
}

function where({ start, end }: Span): string {
  return `${start}..${end}`;
}

function nameOf(block: Block): string {
  if (block.type !== "tool-use") return block.type;
  const how = block.closedBy === "end" ? "cut off, would not run" : `closed by ${block.closedBy}`;
  return `call ${block.name} (${block.dialect}, ${how})`;
}

function remarksOn(block: Block): string[] {
  if (block.type !== "tool-use") return [];
  const repairs = block.repairs.map(({ kind, message }) => `mended, ${kind}: ${message}`);
  return block.doubtful === undefined ? repairs : [...repairs, `doubtful: ${block.doubtful}`];
}

function paint(block: Block | undefined, colours: Colours): (text: string) => string {
  if (!block) return colours.removed;
  if (block.type === "reasoning") return colours.dim;
  return block.type === "tool-use" ? colours.place : (text) => text;
}

/** Each line marked, so that its blanks and its end can be seen. */
function indent(text: string, painted: (line: string) => string): string {
  return text
    .split("\n")
    .map((line) => `  │${painted(line)}`)
    .join("\n");
}

function describeHeld({ start, end, decidedAt, became }: HeldPiece, text: string): string {
  const piece = text.slice(start, end);
  const shown = JSON.stringify(piece.length > MAX_HELD ? `${piece.slice(0, MAX_HELD)}…` : piece);
  return `${where({ channel: "text", start, end })} ${printable(shown)} until ${decidedAt === undefined ? "the end of the message" : `character ${decidedAt}`}: ${became}`;
}
