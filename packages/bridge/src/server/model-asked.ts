import type { ClientRequest } from "../client-request.js";
import { MAX_MODEL_NAME } from "../limits.js";
import { RequestFault } from "../request-fault.js";

/**
 * The model of the upstream that answers a request.
 *
 * @param model the one that always does, where there is one
 * @throws RequestFault where nobody names any, or by a name that no model has: it would be remembered
 */
export function modelAsked(request: ClientRequest, model: string | undefined): string {
  const name = model ?? request.model;
  if (name === "") throw new RequestFault("model", "No model is named, and the bridge was started without --model.");
  if (name.length > MAX_MODEL_NAME) {
    throw new RequestFault("model", `The name of the model is longer than ${MAX_MODEL_NAME} characters.`);
  }
  return name;
}
