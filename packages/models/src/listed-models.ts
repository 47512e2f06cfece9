import { type JsonRecord, listIn, recordIn } from "./json.js";
import type { WireName } from "./provider.js";

/** Where a server lists its models, behind its base URL. */
export function modelsPath(wire: WireName): string {
  if (wire === "ollama-chat") return "/api/tags";
  return wire === "anthropic-messages" ? "/v1/models" : "/models";
}

/** The names of the models that can chat, as a server lists them; undefined where the answer is no list of models. */
export function listedModels(answer: unknown, wire: WireName): readonly string[] | undefined {
  const isOllama = wire === "ollama-chat";
  const list = recordIn(answer)[isOllama ? "models" : "data"];
  // Something else may listen on a port as common as 8080.
  return Array.isArray(list) ? listIn(list).flatMap((entry) => chatModel(recordIn(entry), isOllama)) : undefined;
}

/** Models that only embed text are listed beside those that chat. */
function chatModel(entry: JsonRecord, isOllama: boolean): readonly string[] {
  const name = isOllama ? entry.name : entry.id;
  if (typeof name !== "string" || name === "") return [];
  const family = recordIn(entry.details).family;
  const embeds = /(?:^|[-_/])embed/i.test(name) || (typeof family === "string" && family.includes("bert"));
  return embeds ? [] : [name];
}
