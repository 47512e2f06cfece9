import type { ClientWire } from "../client-wire.js";
import { CLIENT_WIRES } from "../wires/client-wires.js";

/**
 * Whose format a client most likely reads: that of the path it asks, else that of its headers, else chat completions,
 * which most speak.
 *
 * @param path without a leading `/v1`
 */
export function likelyWire(path: string, headers: Headers): ClientWire {
  const asked = CLIENT_WIRES.find((wire) => `${path}/`.startsWith(`${pathOf(wire)}/`));
  return asked ?? wireNamed(speaksAnthropic(headers) ? "anthropic-messages" : "openai-chat");
}

/** Where a wire's requests come in, without the `/v1` that clients add or leave out. */
export function pathOf({ path }: ClientWire): string {
  return path.slice("/v1".length);
}

/** Whether it is a client of Anthropic's wire: all of them send the version they speak. */
export function speaksAnthropic(headers: Headers): boolean {
  return headers.has("anthropic-version");
}

/** @throws Error where there is none: a mistake of ours */
export function wireNamed(name: ClientWire["name"]): ClientWire {
  const wire = CLIENT_WIRES.find((one) => one.name === name);
  if (wire === undefined) throw new Error(`There is no wire ${name}.`);
  return wire;
}
