import type { WireName } from "../provider.js";

/**
 * Who can read what is opaque: the wire it came on and the family of the model, the first letters of its name, e.g.
 * `anthropic-messages/claude`. One model's signature is an error to another, and the same model's has another form on
 * another wire.
 */
export function signatureOrigin(wire: WireName | `ai-sdk.${string}`, model: string): string {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return `${wire}/${/^[a-z]+/.exec(name)?.[0] ?? name}`;
}

/**
 * A signature as a client yields it and history keeps it: its origin, a blank, JSON text of what is to go back.
 *
 * @example sealSignature("anthropic-messages/claude", '{"type":"redacted_thinking","data":"…"}')
 */
export function sealSignature(origin: string, json: string): string {
  return `${origin} ${json}`;
}

/** What is to go back; undefined where it is from elsewhere. */
export function openSignature(origin: string, signature: string): unknown {
  if (!signature.startsWith(`${origin} `)) return undefined;
  try {
    return JSON.parse(signature.slice(origin.length + 1));
  } catch {
    return undefined;
  }
}
