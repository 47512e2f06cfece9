import type { Clock, ModelProfile, Timers } from "@millrace/agent";
import type { ConnectedModel } from "@millrace/models";
import { MAX_KNOWN_MODELS } from "../limits.js";
import { RecentMap } from "../recent-map.js";
import { type ModeChoice, UpstreamModel } from "./upstream-model.js";

/** How models are reached. */
export interface UpstreamModelsOptions extends ModeChoice {
  connect(model: string): ConnectedModel;
  /** What the user knows of the models. */
  profile?: Partial<ModelProfile>;
  /** In place of `profile` and of what its server says. */
  profileOf?: (model: ConnectedModel) => Promise<Partial<ModelProfile>>;
  timers?: Partial<Timers>;
  clock?: Clock;
}

/**
 * The models that were asked for so far, by name: each is asked once what its server knows of it, before its first
 * request, and again when its server was gone. The names are the clients' choice, so only the last
 * {@link MAX_KNOWN_MODELS} are remembered.
 */
export class UpstreamModels {
  readonly #options: UpstreamModelsOptions;
  readonly #known = new RecentMap<Promise<UpstreamModel>>(MAX_KNOWN_MODELS);

  constructor(options: UpstreamModelsOptions) {
    this.#options = options;
  }

  /**
   * Rejects with InvalidOptionError for a name that no server can have, and for a package that is not installed: it is
   * looked for again the next time.
   */
  get(model: string): Promise<UpstreamModel> {
    return this.#known.get(model) ?? this.#connected(model);
  }

  /**
   * What was found out of a model no longer counts, since its server is not there: it may be another one, or load another
   * model, when it is back.
   */
  forget(model: string): void {
    this.#known.delete(model);
  }

  #connected(model: string): Promise<UpstreamModel> {
    const connected = this.#connect(model);
    this.#known.set(model, connected);
    connected.catch(() => {
      if (this.#known.get(model) === connected) this.#known.delete(model);
    });
    return connected;
  }

  async #connect(model: string): Promise<UpstreamModel> {
    const { connect, timers, clock, profile: known, profileOf, ...choice } = this.#options;
    const connected = connect(model);
    await connected.load();
    const profile = profileOf
      ? await profileOf(connected)
      : { ...connected.profile, ...(await connected.probe()), ...known };
    return new UpstreamModel({ ...connected, profile }, choice, { ...(timers && { timers }), ...(clock && { clock }) });
  }
}
