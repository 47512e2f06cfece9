import { anthropicMessages } from "./anthropic-messages.js";
import type { ClientLibrary } from "./client-library.js";
import { openAiChat } from "./openai-chat.js";
import { openAiResponses } from "./openai-responses.js";

/** The clients that judge the bridge, one for each of its formats. */
export const CLIENT_LIBRARIES: readonly ClientLibrary[] = [openAiChat, openAiResponses, anthropicMessages];
