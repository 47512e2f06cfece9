import type { ClientRequest } from "../client-request.js";
import { RequestFault } from "../request-fault.js";

/**
 * The model of the upstream that answers a request.
 *
 * @param model the one that always does, where there is one
 * @throws RequestFault where nobody names any
 */
export function modelAsked(request: ClientRequest, model: string | undefined): string {
  const name = model ?? request.model;
  if (name === "") throw new RequestFault("model", "No model is named, and the bridge was started without --model.");
  return name;
}
