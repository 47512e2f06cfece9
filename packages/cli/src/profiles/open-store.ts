import { join } from "node:path";
import { createProfileStore, type ProfileStore } from "@millrace/models";
import { stateFolder } from "../config/state-folder.js";

/** What this user's programs learnt of models. */
export function openProfileStore(env: NodeJS.ProcessEnv): ProfileStore {
  return createProfileStore({ folder: join(stateFolder(env), "profiles") });
}
