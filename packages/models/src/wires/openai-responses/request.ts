import type { ModelRequest, ToolChoice } from "@millrace/agent";
import { MIN_RESPONSE_TOKENS } from "../../limits.js";
import type { Provider } from "../../provider.js";
import { bodyOf } from "../body-of.js";
import { grammarOnWire } from "../grammar-on-wire.js";
import { HistoryText } from "../history-text.js";
import { HistoryTexts } from "../history-texts.js";
import { signatureOrigin } from "../signature.js";
import { wireSchema } from "../wire-schema.js";
import { writtenTools } from "../written-tools.js";
import { itemOnWire, WireItems } from "./content.js";

/**
 * The body of a request on OpenAI's responses wire. The server keeps nothing (`store: false`): the whole history goes with
 * each request, thoughts in encrypted form where the provider gives them so. Byte for byte the same for the same request,
 * what stays the same first, the items last. O(new messages), and a copy of the old ones' text.
 *
 * The system text stands in `instructions`: every server of this wire reads it there, also those that put it into a chat
 * template, and it cannot come to stand behind another item. The wire has no stop texts: those of a request are left out.
 * Tools are not `strict`, which the server would else take them for, every parameter being required then.
 */
export function openAiResponsesBody(request: ModelRequest, model: string, provider: Provider): string {
  const { system, messages, tools, toolChoice, parallelToolCalls, maxOutputTokens, grammar, extra } = request;
  const { encryptedReasoning } = provider;
  const head = {
    model,
    stream: true,
    store: false,
    ...(encryptedReasoning?.test(model) && { include: ["reasoning.encrypted_content"] }),
    ...(system.trim() !== "" && { instructions: system }),
    ...(tools.length > 0 && {
      tools: toolsOnWire(tools),
      ...(toolChoice !== undefined && { tool_choice: choiceOnWire(toolChoice) }),
      ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
    }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: Math.max(maxOutputTokens, MIN_RESPONSE_TOKENS) }),
    ...grammarOnWire(grammar, provider),
  };
  const history = historyTexts.for(provider, signatureOrigin("openai-responses", model));
  return bodyOf({ head, extra, list: "input", items: history.of(messages) });
}

const historyTexts = new HistoryTexts(
  ({ reasoningBack }, origin) => new HistoryText(() => new WireItems(origin, reasoningBack), itemOnWire),
);

const toolsOnWire = writtenTools((tool) => ({
  type: "function",
  name: tool.name,
  description: tool.description,
  strict: false,
  parameters: wireSchema(tool),
}));

function choiceOnWire(choice: ToolChoice): unknown {
  return typeof choice === "string" ? choice : { type: "function", name: choice.name };
}
