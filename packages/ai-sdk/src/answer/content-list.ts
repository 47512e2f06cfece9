import type { Content, MadeCall, MadePart, ProviderData } from "../specification.js";

/** A text or reasoning that is being put together. */
interface Prose {
  type: "text" | "reasoning";
  text: string;
  providerMetadata?: ProviderData;
}

/** The content of a whole answer, put together from parts of a stream and from whole parts. */
export class ContentList {
  readonly content: (Content | MadeCall)[] = [];
  readonly #open = new Map<string, Prose>();

  addWhole(part: Content): void {
    this.content.push(part);
  }

  add(parts: readonly MadePart[]): void {
    for (const part of parts) this.#add(part);
  }

  #add(part: MadePart): void {
    switch (part.type) {
      case "text-start":
      case "reasoning-start": {
        const { type, id, ...rest } = part;
        const prose: Prose = { type: type === "text-start" ? "text" : "reasoning", text: "", ...rest };
        this.#open.set(id, prose);
        this.content.push(prose);
        break;
      }
      case "text-delta":
      case "reasoning-delta": {
        const prose = this.#open.get(part.id);
        if (prose !== undefined) prose.text += part.delta;
        break;
      }
      case "text-end":
      case "reasoning-end": {
        const { type: _type, id, ...rest } = part;
        Object.assign(this.#open.get(id) ?? {}, rest);
        break;
      }
      case "tool-call":
        this.content.push(part);
        break;
      default:
    }
  }
}
