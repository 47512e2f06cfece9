import type { ModelRequest, ToolChoice } from "@millrace/agent";
import { MAX_CACHE_MARKS } from "../../limits.js";
import { bodyOf } from "../body-of.js";
import { HistoryText } from "../history-text.js";
import { signatureOrigin } from "../signature.js";
import { wireSchema } from "../wire-schema.js";
import { writtenTools } from "../written-tools.js";
import { WireMessages } from "./content.js";
import { maxTokensFor } from "./max-tokens.js";

const MARK = { cache_control: { type: "ephemeral" } } as const;

/**
 * The body of a request on Anthropic's messages wire. Byte for byte the same for the same request, what stays the same
 * first, the messages last. O(new messages), and a copy of the old ones' text.
 *
 * Where the request has `cacheMarks`, an empty list too, the system text and the tools carry a cache mark, and so does
 * the last block of each of these messages that may have one; four in all, of the messages' the last ones. Marks do not
 * count for what is cached: without them the next body begins as this one did.
 */
export function anthropicMessagesBody(request: ModelRequest, model: string): string {
  const { system, messages, tools, cacheMarks, stop, maxOutputTokens, extra } = request;
  const marked = cacheMarks !== undefined;
  // The server refuses a text of blanks.
  const hasSystem = system.trim() !== "";
  const stops = stop?.filter((text) => text.trim() !== "") ?? [];
  const choice = choiceOnWire(request);
  const head = {
    model,
    stream: true,
    ...(hasSystem && { system: [{ type: "text", text: system, ...(marked && MARK) }] }),
    ...(tools.length > 0 && { tools: marked ? withMark(toolsOnWire(tools)) : toolsOnWire(tools) }),
    ...(choice !== undefined && { tool_choice: choice }),
    max_tokens: maxOutputTokens ?? maxTokensFor(model),
    ...(stops.length > 0 && { stop_sequences: stops }),
  };
  const left = MAX_CACHE_MARKS - (hasSystem ? 1 : 0) - (tools.length === 0 ? 0 : 1);
  const at = [...(cacheMarks ?? [])].sort((a, b) => a - b).slice(-left);
  const history = historyTextFor(signatureOrigin("anthropic-messages", model));
  return bodyOf({ head, extra, list: "messages", items: history.of(messages, { at, change: markMessage }) });
}

/** By whose signatures may go back in them. */
const historyTexts = new Map<string, HistoryText<object>>();

function historyTextFor(origin: string): HistoryText<object> {
  const known = historyTexts.get(origin);
  if (known) return known;
  const made = new HistoryText<object>(
    () => new WireMessages(origin),
    (message) => message,
  );
  historyTexts.set(origin, made);
  return made;
}

/** Thinking takes no mark. Source: Anthropic's documentation, "Prompt caching". */
function markMessage(json: string): string {
  const message: { role: string; content: { type: string }[] } = JSON.parse(json);
  const last = message.content.findLastIndex(({ type }) => !type.endsWith("thinking"));
  const content = message.content.map((block, at) => (at === last ? { ...block, ...MARK } : block));
  return JSON.stringify({ ...message, content });
}

function withMark(tools: readonly object[]): readonly object[] {
  return tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, ...MARK } : tool));
}

const toolsOnWire = writtenTools((tool) => ({
  name: tool.name,
  description: tool.description,
  input_schema: wireSchema(tool),
}));

/** One call a message is part of the choice on this wire. */
function choiceOnWire({ tools, toolChoice, parallelToolCalls }: ModelRequest): object | undefined {
  if (tools.length === 0) return undefined;
  const single = parallelToolCalls === false;
  if (toolChoice === undefined && !single) return undefined;
  if (toolChoice === "none") return { type: "none" };
  return { ...kindOf(toolChoice ?? "auto"), ...(single && { disable_parallel_tool_use: true }) };
}

function kindOf(choice: Exclude<ToolChoice, "none">): object {
  if (choice === "auto") return { type: "auto" };
  return choice === "required" ? { type: "any" } : { type: "tool", name: choice.name };
}
