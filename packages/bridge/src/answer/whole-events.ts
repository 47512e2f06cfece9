import type { AnswerEvent } from "./answer-event.js";
import { WholeCharacters } from "./whole-characters.js";

/** Makes of an answer's events the same without halves of characters. One for each answer. O(1) per character. */
export class WholeEvents {
  readonly #characters = new WholeCharacters();

  take(events: readonly AnswerEvent[]): readonly AnswerEvent[] {
    return events.flatMap((event) => this.#one(event));
  }

  #one(event: AnswerEvent): readonly AnswerEvent[] {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
      case "call-delta": {
        const text = this.#characters.push(event.text);
        return text === "" ? [] : [{ ...event, text }];
      }
      case "text-end":
        return [...this.#rest("text-delta"), event];
      case "reasoning-end":
        return [...this.#rest("reasoning-delta"), event];
      case "call-end":
        return [...this.#rest("call-delta"), event];
      default:
        return [event];
    }
  }

  /** A half that stayed alone at the end of a block. */
  #rest(type: "text-delta" | "reasoning-delta" | "call-delta"): readonly AnswerEvent[] {
    const text = this.#characters.end();
    return text === "" ? [] : [{ type, text }];
  }
}
