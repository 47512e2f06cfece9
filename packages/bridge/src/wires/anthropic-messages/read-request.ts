import type { ToolChoice } from "@millrace/agent";
import type { ClientRequest } from "../../client-request.js";
import { isRecord, type JsonRecord, textIn } from "../../json.js";
import { readMessages } from "./read-messages.js";
import { readTools } from "./read-tools.js";

/** The body of `POST /v1/messages`. @throws RequestFault where there is no list of messages, or one is no object */
export function readRequest(body: JsonRecord): ClientRequest {
  const { model, stream, system, messages, tools, tool_choice, max_tokens, stop_sequences, ...others } = body;
  const history = readMessages(system, messages);
  const offered = readTools(tools, messages);
  const choice = readChoice(tool_choice);
  const single = isRecord(tool_choice) ? tool_choice.disable_parallel_tool_use : undefined;
  const stop = readStops(stop_sequences);
  return {
    model: textIn(model) ?? "",
    stream: stream === true,
    ...history,
    tools: offered.tools,
    textTools: new Set(),
    ...(choice !== undefined && { toolChoice: choice }),
    ...(typeof single === "boolean" && { parallelToolCalls: !single }),
    ...(typeof max_tokens === "number" && max_tokens >= 1 && { maxOutputTokens: Math.floor(max_tokens) }),
    ...(stop.length > 0 && { stop }),
    ...(offered.leftOut.length > 0 && { leftOut: offered.leftOut }),
    extra: Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null && value !== undefined)),
  };
}

/** `{ type: "any" }`, or the word alone. */
function readChoice(choice: unknown): ToolChoice | undefined {
  const { type, name } = isRecord(choice) ? choice : { type: choice };
  switch (type) {
    case "auto":
    case "none":
      return type;
    case "any":
    case "required":
      return "required";
    case "tool": {
      const wanted = textIn(name);
      return wanted === undefined ? "required" : { name: wanted };
    }
    default:
      return undefined;
  }
}

function readStops(stops: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(stops) ? stops : [stops];
  return list.filter((stop) => typeof stop === "string").filter((stop) => stop !== "");
}
