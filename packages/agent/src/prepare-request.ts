import { utf8Bytes } from "./context/estimate.js";
import { messageBytes, toolBytes } from "./context/measure.js";
import type { Message } from "./history/message.js";
import { requestMessages } from "./history/request-messages.js";
import type { ModelRequest } from "./model-client.js";
import type { PromptSection } from "./prompt/prompt-context.js";
import { buildPrompt } from "./prompt/system-prompt.js";
import type { TurnConfig } from "./turn-config.js";

/** What a request is made of. */
export interface RequestInput {
  config: TurnConfig;
  /** As stored, fitted to the window. */
  history: readonly Message[];
  sections: readonly PromptSection[];
  interactive: boolean;
  /** Replaces the built-in role. */
  role?: string | undefined;
}

export interface PreparedRequest {
  request: ModelRequest;
  /** By the profile's bytes per token. */
  tokensEstimated: number;
  /** UTF-8 bytes of system, tools and messages, about what the body will have. */
  bytes: number;
}

/**
 * Makes the request for a turn. See `requestMessages` for what is made of the history, `buildPrompt` for the prompt.
 * Nothing is changed or kept alive; the cost is that of the prompt and of what is new in the history.
 */
export function prepareRequest({ config, history, sections, interactive, role }: RequestInput): PreparedRequest {
  const { tier, protocol, dialect, mode, profile } = config;
  const { system, tools } = buildPrompt({
    tier,
    protocol,
    dialect,
    mode,
    tools: config.tools,
    interactive,
    sections,
    ...(role === undefined ? {} : { role }),
  });
  const messages = requestMessages(history, { protocol, dialect, tools: config.tools, profile });
  const bytes = messages.reduce((sum, message) => sum + messageBytes(message), utf8Bytes(system) + toolBytes(tools));
  const tokensEstimated = Math.ceil(bytes / profile.bytesPerToken);
  const oneCall = !config.parallelToolCalls || profile.parallel?.value === false;
  const maxOutputTokens = outputBudget(profile.maxOutput?.value, profile.window?.value, tokensEstimated);
  return {
    request: {
      system,
      messages,
      tools,
      ...(tools.length > 0 && oneCall ? { parallelToolCalls: false } : {}),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    },
    tokensEstimated,
    bytes,
  };
}

/** What the model may write: its own limit, and what the window leaves, whichever is less. Tokens. */
function outputBudget(maxOutput: number | undefined, window: number | undefined, used: number): number | undefined {
  if (maxOutput === undefined || window === undefined) return maxOutput;
  return Math.max(1, Math.min(maxOutput, window - used - 1));
}
