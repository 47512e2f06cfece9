import type { AnswerBlock } from "../../answer/whole-answer.js";
import type { AnswerHead, ClientWire } from "../../client-wire.js";
import { errorOnWire } from "./failures.js";
import type { OfferedTool } from "./offered-tools.js";
import { callForm, callItem, type ItemPlace, messageItem, type OutputItem, reasoningItem } from "./output-items.js";
import { readRequest } from "./read-request.js";
import { outcomeOf, responseObject } from "./response-object.js";
import { ResponseWriter, toolsOf } from "./response-writer.js";

/**
 * OpenAI's responses wire, as codex, the openai SDK, the AI SDK's openai provider and the Agents SDK speak it. Stateless:
 * a request that leaves its history with the server is refused with what to set.
 */
export const openAiResponsesWire: ClientWire = {
  name: "openai-responses",
  path: "/v1/responses",
  read: readRequest,
  stream: (head) => new ResponseWriter(head),
  whole: ({ blocks, reason, usage }, head) => responseObject(head, outcomeOf(reason), itemsOf(blocks, head), usage),
  error: (failure) => ({ error: errorOnWire(failure) }),
};

function itemsOf(blocks: readonly AnswerBlock[], head: AnswerHead): OutputItem[] {
  const offered = toolsOf(head);
  return blocks.map((block, index) => itemOf(block, { id: head.id, index }, offered));
}

function itemOf(block: AnswerBlock, place: ItemPlace, offered: ReadonlyMap<string, OfferedTool>): OutputItem {
  switch (block.type) {
    case "text":
      return messageItem(place, "completed", block.text);
    case "reasoning":
      return reasoningItem(place, block.text, block.signature);
    case "call":
      return callItem(place, callForm(offered, block.name), block.id, block.arguments);
  }
}
