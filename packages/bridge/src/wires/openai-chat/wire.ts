import type { ClientWire } from "../../client-wire.js";
import { ChunkWriter } from "./chunk-writer.js";
import { chatCompletion } from "./completion.js";
import { errorBody } from "./error-body.js";
import { readRequest } from "./read-request.js";

/** OpenAI's chat completions, as its clients and those of the servers that copied it speak it. */
export const openAiChatWire: ClientWire = {
  name: "openai-chat",
  path: "/v1/chat/completions",
  read: readRequest,
  stream: (head) => new ChunkWriter(head),
  whole: chatCompletion,
  error: errorBody,
};
