import { fileURLToPath } from "node:url";
import type { FolderName } from "./kind.js";

/** Per folder: the environment variable that names it, and where it is without one, seen from the root of the repository. */
const FOLDERS: Readonly<Record<FolderName, { variable: string; usual: string }>> = {
  corpus: { variable: "MILLRACE_CORPUS", usual: "../shared/corpus/dev" },
  cases: { variable: "MILLRACE_CASES", usual: "../shared/cases" },
  streams: { variable: "MILLRACE_STREAMS", usual: "../shared/streams" },
};

/** The path of a folder of data, and the variable that would move it. The folder need not exist. */
export function dataFolder(
  name: FolderName,
  environment: Readonly<Record<string, string | undefined>>,
): { path: string; variable: string } {
  const { variable, usual } = FOLDERS[name];
  return { path: environment[variable] ?? fileURLToPath(new URL(`../${usual}`, import.meta.url)), variable };
}
