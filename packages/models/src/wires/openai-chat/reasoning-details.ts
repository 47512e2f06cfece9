import { jsonOf } from "../../json.js";
import type { ChunkWriter } from "../chunk-writer.js";
import type { ReasoningDetail } from "./types.js";

/**
 * Keeps OpenRouter's `reasoning_details`, which go back whole in the next request: as the JSON text of the array, in
 * `signature` of a reasoning delta. Only where something in them is opaque (a signature, encrypted data).
 */
export class ReasoningDetails {
  readonly #writer: ChunkWriter;
  #details: ReasoningDetail[] = [];

  constructor(writer: ChunkWriter) {
    this.#writer = writer;
  }

  /** Takes the details of one delta. Returns their readable text. */
  take(details: readonly (ReasoningDetail | null)[]): string {
    let text = "";
    for (const detail of details) {
      if (!detail) continue;
      const said = detail.text || detail.summary;
      if (typeof said === "string") text += said;
      const last = this.#details.at(-1);
      if (last && last.type === detail.type && last.index === detail.index) join(last, detail);
      else this.#details.push({ ...detail });
    }
    return text;
  }

  /** What the reasoning was is known: text or a call follows, or the end. */
  flush(): void {
    if (this.#details.length === 0) return;
    if (this.#details.some(({ signature, data }) => signature || data)) {
      this.#writer.add({ type: "reasoning-delta", text: "", signature: jsonOf(this.#details) });
    }
    this.#details = [];
  }
}

/** Streamed pieces of one detail: their texts follow each other, everything else is said once. */
function join(into: ReasoningDetail, piece: ReasoningDetail): void {
  for (const field of ["text", "summary", "data"] as const) {
    const more = piece[field];
    if (typeof more !== "string" || more === "") continue;
    const before = into[field];
    into[field] = typeof before === "string" ? before + more : more;
  }
  if (piece.signature) into.signature = piece.signature;
}
