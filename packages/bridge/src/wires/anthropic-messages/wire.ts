import type { ClientWire } from "../../client-wire.js";
import { AnthropicAnswerWriter } from "./answer-writer.js";
import { errorBody } from "./error-body.js";
import { readRequest } from "./read-request.js";
import { wholeMessage } from "./whole-message.js";

/**
 * Anthropic's messages, as Claude Code, cline, opencode and the official SDKs speak it. Source: Anthropic's API reference,
 * the types of @anthropic-ai/sdk 1.14.0, and requests of the named clients.
 */
export const anthropicMessagesWire: ClientWire = {
  name: "anthropic-messages",
  path: "/v1/messages",
  read: readRequest,
  stream: (head) => new AnthropicAnswerWriter(head),
  whole: wholeMessage,
  error: errorBody,
};
