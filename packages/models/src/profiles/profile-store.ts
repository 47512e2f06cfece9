import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type ModelProfile, mergeProfiles, sourceOf } from "@millrace/agent";
import { MAX_PROFILE_WRITES } from "../limits.js";
import { profileNow, type SaidProfile } from "./profile-now.js";
import { ProfileStoreError } from "./profile-store-error.js";
import type { ServerSaid } from "./server-said.js";
import { type FoundFile, findProfileFile, keepCopy, makeFolder, moveAside } from "./store/profile-file.js";
import { profileFileName } from "./store/profile-file-name.js";
import { type ProfilePlace, type ProfileText, readProfileText, writeProfileText } from "./store/profile-text.js";
import { codeOf, replaceFile, sweepLeftovers } from "./store/replace-file.js";

/** What was kept of a model. */
export interface StoredProfile extends ProfilePlace, SaidProfile {
  /** Its file, whether there or not. */
  path: string;
  /** What is wrong with the file, a sentence for the user each; what is good in it counts. */
  notices: readonly string[];
}

/** What became of a write. */
export interface WrittenProfile {
  path: string;
  /** Where the file that was damaged is now. */
  damaged?: string;
}

/** What was learnt of models, a file for each server and model. */
export interface ProfileStore {
  /** What is kept of a model; nothing where nothing is. Never rejects: a damaged file is told of in `notices`. */
  read(place: ProfilePlace): Promise<StoredProfile>;
  /**
   * Adds what was measured, or what a server said. Of each value the measured one stays before a said one, then the newer
   * one; values that were measured on something else than `said` names are left out. Values of the user and the catalogue are not stored.
   *
   * @param said what the server says now; parts of it that are absent stay as they were
   * @throws ProfileStoreError where the file system refuses
   */
  write(place: ProfilePlace, learnt: Partial<ModelProfile>, said?: ServerSaid): Promise<WrittenProfile>;
  /** All that is kept, by file name; `notices` tells of files of which even the model cannot be told. Never rejects. */
  list(): Promise<{ profiles: readonly StoredProfile[]; notices: readonly string[] }>;
}

/**
 * The profiles in a folder, which is made with the first write. Several processes may use it at once: none loses what
 * another wrote, unless both wrote the same value.
 *
 * @example
 * const store = createProfileStore({ folder: "/home/me/.local/state/millrace/profiles" });
 * const place = { server: "http://127.0.0.1:11434", model: "qwen3:8b" };
 * await store.write(place, { window: { value: 8192, from: "measured", at: new Date().toISOString() } });
 * (await store.read(place)).profile.window?.value; // 8192
 */
export function createProfileStore({ folder }: { folder: string }): ProfileStore {
  const pathOf = (place: ProfilePlace) => join(folder, profileFileName(place));
  return {
    async read(place) {
      const path = pathOf(place);
      return { ...place, path, ...storedIn(path, await findProfileFile(path), place) };
    },
    async write(place, learnt, said = {}) {
      const path = pathOf(place);
      try {
        await makeFolder(folder);
        const written = await writeProfile(path, place, { profile: learntOnly(learnt), said });
        await sweepLeftovers(folder);
        return written;
      } catch (error) {
        throw new ProfileStoreError(path, error);
      }
    },
    async list() {
      const names = await readdir(folder).catch((error: unknown) => error);
      if (!Array.isArray(names)) {
        const isThere = codeOf(names) !== "ENOENT";
        return { profiles: [], notices: isThere ? [`${folder} cannot be read (${words(names)}).`] : [] };
      }
      const paths = names.filter((name) => name.endsWith(".json")).sort();
      const read = await Promise.all(paths.map((name) => readAny(join(folder, name))));
      return {
        profiles: read.flatMap(({ place, ...stored }) => (place ? [{ ...place, ...stored }] : [])),
        notices: read.flatMap(({ place, notices }) => (place ? [] : notices)),
      };
    },
  };
}

