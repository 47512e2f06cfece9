import { InvalidOptionError } from "@millrace/protocol";
import type { AgentOptions } from "./agent-options.js";

/**
 * Judges limits before anything is sent.
 *
 * @throws InvalidOptionError for one that is no number above 0, and for a limit in dollars of a model without prices.
 */
export function checkLimits({ limits = {}, profile, model }: AgentOptions): void {
  for (const [name, value] of Object.entries(limits)) {
    // Of a program without types anything may come.
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    throw new InvalidOptionError("limits", `\`${name}\` is ${String(value)}; it must be a number above 0.`);
  }
  if ((limits.warnShare ?? 1) > 1) {
    throw new InvalidOptionError("limits", `\`warnShare\` is ${limits.warnShare}; it is a share, 1 at most.`);
  }
  if (limits.maxCost !== undefined && profile?.prices === undefined) {
    const message = `\`maxCost\` needs the prices of the model, and those of ${model.id} are not known. Give the profile \`prices\` (US dollars per million tokens of input and output), or limit \`maxTokens\`.`;
    throw new InvalidOptionError("limits", message);
  }
}
