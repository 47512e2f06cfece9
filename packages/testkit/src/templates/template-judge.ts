import { type Finding, finding } from "../judge/finding.js";
import type { ReceivedRequest } from "../model-request.js";
import { TestkitError } from "../testkit-error.js";
import type { ChatTemplate } from "./chat-template.js";
import { mayLose, mayRefuse } from "./family-choices.js";
import { loadTemplates } from "./load-templates.js";
import { lostWords } from "./lost-words.js";
import { renderRequest } from "./render-request.js";

/** How much of the prompt before, as this template rendered it, begins the prompt of this request. `share` is 1 for the first. */
export interface TemplatePrefix {
  readonly file: string;
  readonly family: string;
  readonly share: number;
  readonly sharedCharacters: number;
  readonly previousCharacters: number;
}

/** One template's prompt for one request. */
export interface RenderedPrompt {
  readonly file: string;
  readonly family: string;
  readonly prompt: string;
}

/** Judges requests by what chat templates make of them. */
export interface TemplateJudge {
  /** Renders the request through every template. Synchronous: some milliseconds for each. */
  judge(request: ReceivedRequest): { findings: readonly Finding[]; prompts: readonly RenderedPrompt[] };
}

/**
 * A judge by the templates of a folder. With `named` files only those, and nothing is excused; otherwise all that can be
 * judged, less what only one family asks for (family-choices). Rejects with `invalid_option` for a folder or file that is none.
 */
export async function createTemplateJudge(
  folder: string,
  named: readonly string[] | undefined,
): Promise<TemplateJudge> {
  const all = await loadTemplates(folder);
  const chosen = named === undefined ? all : named.map((file) => byName(all, file));
  return { judge: (request) => judge(request, chosen, named === undefined) };
}

function byName(templates: readonly ChatTemplate[], file: string): ChatTemplate {
  const template = templates.find((candidate) => candidate.file === file);
  if (template !== undefined) return template;
  const message = `server.templates: there is no ${file} that can be judged in JavaScript in the templates folder.`;
  throw new TestkitError("invalid_option", message);
}

function judge(
  request: ReceivedRequest,
  templates: readonly ChatTemplate[],
  excusing: boolean,
): ReturnType<TemplateJudge["judge"]> {
  const native = request.json.tools !== undefined;
  const findings: Finding[] = [];
  const prompts: RenderedPrompt[] = [];
  for (const template of templates) {
    const { file, family } = template;
    const hopeless = native ? !template.native || !template.rendersNative : !template.rendersText;
    if (excusing && hopeless) continue;
    let prompt: string;
    try {
      prompt = renderRequest(request, template);
    } catch (error) {
      if (!(excusing && mayRefuse(template, request))) findings.push(refused(template, error));
      continue;
    }
    prompts.push({ file, family, prompt });
    for (const lost of lostWords(request, prompt)) {
      if (excusing && mayLose(template, lost)) continue;
      const words = JSON.stringify(lost.words.slice(0, 80));
      findings.push(finding("template-drops", lost.path, `${family} (${file}) drops this ${lost.what}: ${words}`));
    }
  }
  return { findings, prompts };
}

function refused({ family, file }: ChatTemplate, error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return finding("template-refuses", "messages", `${family} (${file}): ${why}`);
}
