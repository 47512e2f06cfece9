import { release } from "node:os";
import { basename } from "node:path";
import type { ContextSource, Workspace } from "@millrace/agent";
import { findShell } from "../commands/shell.js";
import { nameFiles } from "./name-files.js";

export interface ProjectContextOptions {
  /** The moment that counts as now. Default: the system's clock. */
  now?: () => Date;
}

/** What people call the platforms of Node. Any other is named as Node does. */
const SYSTEMS: Readonly<Record<string, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/**
 * What a model should know of the machine and the workspace: system, shell, folder, date, git, files. Git and files are
 * gathered side by side; without git the rest is there all the same. The names of the agent's facts are in
 * `EnvironmentFacts`.
 *
 * @example
 * createAgent({ model, workspace, tools, contextSources: [projectContext(workspace)] });
 */
export function projectContext(
  workspace: Workspace,
  { now = () => new Date() }: ProjectContextOptions = {},
): ContextSource {
  return {
    name: "project",
    async environment(signal) {
      const { gitFacts } = await import("./git-facts.js");
      const [git, files] = await Promise.all([gitFacts(workspace.root, signal), nameFiles(workspace, signal)]);
      return {
        os: `${SYSTEMS[process.platform] ?? process.platform} ${release()}`,
        shell: basename(findShell()),
        folder: workspace.root,
        date: localDate(now()),
        ...(git && { git }),
        files,
      };
    },
  };
}

/** The date where the user is, not in Greenwich. */
function localDate(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