async function writeProfile(path: string, place: ProfilePlace, learnt: SaidProfile): Promise<WrittenProfile> {
  let damaged: string | undefined;
  for (let tries = 0; tries < MAX_PROFILE_WRITES; tries++) {
    const found = await findProfileFile(path);
    if (found !== undefined && "unreadable" in found) {
      damaged = await moveAside(path);
      continue;
    }
    const stored = textIn(found, place);
    if (found !== undefined && stored.faults.length > 0) damaged = await keepCopy(path, found.bytes);
    const after = writeProfileText(place, joined(stored, learnt));
    if (await replaceFile(path, () => textAt(path), found?.text, after)) {
      return { path, ...(damaged !== undefined && { damaged }) };
    }
  }
  throw new Error("another process is writing it and does not come to an end");
}

/** What can be replaced: anything else in the place is different from every text that was there. */
async function textAt(path: string): Promise<string | undefined> {
  const found = await findProfileFile(path);
  return found !== undefined && "unreadable" in found ? found.unreadable : found?.text;
}

function joined(stored: SaidProfile, learnt: SaidProfile): SaidProfile {
  const counting = unrefuted(profileNow(stored, learnt.said).profile, learnt.profile);
  // At equal rank the first one counts, so the newer ones go first.
  const values = [...Object.entries(learnt.profile), ...Object.entries(counting)]
    .map(([key, value]) => ({ key, value, at: timeOf(value) }))
    .sort((a, b) => b.at - a.at);
  const merged = mergeProfiles(...values.map(({ key, value }) => ({ [key]: value })));
  const inOrder = Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1));
  return { profile: Object.fromEntries(inOrder), said: { ...stored.said, ...learnt.said } };
}

/** Where prompts were cut and are no longer, the window that they were cut to is none: whatever else it is, it is larger. */
function unrefuted(stored: Partial<ModelProfile>, learnt: Partial<ModelProfile>): Partial<ModelProfile> {
  const isNewer = timeOf(learnt.cutsSilently) > timeOf(stored.cutsSilently);
  const isRefuted = isNewer && stored.cutsSilently?.value === true && learnt.cutsSilently?.value === false;
  if (!isRefuted) return stored;
  const { window: _, ...others } = stored;
  return others;
}

function learntOnly(profile: Partial<ModelProfile>): Partial<ModelProfile> {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => isLearnt(value)));
}

function isLearnt(value: ModelProfile[keyof ModelProfile]): boolean {
  const { from } = sourceOf(value);
  return from === "measured" || from === "server";
}

function timeOf(value: ModelProfile[keyof ModelProfile]): number {
  const { at } = sourceOf(value);
  return at === undefined ? 0 : Date.parse(at);
}

async function readAny(path: string): Promise<Omit<StoredProfile, keyof ProfilePlace> & { place?: ProfilePlace }> {
  const found = await findProfileFile(path);
  const place = textIn(found, undefined).place;
  return { path, ...storedIn(path, found, place), ...(place && { place }) };
}

function storedIn(
  path: string,
  found: FoundFile,
  place: ProfilePlace | undefined,
): SaidProfile & Pick<StoredProfile, "notices"> {
  if (found !== undefined && "unreadable" in found) {
    return { profile: {}, said: {}, notices: [`${path} ${found.unreadable}. It does not count.`] };
  }
  const { profile, said, faults } = textIn(found, place);
  return { profile, said, notices: faults.length === 0 ? [] : [`${path}: ${faultsInWords(faults)}`] };
}

/** Faults that are named of a file: whoever looks into it sees the others. */
const NAMED_FAULTS = 3;

function faultsInWords(faults: readonly string[]): string {
  const more = faults.length > NAMED_FAULTS ? `; and ${faults.length - NAMED_FAULTS} more like these` : "";
  const end = faults.length === 1 ? "It does not count" : "They do not count";
  return `${faults.slice(0, NAMED_FAULTS).join("; ")}${more}. ${end}; mend it, or delete the file.`;
}

/** What a file says of a model. One about another model says nothing. */
function textIn(found: FoundFile, place: ProfilePlace | undefined): ProfileText {
  if (found === undefined || "unreadable" in found) return { profile: {}, said: {}, faults: [] };
  const read = readProfileText(found.text);
  const of = read.place;
  if (!place || !of || (of.server === place.server && of.model === place.model)) return read;
  const fault = `\`server\` and \`model\` are ${of.server} and ${of.model}; they must be ${place.server} and ${place.model}`;
  return { profile: {}, said: {}, faults: [fault] };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
