import { type ModelProfile, mergeProfiles } from "@millrace/agent";
import {
  type AskedModel,
  type ConnectedModel,
  type ProfilePlace,
  type ProfileStore,
  profileNow,
  type StoredProfile,
} from "@millrace/models";
import type { Settings } from "../config/settings.js";
import { windowOf } from "../run/window-of.js";
import { userWords } from "./user-words.js";

/** What is known of a model, and what is to be said of that. */
export interface KnownModel {
  profile: Partial<ModelProfile>;
  asked: AskedModel;
  stored: StoredProfile;
  place: ProfilePlace;
  /** Sentences for the user: a profile that is damaged, one that no longer counts. */
  notices: readonly string[];
}

/** What a server is held to have said that was not asked. */
const NOT_ASKED: AskedModel = { facts: {}, profile: {}, said: {} };

/** Under which server and name a model's profile is kept. */
export function placeOf({ client, address }: Pick<ConnectedModel, "client" | "address">): ProfilePlace {
  return { server: address, model: client.id.slice(client.id.indexOf("/") + 1) };
}

/**
 * All that is known of a model: the user's word before what was measured, that before what its server says now, that before
 * the catalogue. Asks a local server only: a hosted one's list takes as long as an answer, and starting is to be quick. Takes 2 s at
 * most; never rejects.
 */
export async function knowModel(
  model: ConnectedModel,
  settings: Pick<Settings, "contextTokens" | "models">,
  store: ProfileStore,
  signal?: AbortSignal,
): Promise<KnownModel> {
  const place = placeOf(model);
  const [asked, stored] = await Promise.all([model.profile.local ? model.ask(signal) : NOT_ASKED, store.read(place)]);
  return { ...mergeKnown(model, settings, asked, stored), asked, stored, place };
}

/** The profile of a model, of all sources. */
function mergeKnown(
  { client, profile: catalogue }: Pick<ConnectedModel, "client" | "profile">,
  { contextTokens, models }: Pick<Settings, "contextTokens" | "models">,
  asked: AskedModel,
  stored: StoredProfile,
): Pick<KnownModel, "profile" | "notices"> {
  const { profile: counting, notice } = profileNow(stored, asked.said);
  return {
    profile: mergeProfiles(
      userWords(client.id, models),
      contextTokens === undefined ? {} : { window: windowOf(contextTokens) },
      counting,
      asked.profile,
      catalogue,
    ),
    notices: [...stored.notices, ...(notice === undefined ? [] : [`${client.id}: ${notice}`])],
  };
}
