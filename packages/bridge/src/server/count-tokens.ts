import { estimateTokens } from "../upstream/estimate-tokens.js";
import { countTokensBody } from "../wires/anthropic-messages/count-tokens.js";
import { wireNamed } from "./likely-wire.js";
import { modelAsked } from "./model-asked.js";
import { readBody } from "./read-body.js";
import type { RouteParts } from "./route-parts.js";
import { understandRequest } from "./understand-request.js";

/** `POST /v1/messages/count_tokens`: our own estimate of the prompt that the request comes to. The upstream is not asked. */
export async function countTokens(request: Request, { context, access }: RouteParts): Promise<Response> {
  const asked = understandRequest(wireNamed("anthropic-messages"), await readBody(request, access.maxBodyBytes));
  const model = await context.models.get(modelAsked(asked, context.model));
  return Response.json(countTokensBody(estimateTokens(asked, model)));
}
