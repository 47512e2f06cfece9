import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What was gathered about dialects and other agents: full of calls. Absent on machines that have the repository only. */
const REFERENCE = join(ROOT, "../shared/reference");

/** The Markdown of this repository, and of the shared reference where it is there, by path from the repository. */
export function ourDocuments(): readonly { readonly path: string; readonly text: string }[] {
  const folders = [ROOT, join(ROOT, "docs"), ...packageFolders(), REFERENCE];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") }));
}

function packageFolders(): string[] {
  return readdirSync(join(ROOT, "packages")).map((name) => join(ROOT, "packages", name));
}
