import { stat } from "node:fs/promises";
import { UsageError } from "../usage-error.js";

/** Throws UsageError unless `path` is a folder. `given` is how the user wrote it. */
export async function checkFolder(path: string, given: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) return;
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = gone ? "there is no such folder" : error instanceof Error ? error.message : String(error);
    throw new UsageError(`--cwd ${given}: ${why}. Name an existing folder.`, { cause: error });
  }
  throw new UsageError(`--cwd ${given}: this is a file. Name a folder.`);
}
