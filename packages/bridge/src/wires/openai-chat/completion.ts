import type { AnswerBlock, WholeAnswer } from "../../answer/whole-answer.js";
import type { AnswerHead } from "../../client-wire.js";
import { answerForm } from "./answer-form.js";
import { completionId } from "./completion-id.js";
import { encryptedReasoning } from "./encrypted-reasoning.js";
import { finishWord } from "./finish-word.js";
import { usageOnWire } from "./usage-on-wire.js";

/** An answer that is not streamed: the object that the chunks of the same answer add up to, and usage always. */
export function chatCompletion({ blocks, reason, usage }: WholeAnswer, head: AnswerHead): object {
  const { created, request } = head;
  return {
    id: completionId(head),
    object: "chat.completion",
    created,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: spoken(blocks),
          refusal: null,
          ...thought(blocks),
          ...calls(blocks, head),
        },
        logprobs: null,
        finish_reason: finishWord(reason, answerForm(request)),
      },
    ],
    usage: usageOnWire(usage, head),
  };
}

/** One text; null where there is nothing but calls. */
function spoken(blocks: readonly AnswerBlock[]): string | null {
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.length === 0 && blocks.some(({ type }) => type === "call") ? null : texts.join("");
}

function thought(blocks: readonly AnswerBlock[]): object {
  const reasoning = blocks.filter((block) => block.type === "reasoning");
  const text = reasoning.map((block) => block.text).join("");
  const signatures = reasoning.flatMap(({ signature }) => (signature === undefined ? [] : [signature]));
  return {
    ...(text !== "" && { reasoning_content: text }),
    ...(signatures.length > 0 && { reasoning_details: signatures.map(encryptedReasoning) }),
  };
}

function calls(blocks: readonly AnswerBlock[], { request }: AnswerHead): object {
  const made = blocks.filter((block) => block.type === "call");
  const [first] = made;
  if (first === undefined) return {};
  if (answerForm(request).functionCall) {
    return { function_call: { name: first.name, arguments: first.arguments } };
  }
  return {
    tool_calls: made.map(({ id, name, arguments: input }) =>
      request.textTools.has(name)
        ? { id, type: "custom", custom: { name, input } }
        : { id, type: "function", function: { name, arguments: input } },
    ),
  };
}
