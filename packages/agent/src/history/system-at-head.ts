import type { Message } from "./message.js";

/** Tells the user's words from the system text that they stand behind. */
const FOLLOWS = "[The instructions end here. The user's message follows.]";

/** By the first message: it is the same object in every request while the system text stays the same. */
const made = new WeakMap<Message, { system: string; message: Message }>();

/**
 * The messages of a request with the system text at the head of the first, which is the user's: for chat templates that
 * refuse or drop a system message, or move it from turn to turn. The very same array where there is nothing to put there,
 * or no message to put it in.
 */
export function systemAtHead(messages: readonly Message[], system: string): readonly Message[] {
  const [first, ...others] = messages;
  if (first === undefined || system === "") return messages;
  return [headed(first, system), ...others];
}

function headed(first: Message, system: string): Message {
  const known = made.get(first);
  if (known?.system === system) return known.message;
  const head = `${system}\n\n${FOLLOWS}`;
  const texts = first.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const others = first.parts.filter((part) => part.type !== "text");
  const message: Message = {
    ...first,
    parts: [{ type: "text", text: [head, ...texts].join("\n\n") }, ...others],
  };
  made.set(first, { system, message });
  return message;
}
