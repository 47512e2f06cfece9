import type { ImagePart, Message } from "./message.js";
import { textOf } from "./tool-calls.js";

/** What stands where nobody said a word. */
const NOTHING = "(nothing)";
/** Behind an assistant message that nothing followed: a request ends with a user's words, and turns alternate. */
const GO_ON = "Go on.";

/** One user message of these texts, and the images of those messages. Blank texts are left out; it is never empty. */
export function joinUser(id: string, texts: readonly string[], images: readonly ImagePart[]): Message {
  const text = texts
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .join("\n\n");
  const words = text === "" && images.length === 0 ? NOTHING : text;
  return { id, role: "user", parts: [...(words === "" ? [] : [{ type: "text" as const, text: words }]), ...images] };
}

/** The words of users as one message, or "Go on." if there are none. */
export function userWords(users: readonly Message[], after: Message | undefined): Message {
  const [first] = users;
  if (first === undefined) return joinUser(`${after?.id ?? ""}-go-on`, [GO_ON], []);
  return joinUser(first.id, users.map(textOf), users.flatMap(imagesOf));
}

export function imagesOf(message: Message): ImagePart[] {
  return message.parts.filter((part) => part.type === "image");
}
