import type { ModelRequest } from "@millrace/agent";
import { recordIn } from "../../json.js";
import { behindSystem } from "../behind-system.js";
import { bodyOf } from "../body-of.js";
import { HistoryText } from "../history-text.js";
import { toolsOnWire } from "../tools-on-wire.js";
import { type AssistantTurn, type Image, type Turn, TurnMaker } from "../turns.js";

/**
 * The body of a request of Ollama's `/api/chat`. Byte for byte the same for the same request, the messages last.
 * O(new messages), and a copy of the old ones' text. Of `extra`, `options` are joined to those that are set here.
 *
 * @param contextTokens `num_ctx`; undefined leaves it to the server
 */
export function ollamaChatBody(request: ModelRequest, model: string, contextTokens: number | undefined): string {
  const { system, messages, tools, maxOutputTokens, stop, extra } = request;
  const options = {
    ...recordIn(extra?.options),
    ...(contextTokens !== undefined && { num_ctx: contextTokens }),
    ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }),
    ...(stop && stop.length > 0 && { stop }),
  };
  const head = {
    model,
    stream: true,
    ...(Object.keys(options).length > 0 && { options }),
    ...(tools.length > 0 && { tools: toolsOnWire(tools) }),
  };
  return bodyOf({ head, extra, list: "messages", items: behindSystem(system, historyText.of(messages)) });
}

const historyText = new HistoryText(() => new TurnMaker(), turnOnWire);

function turnOnWire(turn: Turn): object {
  if (turn.role === "assistant") return assistantOnWire(turn);
  if (turn.role === "user") {
    const images = turn.images.map(base64Of).filter((data) => data !== undefined);
    return { role: "user", content: turn.text, ...(images.length > 0 && { images }) };
  }
  // Ollama knows which result is whose by the name of the tool, and by the id since autumn 2025.
  return {
    role: "tool",
    tool_call_id: turn.callId,
    ...(turn.name !== "" && { tool_name: turn.name }),
    content: turn.text,
  };
}

function assistantOnWire({ text, reasoning, calls }: AssistantTurn): object {
  return {
    role: "assistant",
    content: text,
    ...(reasoning !== "" && { thinking: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input }, index) => ({
        id,
        type: "function",
        function: { index, name, arguments: input },
      })),
    }),
  };
}

/** This wire takes the bytes themselves: an address elsewhere cannot be sent. */
function base64Of({ data }: Image): string | undefined {
  if (/^https?:/i.test(data)) return undefined;
  return data.startsWith("data:") ? data.slice(data.indexOf(",") + 1) : data;
}
