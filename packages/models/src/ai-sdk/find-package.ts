import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "../environment.js";
import { type JsonRecord, recordIn } from "../json.js";

/** A package that is installed. */
export interface InstalledPackage {
  /** Its folder. */
  folder: string;
  manifest: JsonRecord;
}

/** Where a package is looked for. */
export interface PackagePlaces {
  /** A project of the user: this folder and those around it. */
  project: string;
  env: Environment;
}

/**
 * The first installed package of this name: beside this program, among the globally installed ones, in the project. The
 * project comes last: it may be somebody else's, and what the user has installed is not to be replaced by it.
 * Undefined where there is none. Never throws.
 */
export async function findPackage(name: string, places: PackagePlaces): Promise<InstalledPackage | undefined> {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = [...moduleFolders(here), ...globalFolders(places.env), ...moduleFolders(places.project)];
  for (const modules of new Set(folders)) {
    const folder = join(modules, name);
    const manifest = await readManifest(folder);
    if (manifest) return { folder, manifest };
  }
  return undefined;
}

/** Of a folder and all around it, nearest first. */
function moduleFolders(folder: string): readonly string[] {
  const parent = dirname(folder);
  return [join(folder, "node_modules"), ...(parent === folder ? [] : moduleFolders(parent))];
}

/** What `npm root -g` says, without running it: of the prefix that the environment names, and of this Node. */
function globalFolders(env: Environment): readonly string[] {
  const prefix = env.npm_config_prefix ?? env.NPM_CONFIG_PREFIX;
  const node = dirname(process.execPath);
  return process.platform === "win32"
    ? [prefix, env.APPDATA && join(env.APPDATA, "npm"), node].flatMap((folder) =>
        folder ? [join(folder, "node_modules")] : [],
      )
    : [prefix, dirname(node)].flatMap((folder) => (folder ? [join(folder, "lib", "node_modules")] : []));
}

async function readManifest(folder: string): Promise<JsonRecord | undefined> {
  try {
    return recordIn(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  } catch {
    // Not there, or not to be read: then it is somewhere else, or nowhere.
    return undefined;
  }
}

/** What Node takes with `import`; `node-addons` is nobody's here. */
const CONDITIONS: ReadonlySet<string> = new Set(["node", "import", "module-sync", "default"]);

/** The file of a package that `import` loads. */
export function entryOf({ folder, manifest }: InstalledPackage): string {
  const { exports, main } = manifest;
  const entry = exports === undefined ? undefined : targetOf(mainExport(exports));
  return join(folder, entry ?? (typeof main === "string" && main !== "" ? main : "index.js"));
}

/** The entry for the package itself, where there are several. */
function mainExport(exports: unknown): unknown {
  const entries = recordIn(exports);
  return "." in entries ? entries["."] : exports;
}

function targetOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(targetOf).find((target) => target !== undefined);
  for (const [condition, target] of Object.entries(recordIn(value))) {
    const found = CONDITIONS.has(condition) ? targetOf(target) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
