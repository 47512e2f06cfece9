import type { StreamChunk } from "@millrace/protocol";

/** Collects the chunks of one read. Neighbouring pieces of one kind become one delta. O(1) per piece. */
export class ChunkWriter {
  #chunks: StreamChunk[] = [];
  #kind: "text" | "reasoning" | "input" | undefined;
  #input = 0;
  #pending = "";

  text(text: string): void {
    if (this.#kind !== "text") this.#begin("text");
    this.#pending += text;
  }

  reasoning(text: string): void {
    if (this.#kind !== "reasoning") this.#begin("reasoning");
    this.#pending += text;
  }

  input(index: number, json: string): void {
    if (this.#kind !== "input" || this.#input !== index) this.#begin("input");
    this.#input = index;
    this.#pending += json;
  }

  add(chunk: StreamChunk): void {
    this.#flush();
    this.#chunks.push(chunk);
  }

  /** What came since the last call. */
  take(): readonly StreamChunk[] {
    this.#flush();
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  #begin(kind: "text" | "reasoning" | "input"): void {
    this.#flush();
    this.#kind = kind;
  }

  #flush(): void {
    if (this.#kind === "text") this.#chunks.push({ type: "text-delta", text: this.#pending });
    else if (this.#kind === "reasoning") this.#chunks.push({ type: "reasoning-delta", text: this.#pending });
    else if (this.#kind === "input") {
      this.#chunks.push({ type: "tool-input-delta", index: this.#input, json: this.#pending });
    }
    this.#kind = undefined;
    this.#pending = "";
  }
}
