import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFolder } from "./config-folder.js";
import type { ConfigFile } from "./config-values.js";

/** The two files that were found; most people have neither, and then nothing is loaded to read them. */
export interface Configuration {
  user?: ConfigFile;
  project?: ConfigFile;
}

/** Reads the user's file and that of the repository around `folder`. Throws UsageError for a bad one. */
export async function findConfiguration(folder: string, env: NodeJS.ProcessEnv): Promise<Configuration> {
  const userPath = join(configFolder(env), "config.json");
  const projectPath = join(repositoryAround(folder), ".millrace", "config.json");
  const [hasUser, hasProject] = [existsSync(userPath), existsSync(projectPath)];
  if (!hasUser && !hasProject) return {};
  const { readConfigFile } = await import("./read-config-file.js");
  return {
    ...(hasUser && { user: await readConfigFile(userPath) }),
    ...(hasProject && { project: await readConfigFile(projectPath) }),
  };
}

/** The nearest folder upwards that holds `.git`, else the folder itself. */
function repositoryAround(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}
