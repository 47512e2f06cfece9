import { callTarget, renderResult, type ToolUseBlock } from "@millrace/protocol";
import type { ContentPart } from "../tool.js";
import type { ImagePart, Message } from "./message.js";
import { assistantText } from "./render-foreign.js";
import { callsOf, inputOf, type ResultPart, resultsOf, textOf } from "./tool-calls.js";
import type { RequestForm, Turn } from "./turn.js";
import { imagesOf, joinUser, userWords } from "./user-message.js";

/** A turn in text protocol: the assistant's raw text, then one user message of the results and the user's words. */
export function textTurn({ assistant, results, users }: Turn, form: RequestForm): Message[] {
  if (assistant === undefined) return [userWords(users, undefined)];
  const { dialect, tools } = form;
  const text = assistant.raw?.dialect === dialect ? assistant.raw.text : assistantText(assistant, dialect, tools);
  const said: Message = { id: assistant.id, role: "assistant", parts: [{ type: "text", text }] };
  if (results === undefined) return [said, userWords(users, assistant)];
  const calls = new Map(callsOf(assistant).map((call) => [call.id, call]));
  const parts = resultsOf(results);
  const texts = parts.map((part) => resultText(part, calls.get(part.callId), form));
  const images = parts.flatMap(resultImages);
  return [said, joinUser(results.id, [...texts, ...users.map(textOf)], [...images, ...users.flatMap(imagesOf)])];
}

function resultText(part: ResultPart, call: ToolUseBlock | undefined, form: RequestForm): string {
  const { status, content, meta, why } = part.result;
  const text = content.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])).join("\n");
  const target = meta?.path ?? callTarget(inputOf(call?.input));
  return renderResult(
    { name: call?.name ?? "tool", status, text: text || (why ?? ""), ...(target === undefined ? {} : { target }) },
    form.tools,
    form.dialect,
  );
}

function resultImages(part: ResultPart): ImagePart[] {
  return part.result.content.flatMap((piece) =>
    piece.type === "image" ? [{ type: "image", mediaType: piece.mediaType, ref: refOf(piece) }] : [],
  );
}

/** A picture's bytes as an address; what is one already stays. No base64 has a colon. */
function refOf({ mediaType, data }: Extract<ContentPart, { type: "image" }>): string {
  return data.includes(":") ? data : `data:${mediaType};base64,${data}`;
}
