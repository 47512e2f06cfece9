import type { FinishReason, Usage } from "@millrace/protocol";
import type { AnswerEvent } from "./answer-event.js";

/** An answer that is not streamed. */
export interface WholeAnswer {
  blocks: readonly AnswerBlock[];
  reason: FinishReason;
  usage: Usage;
}

/** `arguments`: JSON text, or the text itself of a tool in `textTools`. A call that was cut off is not among the blocks. */
export type AnswerBlock =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string; signature?: string }
  | { type: "call"; id: string; name: string; arguments: string };

/** Collects events to an answer. Take `answer` when `finish` was given. O(1) per event. */
export class AnswerCollector {
  readonly #blocks: AnswerBlock[] = [];
  #pieces: string[] = [];
  #call: { id: string; name: string } | undefined;
  #finish: Pick<WholeAnswer, "reason" | "usage"> = { reason: "unknown", usage: {} };

  get answer(): WholeAnswer {
    return { blocks: this.#blocks, ...this.#finish };
  }

  push(event: AnswerEvent): void {
    switch (event.type) {
      case "text-start":
      case "reasoning-start":
        this.#pieces = [];
        break;
      case "call-start":
        this.#pieces = [];
        this.#call = event;
        break;
      case "text-delta":
      case "reasoning-delta":
      case "call-delta":
        this.#pieces.push(event.text);
        break;
      case "text-end":
        this.#blocks.push({ type: "text", text: this.#pieces.join("") });
        break;
      case "reasoning-end": {
        const { signature } = event;
        const text = this.#pieces.join("");
        this.#blocks.push({ type: "reasoning", text, ...(signature !== undefined && { signature }) });
        break;
      }
      case "call-end":
        if (event.cut || this.#call === undefined) break;
        this.#blocks.push({
          type: "call",
          id: this.#call.id,
          name: this.#call.name,
          arguments: this.#pieces.join(""),
        });
        break;
      case "finish":
        this.#finish = event;
        break;
    }
  }
}
