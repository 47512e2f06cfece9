import type { Provider } from "../provider.js";
import type { HistoryText } from "./history-text.js";

/** The histories of a wire as they were written: each provider wants other fields, and each origin has signatures of its own. */
export class HistoryTexts<T> {
  readonly #make: (provider: Provider, origin: string) => HistoryText<T>;
  readonly #made = new WeakMap<Provider, Map<string, HistoryText<T>>>();

  constructor(make: (provider: Provider, origin: string) => HistoryText<T>) {
    this.#make = make;
  }

  /** @param origin whose signatures may go back, see `signatureOrigin` */
  for(provider: Provider, origin: string): HistoryText<T> {
    const ofProvider = this.#made.get(provider) ?? new Map<string, HistoryText<T>>();
    this.#made.set(provider, ofProvider);
    const known = ofProvider.get(origin);
    if (known) return known;
    const made = this.#make(provider, origin);
    ofProvider.set(origin, made);
    return made;
  }
}
