import type { CallInHistory, IssuedAnswers } from "../../issued-answers.js";
import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { asksForThoughts } from "../../wires/response-items.js";
import type { Finding } from "../finding.js";
import { OriginJudge } from "../origin-judge.js";
import { absence, alteration, type Place, type Thought } from "../thoughts.js";
import { isOfModel, isOfUser, itemsOf, type PlacedItem, typeOf } from "./items-of.js";

/**
 * Encrypted reasoning in history, against what this server gave out: it must be known and unaltered, and, where the client
 * asks for it at all, what came with calls must come back while their loop runs: behind the last message of the user.
 * Reasoning as text is nobody's secret.
 */
export function judgeReasoningItems(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  const items = itemsOf(request);
  const altered = items.flatMap(({ item, path }) => {
    const thought = thoughtOf(item, issued);
    const paths = { text: `${path}.summary`, signature: `${path}.encrypted_content` };
    const fault = thought === undefined ? undefined : alteration(thought, issued, paths);
    return fault === undefined ? [] : [fault];
  });
  if (!asksForThoughts(request.json)) return altered;
  const loop = items.slice(items.findLastIndex(({ item }) => isOfUser(item)) + 1);
  const origins = new OriginJudge(issued);
  const missing = turnsOf(loop).flatMap((turn) => {
    const calls = turn.filter(({ item }) => typeOf(item) === "function_call").map(({ item }) => callOf(item));
    const got = placesThroughLastCall(turn, issued);
    return origins.judge(calls, (origin) => absence(got, origin, turn[0]?.path ?? "input"));
  });
  return [...altered, ...missing];
}

/** What the model wrote in one go: its items in a row. */
function turnsOf(items: readonly PlacedItem[]): readonly (readonly PlacedItem[])[] {
  const turns: PlacedItem[][] = [];
  let isOpen = false;
  for (const placed of items) {
    const goesOn = isOfModel(placed.item);
    if (goesOn && isOpen) turns.at(-1)?.push(placed);
    else if (goesOn) turns.push([placed]);
    isOpen = goesOn;
  }
  return turns;
}

function placesThroughLastCall(turn: readonly PlacedItem[], issued: IssuedAnswers): readonly Place[] {
  const lastCall = turn.findLastIndex(({ item }) => typeOf(item) === "function_call");
  return turn.slice(0, lastCall + 1).flatMap(({ item }): readonly Place[] => {
    if (typeOf(item) !== "reasoning") return ["other"];
    const thought = thoughtOf(item, issued);
    return thought === undefined ? [] : [thought];
  });
}

function thoughtOf(item: JsonObject, issued: IssuedAnswers): Thought | undefined {
  const { encrypted_content: secret, summary } = item;
  if (typeOf(item) !== "reasoning" || typeof secret !== "string") return undefined;
  if (issued.hasRedacted(secret)) return { data: secret };
  const parts = Array.isArray(summary) ? summary.filter(isJsonObject) : [];
  return { thinking: parts.map(({ text }) => String(text)).join(""), signature: secret };
}

function callOf({ call_id: id, name, arguments: given }: JsonObject): CallInHistory {
  try {
    return { id, name, input: JSON.parse(String(given)) };
  } catch {
    return { id, name, input: undefined };
  }
}
