import type { AnswerBlock, WholeAnswer } from "../../answer/whole-answer.js";
import type { AnswerHead } from "../../client-wire.js";
import { isRecord } from "../../json.js";
import { messageOf } from "./message.js";
import { stopReason } from "./stop-reason.js";
import { UNSIGNED } from "./thinking-signature.js";
import { usageOnWire } from "./usage.js";

/** An answer as one message: what the SDK makes of the stream of the same answer. */
export function wholeMessage({ blocks, reason, usage }: WholeAnswer, head: AnswerHead): object {
  const called = blocks.some(({ type }) => type === "call");
  const content = blocks.flatMap(contentBlock);
  return messageOf(head, content, stopReason(reason, called), usageOnWire(usage, head.tokensEstimated));
}

function contentBlock(block: AnswerBlock): readonly object[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "reasoning": {
      const { text, signature } = block;
      if (text !== "") return [{ type: "thinking", thinking: text, signature: signature || UNSIGNED }];
      return signature ? [{ type: "redacted_thinking", data: signature }] : [];
    }
    case "call":
      return [{ type: "tool_use", id: block.id, name: block.name, input: inputOf(block.arguments) }];
  }
}

/** The wire has objects only. Anything else would be no call that a client could run, so it gets the words as they are. */
function inputOf(json: string): object {
  if (json === "") return {};
  try {
    const input: unknown = JSON.parse(json);
    return isRecord(input) ? input : { arguments: input };
  } catch {
    return { arguments: json };
  }
}
