import type { Message } from "@millrace/agent";
import type { ClientRequest } from "../client-request.js";

/**
 * What the model is told of a tool choice where tools are taught in the prompt; undefined where it may do as it likes. It
 * stands at the very end, so that the prompt before it stays what the server has in its cache.
 */
export function toolChoiceNote({ toolChoice, tools, parallelToolCalls }: ClientRequest): Message | undefined {
  if (tools.length === 0) return undefined;
  const words = [wordChoice(toolChoice), ...(parallelToolCalls === false ? ["Make one tool call at most."] : [])];
  const text = words.filter((word) => word !== "").join(" ");
  return text === "" ? undefined : { id: "tool-choice", role: "user", parts: [{ type: "text", text: `[${text}]` }] };
}

function wordChoice(choice: ClientRequest["toolChoice"]): string {
  if (typeof choice === "object") return `Answer with a call of the tool ${choice.name}.`;
  if (choice === "required") return "Answer with a tool call.";
  return choice === "none" ? "Answer in words, without a tool call." : "";
}
