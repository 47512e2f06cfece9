import type { ModelRequest, ToolChoice } from "@millrace/agent";
import { listIn } from "../../json.js";
import type { Provider } from "../../provider.js";
import { behindSystem } from "../behind-system.js";
import { bodyOf } from "../body-of.js";
import { grammarOnWire } from "../grammar-on-wire.js";
import { HistoryText } from "../history-text.js";
import { HistoryTexts } from "../history-texts.js";
import { imageAddress } from "../image-address.js";
import { openSignature, signatureOrigin } from "../signature.js";
import { toolsOnWire } from "../tools-on-wire.js";
import { type AssistantTurn, type Turn, TurnMaker, type UserTurn } from "../turns.js";
import { wellFormed } from "../well-formed.js";

/**
 * The body of a request on OpenAI's chat wire, in the shape that every server and chat template takes: one system
 * message, first; content as one string; `content: ""` beside calls; arguments as JSON text; ids of nine characters.
 *
 * Byte for byte the same for the same request. What stays the same between the requests of a session stands first and
 * the messages last, so that the next body begins as this one did. O(new messages), and a copy of the old ones' text.
 */
export function openAiChatBody(request: ModelRequest, model: string, provider: Provider): string {
  const { system, messages, tools, toolChoice, parallelToolCalls, maxOutputTokens, stop, grammar, extra } = request;
  const head = {
    model,
    stream: true,
    ...(!provider.noStreamOptions && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && {
      tools: toolsOnWire(tools),
      ...(toolChoice !== undefined && { tool_choice: choiceOnWire(toolChoice) }),
      ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
    }),
    ...(maxOutputTokens !== undefined && { [provider.maxTokensField ?? "max_tokens"]: maxOutputTokens }),
    ...(stop && stop.length > 0 && { stop }),
    ...grammarOnWire(grammar, provider),
  };
  const history = historyTexts.for(provider, signatureOrigin("openai-chat", model)).of(messages);
  return bodyOf({ head, extra, list: "messages", items: behindSystem(system, history) });
}

const historyTexts = new HistoryTexts(
  (provider, origin) =>
    new HistoryText(
      () => new TurnMaker(),
      (turn: Turn) => turnOnWire(turn, provider, origin),
    ),
);

function choiceOnWire(choice: ToolChoice): unknown {
  return typeof choice === "string" ? choice : { type: "function", function: { name: choice.name } };
}

function turnOnWire(turn: Turn, provider: Provider, origin: string): object {
  if (turn.role === "tool") return { role: "tool", tool_call_id: turn.callId, content: turn.text };
  return turn.role === "user" ? userOnWire(turn) : assistantOnWire(turn, provider, origin);
}

function userOnWire({ text, images }: UserTurn): object {
  if (images.length === 0) return { role: "user", content: text };
  return {
    role: "user",
    content: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...images.map((image) => ({ type: "image_url", image_url: { url: imageAddress(image) } })),
    ],
  };
}

function assistantOnWire(turn: AssistantTurn, provider: Provider, origin: string): object {
  const { text, reasoning, signatures, calls } = turn;
  const details = provider.reasoningDetails
    ? signatures.flatMap((signature) => listIn(openSignature(origin, signature)))
    : [];
  return {
    role: "assistant",
    content: text,
    ...(reasoning !== "" && { [provider.reasoningField ?? "reasoning_content"]: reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input, signature }) => ({
        id,
        type: "function",
        function: { name, arguments: wellFormed(JSON.stringify(input)) },
        ...(provider.extraContent && signature !== undefined && { extra_content: openSignature(origin, signature) }),
      })),
    }),
  };
}
