import { isDeepStrictEqual } from "node:util";
import type { CallInHistory, IssuedAnswer, IssuedAnswers } from "../issued-answers.js";
import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { mergeDetails } from "../wires/reasoning-details.js";
import { type Finding, finding } from "./finding.js";

/**
 * What gateways sign on the chat completions wire: `reasoning_details` of a message, `extra_content` of a call. While the
 * loop runs (behind the last user message) both must come back as they were sent; the details whole or in their pieces.
 * Later they may be left out, not altered.
 */
export function judgeSignatures(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  const { messages } = request.json;
  if (request.wire !== "chat-completions" || !issued.signed || !Array.isArray(messages)) return [];
  const lastUser = messages.findLastIndex((message: unknown) => isJsonObject(message) && message.role === "user");
  return messages.flatMap((message: unknown, index) => {
    if (!isJsonObject(message) || !Array.isArray(message.tool_calls)) return [];
    const calls = message.tool_calls.filter(isJsonObject);
    const candidates = issued.withCalls(calls.map(callOf));
    const faults = candidates.map((answer) =>
      faultsAgainst(answer, message, calls, { path: `messages[${index}]`, inLoop: index > lastUser }),
    );
    return faults.some((found) => found.length === 0) ? [] : (faults.at(-1) ?? []);
  });
}

function faultsAgainst(
  answer: IssuedAnswer,
  message: JsonObject,
  calls: readonly JsonObject[],
  place: { path: string; inLoop: boolean },
): readonly Finding[] {
  const details = mergeDetails(
    answer.parts.flatMap((part) => ("reasoningDetails" in part ? part.reasoningDetails : [])),
  );
  const sent: unknown = message.reasoning_details;
  const got = Array.isArray(sent) ? mergeDetails(sent.filter(isJsonObject)) : sent;
  const issuedCalls = answer.parts.flatMap((part) => ("call" in part ? [part.call] : []));
  return [
    ...compare(details.length === 0 ? undefined : details, got, `${place.path}.reasoning_details`, place.inLoop),
    ...calls.flatMap((call, position) => {
      const byId = typeof call.id === "string" ? answer.callIds.indexOf(call.id) : -1;
      const expected = issuedCalls[byId === -1 ? position : byId]?.extraContent;
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
