import type { ClientWire } from "../client-wire.js";
import { anthropicMessagesWire } from "./anthropic-messages/wire.js";
import { openAiChatWire } from "./openai-chat/wire.js";
import { openAiResponsesWire } from "./openai-responses/index.js";

/** The formats that clients may speak. */
export const CLIENT_WIRES: readonly ClientWire[] = [openAiChatWire, openAiResponsesWire, anthropicMessagesWire];
