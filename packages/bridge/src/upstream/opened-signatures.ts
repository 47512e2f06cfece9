import { openSignature, signatureOrigin } from "@millrace/models";
import type { ClientWire } from "../client-wire.js";
import { isRecord, type JsonRecord, listIn, textIn } from "../json.js";
import { UNSIGNED } from "../wires/anthropic-messages/thinking-signature.js";

/** What a signature holds that the model's client sealed; undefined for any other. */
type Open = (signature: string) => unknown;

/** Where signatures stand in the history of each wire. */
const OPENED: Readonly<Record<ClientWire["name"], (body: JsonRecord, open: Open) => JsonRecord>> = {
  "anthropic-messages": (body, open) =>
    eachOf(body, "messages", (message) => eachOf(message, "content", thought(open))),
  "openai-responses": (body, open) =>
    eachOf(body, "input", (item) => opened(item, textIn(item.encrypted_content), open)),
  "openai-chat": (body, open) => eachOf(body, "messages", (message) => withDetails(message, open)),
};

/**
 * A client's request with its model's signatures as the server gave them: in the answers that clients keep, they say
 * where they are from. All else is as it came. O(request).
 *
 * @param model as the upstream knows it
 */
export function withOpenedSignatures(body: JsonRecord, wire: ClientWire["name"], model: string): JsonRecord {
  const origin = signatureOrigin(wire, model);
  return OPENED[wire](body, (signature) => openSignature(origin, signature));
}

function eachOf(record: JsonRecord, list: string, change: (item: JsonRecord) => JsonRecord): JsonRecord {
  const items = record[list];
  if (!Array.isArray(items)) return record;
  return { ...record, [list]: items.map((item: unknown) => (isRecord(item) ? change(item) : item)) };
}

function opened(item: JsonRecord, signature: string | undefined, open: Open): JsonRecord {
  const whole = signature === undefined ? undefined : open(signature);
  return isRecord(whole) ? whole : item;
}

function thought(open: Open): (block: JsonRecord) => JsonRecord {
  return (block) => {
    if (block.type === "redacted_thinking") return opened(block, textIn(block.data), open);
    if (block.type !== "thinking") return block;
    // As servers that sign nothing write it.
    return block.signature === UNSIGNED ? { ...block, signature: "" } : opened(block, textIn(block.signature), open);
  };
}

/** One sealed detail stands for all those of an answer. */
function withDetails(message: JsonRecord, open: Open): JsonRecord {
  if (!Array.isArray(message.reasoning_details)) return message;
  const details = listIn(message.reasoning_details).flatMap((detail) => {
    const data = isRecord(detail) ? textIn(detail.data) : undefined;
    const whole = data === undefined ? undefined : open(data);
    return Array.isArray(whole) ? whole : [detail];
  });
  return { ...message, reasoning_details: details };
}
