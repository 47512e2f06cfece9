import type { JsonFrame } from "../../src/readers/json-frame.js";
import type { JsonHandler } from "../../src/readers/json-handler.js";
import { JsonReader } from "../../src/readers/json-value.js";

/** What a handler was told: each member with its pieces joined. */
interface Told {
  members: { name: string; text: string; value?: unknown; ended: boolean }[];
  pieces: string[];
  closes: number;
}

/** A handler that writes down what it is told, and fails where it is told out of order. */
export function recorder(): { handler: JsonHandler; told: Told } {
  const told: Told = { members: [], pieces: [], closes: 0 };
  return {
    told,
    handler: {
      onKey: (name) => void told.members.push({ name, text: "", ended: false }),
      onText(name, piece) {
        const member = told.members.at(-1);
        if (member?.name !== name || member.ended) throw new Error(`text of ${name} came out of order`);
        member.text += piece;
        told.pieces.push(piece);
      },
      onValueEnd(name, value) {
        const member = told.members.at(-1);
        if (member?.name !== name || member.ended) throw new Error(`the end of ${name} came out of order`);
        member.value = value;
        member.ended = true;
      },
      onClose: () => void told.closes++,
    },
  };
}

/** Reads a text that comes in pieces. `atEnd`: what the owner does behind the last of them. */
export function read(cut: readonly string[], frame?: JsonFrame, atEnd: "end" | "closeMissing" = "end") {
  const { handler, told } = recorder();
  const reader = new JsonReader(handler, frame);
  for (const piece of cut) reader.write(piece);
  reader[atEnd]();
  const { value, closed, broken, atFrameClose, consumed } = reader;
  const repairs = reader.repairs.map(({ kind, message }) => `${kind}: ${message}`);
  const { members, closes } = told;
  const behind = cut.join("").slice(consumed);
  return { value, closed, broken, atFrameClose, consumed, behind, repairs, members, closes, pieces: told.pieces };
}

/** All that {@link read} gives but what depends on the cuts. */
export function readWhole(cut: readonly string[], frame?: JsonFrame, atEnd: "end" | "closeMissing" = "end") {
  const { pieces: _, ...rest } = read(cut, frame, atEnd);
  return rest;
}

/** A frame that this very text closes. */
export function frameClosedBy(mark: string): JsonFrame {
  return {
    closesFrame(text) {
      if (text.startsWith(mark)) return "yes";
      return mark.startsWith(text) ? "more" : "no";
    },
  };
}
