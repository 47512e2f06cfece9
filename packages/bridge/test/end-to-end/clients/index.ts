import { anthropicMessages } from "./anthropic-messages.js";
import type { Client } from "./client.js";
import { openAiChat } from "./openai-chat.js";
import { openAiResponses } from "./openai-responses.js";

/** The makers' own libraries, one for each of the bridge's formats. */
export const CLIENTS: readonly Client[] = [openAiChat, openAiResponses, anthropicMessages];
