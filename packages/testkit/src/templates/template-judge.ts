import type { Finding } from "../judge/finding.js";
import type { ReceivedRequest } from "../model-request.js";

/** How much of the prompt before, as this template rendered it, begins the prompt of this request. 1 for the first. */
export interface TemplatePrefix {
  readonly file: string;
  readonly family: string;
  readonly share: number;
}

export interface TemplateJudge {
  judge(request: ReceivedRequest): { findings: readonly Finding[]; prefixes: readonly TemplatePrefix[] };
}
