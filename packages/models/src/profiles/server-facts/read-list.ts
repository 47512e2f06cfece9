import { endpoint } from "../../base-url.js";
import { lineIn, recordIn } from "../../json.js";
import { MAX_LISTED_MODELS } from "../../limits.js";
import type { ModelTarget } from "../../model-target.js";
import { providerHeaders } from "../../provider-headers.js";
import type { ModelFacts } from "./model-facts.js";
import { readEntry } from "./read-entry.js";

/** Where a server lists its models, and how the list is written. */
export interface ModelList {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The field that holds the entries, and the one in an entry that holds its name. */
  entries: "data" | "models";
  name: "id" | "name";
}

/**
 * The list that says most of a provider's models: its own, where it has one besides that of the wire. Sources: Ollama's,
 * LM Studio's and Gemini's API references.
 */
export function listOf(target: ModelTarget): ModelList {
  const { baseUrl, provider, wire } = target;
  const headers = providerHeaders(target);
  switch (provider.name) {
    case "ollama":
      return { url: besideV1(baseUrl, "/api/tags"), headers, entries: "models", name: "name" };
    case "lmstudio":
      return { url: atRoot(baseUrl, "/api/v0/models"), headers, entries: "data", name: "id" };
    case "gemini": {
      // Its list for clients of OpenAI's wire holds names alone. 1,000 is the most that a page holds.
      const url = endpoint(baseUrl, "");
      url.pathname = url.pathname.replace(/\/openai$/, "/models");
      url.searchParams.set("pageSize", "1000");
      const key = target.apiKey === undefined ? {} : { "x-goog-api-key": target.apiKey };
      return { url, headers: key, entries: "models", name: "name" };
    }
    case "anthropic": {
      const url = endpoint(baseUrl, "/v1/models");
      if (!target.local) url.searchParams.set("limit", "1000");
      return { url, headers, entries: "data", name: "id" };
    }
    default:
      return {
        url: endpoint(baseUrl, wire === "anthropic-messages" ? "/v1/models" : "/models"),
        headers,
        entries: "data",
        name: "id",
      };
  }
}

/** The models of a list, {@link MAX_LISTED_MODELS} at most; undefined where the answer is none. Together AI answers with the bare list. */
export function readList(
  answer: unknown,
  { entries, name }: Pick<ModelList, "entries" | "name">,
): readonly ModelFacts[] | undefined {
  const list = Array.isArray(answer) ? answer : recordIn(answer)[entries];
  // Something else may listen on a port as common as 8080.
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, MAX_LISTED_MODELS).flatMap((value) => {
    const entry = recordIn(value);
    const written = lineIn(entry[name]);
    return written === undefined ? [] : [readEntry(entry, written.replace(/^models\//, ""))];
  });
}

/** The address of a path beside `/v1`, below which other wires of the same server are. */
export function besideV1(baseUrl: URL, path: string): URL {
  const url = endpoint(baseUrl, "");
  url.pathname = `${url.pathname.replace(/\/v1$/, "").replace(/\/$/, "")}${path}`;
  return url;
}

export function atRoot(baseUrl: URL, path: string): URL {
  const url = endpoint(baseUrl, "");
  url.pathname = path;
  return url;
}
