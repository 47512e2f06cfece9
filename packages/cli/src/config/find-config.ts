import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFolder } from "./config-folder.js";
import type { ConfigFile } from "./config-values.js";

/** The two files that were found; most people have neither, and then nothing is loaded to read them. */
export interface Configuration {
  user?: ConfigFile;
  project?: ConfigFile;
}

/** Reads the user's file alone, if there is one: what is no matter of a folder goes by nothing else. Throws UsageError for a bad one. */
export async function userConfiguration(env: NodeJS.ProcessEnv): Promise<ConfigFile | undefined> {
  const path = userPathOf(env);
  return existsSync(path) ? (await import("./read-config-file.js")).readConfigFile(path) : undefined;
}

/** Reads the user's file and that of the repository around `folder`. Throws UsageError for a bad one. */
export async function findConfiguration(folder: string, env: NodeJS.ProcessEnv): Promise<Configuration> {
  const userPath = userPathOf(env);
  const projectPath = join(repositoryAround(folder), ".millrace", "config.json");
  const [hasUser, hasProject] = [existsSync(userPath), existsSync(projectPath)];
  if (!hasUser && !hasProject) return {};
  const { readConfigFile } = await import("./read-config-file.js");
  return {
    ...(hasUser && { user: await readConfigFile(userPath) }),
    ...(hasProject && { project: await readConfigFile(projectPath) }),
  };
}

function userPathOf(env: NodeJS.ProcessEnv): string {
  return join(configFolder(env), "config.json");
}

/** The nearest folder upwards that holds `.git`, else the folder itself. */
function repositoryAround(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}
