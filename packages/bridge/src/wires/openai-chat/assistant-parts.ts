import type { Part } from "@millrace/agent";
import { callPart } from "../../history/call-part.js";
import { TEXT_INPUT } from "../../history/text-tool.js";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { jsonText } from "../../json-text.js";
import { idIn } from "./id-in.js";
import { inWords, piecesOf } from "./pieces.js";

/**
 * The parts of an assistant's message. This wire tells no order among reasoning, words and calls: they stand in this one.
 *
 * @param at place of the message in the list: calls without an id get one of it
 */
export function assistantParts(message: JsonRecord, at: number): readonly Part[] {
  const pieces = piecesOf(message.content);
  const thought = pieces.flatMap((piece) => (piece.type === "reasoning" ? [piece.text] : [])).join("");
  const words = pieces.flatMap((piece) => (piece.type === "reasoning" ? [] : [inWords(piece)]));
  const refusal = textIn(message.refusal);
  return [
    ...reasoningParts(message, thought),
    ...[...words, ...(refusal === undefined ? [] : [refusal])].map((text) => ({ type: "text" as const, text })),
    ...spokenAudio(message.audio),
    ...callParts(message, at),
  ];
}

/**
 * Reasoning has a field of its own, under three names; `reasoning_details` (OpenRouter's form) say the same once more and
 * hold what is opaque. Its signatures follow the text, which the first of them goes with: which stretch each of them ended
 * is not to be told on this wire.
 */
function reasoningParts(message: JsonRecord, thought: string): readonly Part[] {
  const details = listIn(message.reasoning_details).filter(isRecord);
  const text =
    textIn(message.reasoning_content) ??
    textIn(message.reasoning) ??
    textIn(message.reasoning_text) ??
    (thought || details.map((detail) => textIn(detail.text) ?? textIn(detail.summary) ?? "").join(""));
  const signatures = details.flatMap((detail) => textIn(detail.data) ?? textIn(detail.signature) ?? []);
  const [first, ...others] = signatures;
  if (first === undefined) return text === "" ? [] : [{ type: "reasoning", text }];
  return [
    { type: "reasoning", text, signature: first },
    ...others.map((signature) => ({ type: "reasoning" as const, text: "", signature })),
  ];
}

function callParts({ tool_calls, function_call }: JsonRecord, at: number): readonly Part[] {
  const calls = listIn(isRecord(tool_calls) ? [tool_calls] : tool_calls);
  const legacy = isRecord(function_call) && calls.length === 0 ? [{ function: function_call }] : [];
  return [...calls, ...legacy].map((call, ordinal) => readCall(call, `call-${at}-${ordinal}`));
}

/** What is no call is kept as words, so that nothing is lost. */
function readCall(call: unknown, madeId: string): Part {
  const { id, function: called, custom } = isRecord(call) ? call : {};
  if (isRecord(custom)) {
    const name = textIn(custom.name);
    const input = custom.input ?? "";
    const text = typeof input === "string" ? input : jsonText(input);
    if (name !== undefined) return callPart({ id: idIn(id) ?? madeId, name, input: { [TEXT_INPUT]: text } });
  }
  const name = isRecord(called) ? textIn(called.name) : undefined;
  if (!isRecord(called) || name === undefined) return { type: "text", text: jsonText(call) };
  return callPart({ id: idIn(id) ?? madeId, name, input: called.arguments });
}

/** An answer that was spoken comes back as a reference, some with the words. */
function spokenAudio(audio: unknown): readonly Part[] {
  if (!isRecord(audio)) return [];
  const text = textIn(audio.transcript) ?? "[A spoken answer was left out: only text and images are passed on.]";
  return [{ type: "text", text }];
}
