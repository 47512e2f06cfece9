import type { Wire } from "../model-request.js";

/** What went wrong, for the error body of any wire. */
export interface WireError {
  message: string;
  type: string;
  code?: string | null;
  param?: string | null;
}

/** An error in the shape that servers of this wire answer with. Ollama says only a sentence. */
export function errorBody(wire: Wire, { message, type, code = null, param = null }: WireError): object {
  if (wire === "ollama") return { error: message };
  if (wire === "anthropic") return { type: "error", error: { type, message } };
  return { error: { message, type, param, code } };
}
