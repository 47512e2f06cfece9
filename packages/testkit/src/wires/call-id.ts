import type { Call } from "../scenario.js";

/** The id a call goes out with: its own, or one made of the request's number and its place (1 is the first). `null`: none. */
export function callId(call: Call, request: number, position: number): string | null {
  return call.id === undefined ? `call_${request}_${position}` : call.id;
}
