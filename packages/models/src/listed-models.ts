import { readList } from "./profiles/server-facts/read-list.js";
import type { WireName } from "./provider.js";

/** Where a server lists its models, behind its base URL. */
export function modelsPath(wire: WireName): string {
  if (wire === "ollama-chat") return "/api/tags";
  return wire === "anthropic-messages" ? "/v1/models" : "/models";
}

/** The names of the models that can chat, as a server lists them; undefined where the answer is no list of models. */
export function listedModels(answer: unknown, wire: WireName): readonly string[] | undefined {
  const isOllama = wire === "ollama-chat";
  const models = readList(answer, isOllama ? { entries: "models", name: "name" } : { entries: "data", name: "id" });
  return models?.filter(({ embeds }) => !embeds).map(({ name }) => name);
}
