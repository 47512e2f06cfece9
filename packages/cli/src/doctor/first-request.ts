import { buildPrompt, type ModelProfile, shapeRequest, tierFor } from "@millrace/agent";
import type { Tier } from "@millrace/protocol";
import { codingTools } from "@millrace/tools";

/** What a session with the model begins with. */
export interface FirstRequest {
  /** How much of the prompt its window can afford. */
  tier: Tier;
  /** Of prompt and tools, estimated. */
  tokens: number;
  /** Of the window, 0 to 1; absent where that is not known. */
  share?: number;
}

/** How large the first request of a session is, without the task and the project's own rules. */
export function firstRequest(profile: ModelProfile): FirstRequest {
  const protocol = profile.protocol?.value ?? "native";
  const dialect = profile.dialect?.value ?? "auto";
  const tools = codingTools({ form: protocol });
  const tier = tierFor(profile);
  const shape = { protocol, dialect, tools, profile, parallelToolCalls: profile.parallel?.value ?? true };
  const prompt = buildPrompt({ tier, protocol, dialect, tools, mode: "ask", interactive: true, sections: [] });
  const { tokensEstimated: tokens } = shapeRequest(shape, [], prompt);
  const window = profile.window?.value;
  return { tier, tokens, ...(window !== undefined && { share: tokens / window }) };
}
