import type { MadePart, ProviderData } from "../specification.js";

/** A text of the model, as it sent it. */
interface Source {
  readonly id: string;
  /** What a provider said of it, the newest. */
  metadata: ProviderData | undefined;
  /** How it ended, less type and id; undefined while it goes on. */
  end: object | undefined;
  /** How many texts were made of it. */
  texts: number;
}

/**
 * Writes the texts that are shown. They begin and end where the model's own texts do, and where a call stands in one. The
 * first that is made of a text keeps its id; what a provider said of the text stands at their ends. Each method gives the
 * parts to send.
 */
export class TextWriter {
  #source: Source = { id: "text", metadata: undefined, end: undefined, texts: 0 };
  /** The text that is open: its id, and of which it was made. */
  #open: { id: string; source: Source } | undefined;

  startSource(id: string, metadata: ProviderData | undefined): void {
    this.#source = { id, metadata, end: undefined, texts: 0 };
  }

  /** Something more that a provider says of the text that the model writes. */
  note(metadata: ProviderData | undefined): void {
    this.#source.metadata = metadata ?? this.#source.metadata;
  }

  /** `end`: the part that ended the text, less type and id. A text without a word is shown only for what is said of it. */
  endSource(end: object): MadePart[] {
    const source = this.#source;
    source.end = end;
    if (source.texts > 0 || (source.metadata === undefined && !("providerMetadata" in end))) return [];
    return [...this.end(), ...this.#begin(), ...this.end()];
  }

  write(text: string): MadePart[] {
    const parts = this.#open?.source === this.#source ? [] : [...this.end(), ...this.#begin()];
    return [...parts, { type: "text-delta", id: this.#open?.id ?? this.#source.id, delta: text }];
  }

  /** Ends the open text, if there is one. */
  end(): MadePart[] {
    if (this.#open === undefined) return [];
    const { id, source } = this.#open;
    this.#open = undefined;
    return [{ type: "text-end", id, ...said(source), ...source.end }];
  }

  /** Ends the open text if nothing more can come of it but what is still held. */
  endIfSourceEnded(): MadePart[] {
    return this.#open?.source.end === undefined ? [] : this.end();
  }

  #begin(): MadePart[] {
    const source = this.#source;
    const id = source.texts === 0 ? source.id : `${source.id}-${source.texts}`;
    source.texts++;
    this.#open = { id, source };
    return [{ type: "text-start", id, ...said(source) }];
  }
}

function said({ metadata }: Source): { providerMetadata?: ProviderData } {
  return metadata === undefined ? {} : { providerMetadata: metadata };
}
