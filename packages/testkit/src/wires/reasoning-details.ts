import type { JsonObject } from "../json.js";
import { piecesOf } from "./answer-parts.js";

/** What of a reasoning detail comes in pieces (OpenRouter, "Reasoning tokens", "Streaming response"). */
const TEXTS = ["text", "summary", "data"];

/** One reasoning detail as gateways stream it: its text in pieces, its signature behind them. */
export function detailPieces(detail: JsonObject, chunk: number | undefined): readonly JsonObject[] {
  const field = TEXTS.find((name) => name !== "data" && typeof detail[name] === "string");
  if (field === undefined) return [detail];
  const { [field]: text, signature, ...rest } = detail;
  const pieces = [...piecesOf(String(text), chunk)].map((piece) => ({ ...rest, [field]: piece }));
  return signature === undefined ? pieces : [...pieces, { ...rest, signature }];
}

/** The details whole again: pieces of the same type and index that stand in a row are one. */
export function mergeDetails(pieces: readonly JsonObject[]): readonly JsonObject[] {
  const merged: Record<string, unknown>[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last === undefined || last.type !== piece.type || last.index !== piece.index) merged.push({ ...piece });
    else {
      for (const [name, value] of Object.entries(piece)) {
        const before = last[name];
        last[name] = TEXTS.includes(name) && typeof before === "string" ? before + String(value) : value;
      }
    }
  }
  return merged;
}
