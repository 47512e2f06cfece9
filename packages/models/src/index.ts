export { OllamaChatDecoder } from "./wires/ollama-chat/stream.js";
export { OpenAiChatDecoder } from "./wires/openai-chat/stream.js";
export type { StreamDecoder, StreamFailure } from "./wires/stream-decoder.js";
