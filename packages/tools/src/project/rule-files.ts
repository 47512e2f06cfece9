import { isAbsolute } from "node:path";
import { type ContextSource, fitSections, type PromptSection, type Workspace } from "@millrace/agent";
import { explainFileSystemError } from "../files/file-error.js";
import { readRefusals } from "../files/path-gate.js";
import { MAX_RULE_BYTES, MAX_RULE_FILE_BYTES, MAX_RULE_FILES } from "../limits.js";
import { findRuleFiles } from "./find-rule-files.js";
import { readRuleFile } from "./read-rule-file.js";

export interface RuleFilesOptions {
  /** Where the user's own `rules.md` lies, for all projects. Default: there is none. */
  userFolder?: string;
}

/**
 * The rules that people wrote down for agents, as sections of the prompt: the user's `rules.md`, then of each folder from
 * the top of the repository down to the workspace `AGENTS.md` (`CLAUDE.md` where there is none) and
 * `.millrace/rules/*.md` by name. A file that is found twice, by a link, is read once; one that `.millraceignore` names is
 * not read. A link must lead to a Markdown file inside the repository: it may be a stranger's, and what it shows goes to
 * the model's server.
 *
 * Each file is cut at {@link MAX_RULE_FILE_BYTES}, all together at {@link MAX_RULE_BYTES}. What is cut, empty, no UTF-8
 * text or cannot be read is told to the user, and stops nothing. They are words for the model: no approval is judged by
 * them.
 *
 * @example
 * createAgent({ model, workspace, tools, contextSources: [ruleFiles(workspace, { userFolder: "/home/me/.config/millrace" })] });
 */
export function ruleFiles(workspace: Workspace, { userFolder }: RuleFilesOptions = {}): ContextSource {
  return {
    name: "rule files",
    async sections(_signal, warn) {
      const found = findRuleFiles(workspace.root, userFolder);
      // Mostly there is none, and nothing more is looked at.
      if (found.length === 0) return [];
      const refuses = await readRefusals(workspace.root);
      const sections: PromptSection[] = [];
      const seen = new Set<string>();
      for (const file of found.slice(0, MAX_RULE_FILES)) {
        const location = await workspace.locate(file.path);
        const asWritten = { name: file.source, inside: !isAbsolute(file.source) };
        if (seen.has(location.absolute) || refuses(location, false) || refuses(asWritten, false)) continue;
        seen.add(location.absolute);
        try {
          sections.push(...fitSections([readRuleFile(file, location)], MAX_RULE_FILE_BYTES));
        } catch (error) {
          warn(`${explainFileSystemError(error, file.source).message} The model is not given it.`);
        }
      }
      if (found.length > MAX_RULE_FILES) warn(wordMore(found.length));
      const fitted = fitSections(sections, MAX_RULE_BYTES);
      for (const section of fitted) if (section.leftOut) warn(wordCut(section, section.leftOut));
      return fitted;
    },
  };
}

function wordMore(found: number): string {
  return `There are ${found} rule files; the model is given the first ${MAX_RULE_FILES}.`;
}

function wordCut({ source, text }: PromptSection, leftOut: number): string {
  const kept = Buffer.byteLength(text);
  return `${source} is too long: the model is given its first ${kept} of ${kept + leftOut} bytes. A rule file may have ${MAX_RULE_FILE_BYTES} bytes, all together ${MAX_RULE_BYTES}.`;
}
