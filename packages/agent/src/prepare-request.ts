import { bytesPerTokenOf } from "./bytes-per-token.js";
import { cacheMarks } from "./context/cache-marks.js";
import { utf8Bytes } from "./context/estimate.js";
import { messagesBytes, toolBytes } from "./context/measure.js";
import type { Message } from "./history/message.js";
import { requestMessages } from "./history/request-messages.js";
import { systemAtHead } from "./history/system-at-head.js";
import type { ModelRequest } from "./model-client.js";
import type { PromptSection } from "./prompt/prompt-context.js";
import { buildPrompt } from "./prompt/system-prompt.js";
import type { TurnConfig } from "./turn-config.js";

/** How a request is to be shaped for its model. */
export type RequestShape = Pick<TurnConfig, "protocol" | "dialect" | "tools" | "profile" | "parallelToolCalls">;

/** What a request is made of. */
export interface RequestInput {
  config: TurnConfig;
  /** As stored, fitted to the window. */
  history: readonly Message[];
  sections: readonly PromptSection[];
  interactive: boolean;
  /** Replaces the built-in role. */
  role?: string | undefined;
  /** What `buildPrompt` made of the same input before. Default: it is made now. */
  prompt?: BuiltPrompt;
  /** As the server's reports have it. Default: the profile's. */
  bytesPerToken?: number;
}

/** The system prompt and the tools as they are sent. */
export type BuiltPrompt = ReturnType<typeof buildPrompt>;

/** A request and its sizes. */
export interface PreparedRequest {
  request: ModelRequest;
  /** What its messages were made of. */
  history: readonly Message[];
  /** The system text, wherever in the request it stands. */
  system: string;
  /** By the bytes per token that are known. */
  tokensEstimated: number;
  /** UTF-8 bytes of system, tools and messages, about what the body will have. */
  bytes: number;
}

/**
 * Makes the request for a turn. See `requestMessages` for what is made of the history, `buildPrompt` for the prompt.
 * Nothing is changed or kept alive; the cost is that of the prompt and of what is new in the history.
 */
export function prepareRequest(input: RequestInput): PreparedRequest {
  const { config, history, prompt = promptFor(input), bytesPerToken } = input;
  return shapeRequest(config, history, prompt, bytesPerToken);
}

/**
 * The request of a history and a prompt, as the model's protocol, its chat template and its wire want it: see
 * {@link requestMessages}. The same input gives the same bytes. Nothing is kept alive.
 *
 * @param shape `tools` are those that the calls of the history are of; those in `prompt` are what is sent
 * @param bytesPerToken as the server's reports have it; default: the profile's
 */
export function shapeRequest(
  shape: RequestShape,
  history: readonly Message[],
  { system, tools }: BuiltPrompt,
  bytesPerToken: number = bytesPerTokenOf(shape.profile),
): PreparedRequest {
  const { protocol, dialect, profile } = shape;
  const said = requestMessages(history, { protocol, dialect, tools: shape.tools, profile });
  const messages = profile.systemText?.value === "first-user" ? systemAtHead(said, system) : said;
  const apart = messages === said ? system : "";
  const bytes = utf8Bytes(apart) + toolBytes(tools) + messagesBytes(messages);
  const tokensEstimated = Math.ceil(bytes / bytesPerToken);
  const oneCall = !shape.parallelToolCalls || profile.parallel?.value === false;
  const maxOutputTokens = outputBudget(profile.maxOutput?.value, profile.window?.value, tokensEstimated);
  return {
    request: {
      system: apart,
      messages,
      tools,
      cacheMarks: cacheMarks(messages),
      ...(tools.length > 0 && oneCall ? { parallelToolCalls: false } : {}),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    },
    history,
    system,
    tokensEstimated,
    bytes,
  };
}

/** The prompt of a turn: the same for all its requests, and for every turn while configuration and sections are the same. */
export function promptFor({ config, sections, interactive, role }: Omit<RequestInput, "history">): BuiltPrompt {
  return buildPrompt({ ...config, interactive, sections, ...(role === undefined ? {} : { role }) });
}

/** What the model may write: its own limit, and what the window leaves, whichever is less. Tokens. */
function outputBudget(maxOutput: number | undefined, window: number | undefined, used: number): number | undefined {
  if (maxOutput === undefined || window === undefined) return maxOutput;
  return Math.max(1, Math.min(maxOutput, window - used - 1));
}
