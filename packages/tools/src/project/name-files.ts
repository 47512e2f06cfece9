import type { EnvironmentFacts, Workspace } from "@millrace/agent";
import { readRefusals } from "../files/path-gate.js";
import { MAX_COUNTED_FILES, MAX_NOTE_FILES } from "../limits.js";
import { compareNames, walk } from "../search/walk.js";

/**
 * The files of a workspace for the environment note: the nearest first, at most {@link MAX_NOTE_FILES} named, without
 * what ignore files leave out. `more` stops counting at {@link MAX_COUNTED_FILES}, so a huge tree costs no more than
 * that.
 */
export async function nameFiles(workspace: Workspace, signal: AbortSignal): Promise<EnvironmentFacts["files"]> {
  const start = await workspace.locate(".");
  const names: string[] = [];
  let more = 0;
  for await (const entry of walk(start, {
    recursive: true,
    hidden: true,
    signal,
    refuses: await readRefusals(workspace.root),
  })) {
    if (entry.kind === "folder") continue;
    if (names.length < MAX_NOTE_FILES) names.push(entry.name);
    else more += 1;
    if (more === MAX_COUNTED_FILES) break;
  }
  return { names: names.sort(compareNames), more };
}
