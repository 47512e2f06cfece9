import { isDeepStrictEqual } from "node:util";
import type { CallInHistory, IssuedAnswers, Origin } from "../issued-answers.js";
import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { mergeDetails } from "../wires/reasoning-details.js";
import { type Finding, finding } from "./finding.js";
import { OriginJudge } from "./origin-judge.js";

/**
 * What gateways sign on the chat completions wire: `reasoning_details` of a message, `extra_content` of a call. While the
 * loop runs (behind the last user message) both must come back as they were sent; the details whole or in their pieces.
 * Later they may be left out, not altered.
 */
export function judgeSignatures(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  const { messages } = request.json;
  if (request.wire !== "chat-completions" || !issued.signed || !Array.isArray(messages)) return [];
  const lastUser = messages.findLastIndex((message: unknown) => isJsonObject(message) && message.role === "user");
  const origins = new OriginJudge(issued);
  return messages.flatMap((message: unknown, index) => {
    if (!isJsonObject(message) || !Array.isArray(message.tool_calls)) return [];
    const calls = message.tool_calls.filter(isJsonObject);
    const place = { path: `messages[${index}]`, inLoop: index > lastUser };
    return origins.judge(calls.map(callOf), (origin) => faultsAgainst(origin, message, calls, place));
  });
}

function faultsAgainst(
  { answer, positions }: Origin,
  message: JsonObject,
  calls: readonly JsonObject[],
  place: { path: string; inLoop: boolean },
): readonly Finding[] {
  const details = mergeDetails(
    answer.parts.flatMap((part) => ("reasoningDetails" in part ? part.reasoningDetails : [])),
  );
  const sent: unknown = message.reasoning_details;
  const got = Array.isArray(sent) ? mergeDetails(sent.filter(isJsonObject)) : sent;
  return [
    ...compare(details.length === 0 ? undefined : details, got, `${place.path}.reasoning_details`, place.inLoop),
    ...calls.flatMap((call, position) => {
      const expected = answer.calls[positions[position] ?? -1]?.extraContent;
      const path = `${place.path}.tool_calls[${position}].extra_content`;
      return compare(expected, call.extra_content, path, place.inLoop);
    }),
  ];
}

function compare(expected: unknown, got: unknown, path: string, inLoop: boolean): readonly Finding[] {
  if (isDeepStrictEqual(expected, got)) return [];
  if (got !== undefined) return [finding("signature-altered", path, "This is not what the server sent.")];
  return inLoop ? [finding("signature-missing", path, "What the server sent here must come back as it was.")] : [];
}

function callOf({ id, function: called }: JsonObject): CallInHistory {
  if (!isJsonObject(called)) return { id, name: undefined, input: undefined };
  return { id, name: called.name, input: inputOf(called.arguments) };
}

function inputOf(given: unknown): unknown {
  try {
    return typeof given === "string" ? JSON.parse(given) : given;
  } catch {
    return undefined;
  }
}
