import type { TokenRule } from "./access.js";
import { needsToken } from "./check-token.js";
import type { RouteParts } from "./route-parts.js";

/**
 * `GET /healthz`: that the bridge runs, without asking anybody. What its upstream is, whoever may use it is told. With
 * `?upstream=1` the upstream is asked for its models, 2 s at most; without an answer the status is 503. One that has no list
 * cannot be asked.
 */
export async function health(
  request: Request,
  { upstream, version }: RouteParts,
  hasToken: TokenRule,
): Promise<Response> {
  const mayKnow = hasToken(request.headers);
  const { provider, address } = upstream;
  if (new URL(request.url).searchParams.get("upstream") !== "1" || (mayKnow && upstream.models === undefined)) {
    return Response.json({ status: "ok", version, ...(mayKnow && { upstream: { provider, address } }) });
  }
  if (!mayKnow) throw needsToken();
  const answers = (await upstream.models?.(request.signal)) !== undefined;
  const status = answers ? "ok" : "upstream unreachable";
  return Response.json({ status, version, upstream: { provider, address, answers } }, { status: answers ? 200 : 503 });
}
