import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What changed in the demo's repository, as git tells it; empty where nothing did. */
export async function finalDiff(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["diff", "--no-color", "--no-ext-diff"], { cwd: folder });
  return stdout;
}
