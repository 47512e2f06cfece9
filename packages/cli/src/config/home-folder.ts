import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { UsageError } from "../usage-error.js";

/**
 * The user's own folder: `$HOME`, else what the system's list of users has. One that is empty or relative counts as not set:
 * the folder that is worked in may be a stranger's repository, and nothing of the user's belongs there. Throws UsageError
 * where neither names one, e.g. in a container for a user without an entry.
 */
export function homeFolder({ HOME }: NodeJS.ProcessEnv): string {
  if (HOME !== undefined && isAbsolute(HOME)) return HOME;
  try {
    return userInfo().homedir;
  } catch (cause) {
    throw new UsageError("HOME is not set, and the system knows no folder of this user: set HOME.", { cause });
  }
}
