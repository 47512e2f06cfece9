import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { TOOL_NAME } from "../tool-name.js";
import { isOfModel, itemsOf, typeOf } from "./items-of.js";

/** Source: OpenAI's API reference, "string too long". */
const MAX_ID_CHARS = 64;

/** Calls and results: each call answered once, behind all that the model said with it, before anything else, in their order. */
export function judgeItemCalls(request: ReceivedRequest): readonly Finding[] {
  const findings: Finding[] = [];
  const usedIds = new Set<string>();
  let open: JsonObject[] = [];
  let answered: unknown[] = [];
  const closeTurn = (path: string) => {
    for (const { name, call_id: id } of open) {
      const why = `No tool output found for the call ${String(name)} (${String(id)}) before this item.`;
      findings.push(finding("call-unanswered", path, why));
    }
    [open, answered] = [[], []];
  };

  for (const { item, path } of itemsOf(request)) {
    const type = typeOf(item);
    const isResult = type === "function_call_output";
    if (request.json.tools === undefined && (isResult || type === "function_call")) {
      const why = "The request offers no tools, so its history may hold no calls or results.";
      findings.push(finding("text-protocol", path, why));
    }
    if (isResult) findings.push(...takeResult(item, open, answered, path));
    // What the model says behind a call is still of its turn, until a result was there.
    else if (!isOfModel(item) || answered.length > 0) closeTurn(path);
    if (type === "function_call") {
      findings.push(...judgeCall(item, usedIds, path));
      open.push(item);
    }
  }
  closeTurn("input");
  return findings;
}

function judgeCall({ call_id: id, name, arguments: given }: JsonObject, usedIds: Set<string>, path: string): Finding[] {
  const findings: Finding[] = [];
  if (typeof id !== "string" || id === "" || id.length > MAX_ID_CHARS) {
    const why = `A call's id is a text of 1 to ${MAX_ID_CHARS} characters; this is ${JSON.stringify(id)}.`;
    findings.push(finding("call-id", `${path}.call_id`, why));
  } else if (usedIds.has(id)) {
    findings.push(finding("call-id-twice", `${path}.call_id`, `Another call has the id ${id}, too.`));
  } else usedIds.add(id);
  if (typeof name !== "string" || !TOOL_NAME.test(name)) {
    const why = `A tool's name is 1 to 64 of A-Z a-z 0-9 _ -; this is ${JSON.stringify(name)}.`;
    findings.push(finding("tool-name", `${path}.name`, why));
  }
  if (!isObjectText(given)) {
    findings.push(finding("arguments", `${path}.arguments`, "Arguments must be the text of a JSON object."));
  }
  return findings;
}

function isObjectText(value: unknown): boolean {
  try {
    return typeof value === "string" && isJsonObject(JSON.parse(value));
  } catch {
    return false;
  }
}

/** Takes the call that this result answers out of `open`. */
function takeResult(result: JsonObject, open: JsonObject[], answered: unknown[], path: string): readonly Finding[] {
  const id = result.call_id;
  if (open.length === 0 && answered.length === 0) {
    return [finding("result-without-call", path, "No call stands before this result.")];
  }
  const position = open.findIndex((call) => call.call_id === id);
  if (position === -1) {
    return answered.includes(id)
      ? [finding("result-twice", path, `The call ${JSON.stringify(id)} has a result already.`)]
      : [finding("result-unknown", `${path}.call_id`, `No call before has the id ${JSON.stringify(id)}.`)];
  }
  open.splice(position, 1);
  answered.push(id);
  return position === 0 ? [] : [finding("result-order", path, "Results must stand in the order of their calls.")];
}
