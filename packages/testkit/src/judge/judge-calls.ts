import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { type Finding, finding } from "./finding.js";
import { TOOL_NAME } from "./tool-name.js";

/** What every template and Mistral's own API take. */
const CALL_ID = /^[A-Za-z0-9]{9}$/;

interface OpenCall {
  id: unknown;
  name: unknown;
}

/** Calls in history and their results: shapes, ids, and that each call is answered once, directly behind, in order. */
export function judgeCalls(request: ReceivedRequest): readonly Finding[] {
  const { messages, tools } = request.json;
  if (!Array.isArray(messages)) return [];
  const findings: Finding[] = [];
  const usedIds = new Set<string>();
  let open: OpenCall[] = [];
  let answered: OpenCall[] = [];
  let callsAt = "";
  const closeLoop = () => {
    for (const call of open) {
      findings.push(finding("call-unanswered", callsAt, `The call ${nameOf(call)} has no result directly behind it.`));
    }
    open = [];
    answered = [];
  };

  messages.forEach((message: unknown, index) => {
    if (!isJsonObject(message)) return;
    const path = `messages[${index}]`;
    if (message.role === "tool") {
      const fault = takeResult(message, open, answered, path);
      if (fault !== undefined) findings.push(fault);
    } else closeLoop();

    if (tools === undefined && (message.role === "tool" || message.tool_calls !== undefined)) {
      const why = "The request offers no tools, so its history may hold no native calls or results.";
      findings.push(finding("text-protocol", path, why));
    }
    if (message.role !== "assistant" || message.tool_calls === undefined) return;
    callsAt = `${path}.tool_calls`;
    if (!Array.isArray(message.tool_calls) || message.tool_calls.length === 0) {
      findings.push(finding("call-shape", callsAt, "The calls must be a list that is not empty."));
      return;
    }
    message.tool_calls.forEach((call: unknown, position) => {
      findings.push(...judgeCall(call, request.wire, usedIds, `${callsAt}[${position}]`));
      open.push({ id: isJsonObject(call) ? call.id : undefined, name: functionOf(call)?.name });
    });
  });
  closeLoop();
  return findings;
}

function judgeCall(
  call: unknown,
  wire: ReceivedRequest["wire"],
  usedIds: Set<string>,
  path: string,
): readonly Finding[] {
  const called = functionOf(call);
  if (!isJsonObject(call) || called === undefined) {
    return [finding("call-shape", path, "A call must be an object with `function`.")];
  }
  const findings: Finding[] = [];
  const isOllama = wire === "ollama";
  if (call.type !== "function" && !(isOllama && call.type === undefined)) {
    findings.push(finding("call-shape", `${path}.type`, 'A call must have `"type": "function"`.'));
  }
  const { id } = call;
  if (!(isOllama && id === undefined)) {
    if (typeof id !== "string" || !CALL_ID.test(id)) {
      const why = `A call's id must be nine letters or digits (Mistral refuses others); it is ${JSON.stringify(id)}.`;
      findings.push(finding("call-id", `${path}.id`, why));
    }
    if (typeof id === "string") {
      if (usedIds.has(id)) findings.push(finding("call-id-twice", `${path}.id`, `Another call has the id ${id}, too.`));
      usedIds.add(id);
    }
  }
  if (typeof called.name !== "string" || !TOOL_NAME.test(called.name)) {
    const why = `A tool's name is 1 to 64 of A-Z a-z 0-9 _ -; this is ${JSON.stringify(called.name)}.`;
    findings.push(finding("tool-name", `${path}.function.name`, why));
  }
  const wrong = isOllama ? faultOfObject(called.arguments) : faultOfText(called.arguments);
  if (wrong !== undefined) findings.push(finding("arguments", `${path}.function.arguments`, wrong));
  return findings;
}

function faultOfObject(value: unknown): string | undefined {
  return isJsonObject(value) ? undefined : "On Ollama's wire arguments are an object.";
}

function faultOfText(value: unknown): string | undefined {
  if (typeof value !== "string") return "Arguments are the text of a JSON object, not the object.";
  try {
    return isJsonObject(JSON.parse(value))
      ? undefined
      : "Arguments must be the text of a JSON object; this is other JSON.";
  } catch {
    return "Arguments must be the text of a JSON object; servers refuse the whole request for text that does not parse.";
  }
}

/** Takes the call that this result answers out of `open`. */
function takeResult(result: JsonObject, open: OpenCall[], answered: OpenCall[], path: string): Finding | undefined {
  const id = result.tool_call_id;
  if (open.length === 0 && answered.length === 0) {
    return finding("result-without-call", path, "No call stands directly before this result.");
  }
  // Ollama knows results without ids: they answer the calls in their order.
  const position =
    id === undefined ? open.findIndex((call) => call.id === undefined) : open.findIndex((call) => call.id === id);
  if (position === -1) {
    return id !== undefined && answered.some((call) => call.id === id)
      ? finding("result-twice", path, `The call ${JSON.stringify(id)} has a result already.`)
      : finding("result-unknown", `${path}.tool_call_id`, `No call directly before has the id ${JSON.stringify(id)}.`);
  }
  const [call] = open.splice(position, 1);
  if (call === undefined) return undefined;
  answered.push(call);
  if (position > 0) return finding("result-order", path, "Results must stand in the order of their calls.");
  const said = result.tool_name ?? result.name;
  if (said !== undefined && said !== call.name) {
    return finding("result-name", path, `The result is named ${JSON.stringify(said)}, its call ${nameOf(call)}.`);
  }
  return undefined;
}

function functionOf(call: unknown): JsonObject | undefined {
  return isJsonObject(call) && isJsonObject(call.function) ? call.function : undefined;
}

function nameOf(call: OpenCall): string {
  return call.id === undefined ? String(call.name) : `${String(call.name)} (${String(call.id)})`;
}
