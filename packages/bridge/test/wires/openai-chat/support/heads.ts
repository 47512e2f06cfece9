import type { AnswerHead } from "../../../../src/client-wire.js";
import type { JsonRecord } from "../../../../src/json.js";
import { openAiChatWire } from "../../../../src/wires/openai-chat/wire.js";

/** Tools that the answers of these tests call: one that takes an object, one that takes a text. */
const TOOLS = [
  { type: "function", function: { name: "read_file", parameters: { type: "object", properties: {} } } },
  { type: "custom", custom: { name: "apply_patch" } },
];

/** A request that asks for its usage, with more fields. */
export function bodyWith(more: JsonRecord = {}): JsonRecord {
  return {
    model: "coder",
    messages: [{ role: "user", content: "Hi" }],
    tools: TOOLS,
    stream: true,
    stream_options: { include_usage: true },
    ...more,
  };
}

/** What stands around an answer to {@link bodyWith}. */
export function headOf(more: JsonRecord = {}): AnswerHead {
  return {
    request: openAiChatWire.read(bodyWith(more)),
    id: "abcdefghijklmnopqrstuvwx",
    created: 1_790_000_000,
    tokensEstimated: 77,
  };
}
