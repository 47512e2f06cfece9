import { Refusal } from "../refusal.js";
import { speaksAnthropic } from "./likely-wire.js";
import type { RouteParts } from "./route-parts.js";

/** A server that does not know when a model was made says the epoch. Source: Anthropic's API reference, "List models". */
const UNKNOWN_DAY = "1970-01-01T00:00:00Z";

/** `GET /v1/models`: those of the upstream, or the one that always answers. In Anthropic's form for clients of its wire. */
export async function listModels(request: Request, parts: RouteParts): Promise<Response> {
  const names = await namesOf(request, parts);
  const data = names.map(entryFor(request));
  if (!speaksAnthropic(request.headers)) return Response.json({ object: "list", data });
  return Response.json({ data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null });
}

/** `GET /v1/models/NAME`. Where one model always answers it is there by every name. */
export async function oneModel(name: string, request: Request, parts: RouteParts): Promise<Response> {
  const isThere = parts.context.model !== undefined || (await namesOf(request, parts)).includes(name);
  if (isThere) return Response.json(entryFor(request)(name));
  const message = `The server at ${parts.upstream.address} lists no model ${JSON.stringify(name)}.`;
  throw new Refusal({ status: 404, kind: "not_found", message });
}

async function namesOf(request: Request, { context, upstream }: RouteParts): Promise<readonly string[]> {
  if (context.model !== undefined) return [context.model];
  if (upstream.models === undefined) {
    const message = `${upstream.address} has no list of its models: ask for one by its name.`;
    throw new Refusal({ status: 404, kind: "not_found", message });
  }
  const names = await upstream.models(request.signal);
  if (names) return names;
  const message = `The server at ${upstream.address} does not say which models it has: it does not answer, or has no list.`;
  throw new Refusal({ status: 502, kind: "network", message });
}

function entryFor({ headers }: Request): (name: string) => object {
  return speaksAnthropic(headers)
    ? (id) => ({ type: "model", id, display_name: id, created_at: UNKNOWN_DAY })
    : (id) => ({ id, object: "model", created: 0, owned_by: "millrace" });
}
