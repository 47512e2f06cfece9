import { getJson } from "../../get-json.js";
import type { ModelTarget } from "../../model-target.js";
import type { ModelFacts } from "./model-facts.js";
import { listOf, readList } from "./read-list.js";

/** LM Studio's word on a model: its entry in `/api/v0/models`. Source: LM Studio's REST API documentation. */
export async function askLmStudio(target: ModelTarget, signal: AbortSignal): Promise<Partial<ModelFacts>> {
  const list = listOf(target);
  const answer = await getJson({ url: list.url, headers: list.headers, route: target.route, signal });
  return readList(answer, list)?.find(({ name }) => name === target.model) ?? {};
}
