import { tierFor } from "@millrace/agent";
import type { ClientRequest } from "../client-request.js";
import { planRequest } from "./plan-request.js";
import type { UpstreamModel } from "./upstream-model.js";

/** How long the prompt would be that a request comes to, tokens, by our own estimate. Sends nothing. O(request). */
export function estimateTokens(request: ClientRequest, { connection, mode, dialect }: UpstreamModel): number {
  const { profile } = connection;
  const plan = planRequest(request, { mode, dialect, tier: tierFor(profile), profile, extra: {} });
  return plan.prepared.tokensEstimated;
}
