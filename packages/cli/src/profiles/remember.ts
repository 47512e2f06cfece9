import { type ModelProfile, mergeProfiles, type SessionEvent } from "@millrace/agent";
import type { ConnectedModel, ProfileStore } from "@millrace/models";
import type { KnownModel } from "./know-model.js";

/** Gathers what a run learns of its model, to be kept at its end. */
export class LearntProfile {
  #patch: Partial<ModelProfile> = {};

  add(event: SessionEvent): void {
    // At equal rank the first one counts, and what was learnt last is right.
    if (event.type === "profile-learned") this.#patch = mergeProfiles(event.patch, this.#patch);
  }

  /**
   * Keeps it; returns what is to be said where that was not possible. A window is kept beside what a local server says now:
   * of a model that was not loaded when the run began it did not say then with which it runs. Never rejects.
   */
  async keep(
    store: ProfileStore,
    { place, asked }: Pick<KnownModel, "place" | "asked">,
    model: ConnectedModel,
  ): Promise<string | undefined> {
    if (Object.keys(this.#patch).length === 0) return undefined;
    try {
      const isAsked = this.#patch.window !== undefined && model.profile.local;
      const said = { ...asked.said, ...(isAsked && (await model.ask()).said) };
      const { damaged } = await store.write(place, this.#patch, said);
      return damaged === undefined ? undefined : `The damaged profile is now ${damaged}.`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
