import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { isOfModel, isOfUser, itemsOf, type PlacedItem, typeOf } from "./items-of.js";

/** Who speaks first and last, who twice in a row, where the system text stands, and that thoughts have something behind them. */
export function judgeItemOrder(request: ReceivedRequest): readonly Finding[] {
  const items = itemsOf(request);
  const findings = items.flatMap((placed, index) => [
    ...judgeSystem(placed, index, request.json.instructions !== undefined),
    ...judgeTurn(placed, items[index - 1]?.item),
    ...judgeFollowed(placed, items[index + 1]?.item),
  ]);
  const first = items.find(({ item }) => item.role !== "system");
  if (first !== undefined && !isOfUser(first.item)) {
    findings.push(finding("alternation", first.path, "The first item of the conversation must be the user's."));
  }
  const last = items.at(-1);
  if (last !== undefined && !isOfUser(last.item) && typeOf(last.item) !== "function_call_output") {
    findings.push(finding("last-message", last.path, "The last item must be the user's or a result."));
  }
  return findings;
}

function judgeSystem({ item, path }: PlacedItem, index: number, hasInstructions: boolean): readonly Finding[] {
  if (typeOf(item) !== "message" || item.role !== "system") return [];
  if (hasInstructions) return [finding("system-single", path, "There are instructions already.")];
  return index === 0 ? [] : [finding("system-first", path, "The system message must be the first item.")];
}

function judgeTurn({ item, path }: PlacedItem, before: PlacedItem["item"] | undefined): readonly Finding[] {
  const isAgain =
    before !== undefined && typeOf(item) === "message" && typeOf(before) === "message" && item.role === before.role;
  return isAgain
    ? [finding("alternation", path, `Two messages of role ${String(item.role)} in a row; they must be one.`)]
    : [];
}

/** OpenAI: "Item of type 'reasoning' was provided without its required following item". */
function judgeFollowed({ item, path }: PlacedItem, next: PlacedItem["item"] | undefined): readonly Finding[] {
  if (typeOf(item) !== "reasoning" || (next !== undefined && isOfModel(next))) return [];
  return [finding("reasoning-alone", path, "Behind reasoning must stand what the model said or called next.")];
}
