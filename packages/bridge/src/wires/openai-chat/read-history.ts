import type { Message, Part } from "@millrace/agent";
import { systemNote } from "../../history/system-note.js";
import { isRecord, type JsonRecord } from "../../json.js";
import { RequestFault } from "../../request-fault.js";
import { assistantParts } from "./assistant-parts.js";
import { idIn } from "./id-in.js";
import { inWords, type Piece, piecesOf } from "./pieces.js";
import { resultContent } from "./result-content.js";

/**
 * Reads the list of messages. System and developer messages at its head are the system text. One behind them stays in its
 * place, as a user message that says what it is: what was sent before it does not change. Results in a row are one
 * message. A role that nobody knows is a user's. A result without an id answers the first call that waits for one.
 *
 * Each message is made of itself and those before it, so a history that grew begins as it did before (but for results
 * that join others). O(history).
 *
 * @throws RequestFault where it is no list, an empty one, or an item is no object
 */
export function readHistory(value: unknown): { system: string; messages: readonly Message[] } {
  if (!Array.isArray(value)) throw new RequestFault("messages", "There is no list of messages in this request.");
  if (value.length === 0) throw new RequestFault("messages", "The list of messages is empty.");
  const reader = new HistoryReader();
  for (const [at, message] of value.entries()) {
    if (!isRecord(message)) throw new RequestFault(`messages[${at}]`, "A message of the list is no object.");
    reader.add(message, at);
  }
  return { system: reader.system.join("\n\n"), messages: reader.messages };
}

class HistoryReader {
  readonly system: string[] = [];
  readonly messages: Message[] = [];
  /** Calls of the last message with some that have no result yet, in order. */
  #unanswered = new Set<string>();
  /** Of the message of results that may still grow. */
  #results: Part[] | undefined;

  add(message: JsonRecord, at: number): void {
    const { role } = message;
    const isResult = role === "tool" || role === "function";
    if (!isResult) this.#results = undefined;
    if (isResult) this.#result(message, at);
    else if (role === "system" || role === "developer") this.#systemText(message, at);
    else if (role === "assistant") this.#assistant(message, at);
    else this.#push("user", at, userParts(message));
  }

  #systemText({ content }: JsonRecord, at: number): void {
    const texts = piecesOf(content)
      .map(inWords)
      .filter((text) => text.trim() !== "");
    if (this.messages.length === 0) this.system.push(...texts);
    else if (texts.length > 0) this.#push("user", at, [systemNote(texts.join("\n\n"))]);
  }

  #assistant(message: JsonRecord, at: number): void {
    const parts = assistantParts(message, at);
    const calls = parts.flatMap((part) => (part.type === "tool-use" ? [part.block.id] : []));
    if (calls.length > 0) this.#unanswered = new Set(calls);
    this.#push("assistant", at, parts);
  }

  #result({ tool_call_id, content }: JsonRecord, at: number): void {
    const [waiting] = this.#unanswered;
    const callId = idIn(tool_call_id) ?? waiting ?? `result-${at}`;
    this.#unanswered.delete(callId);
    if (this.#results === undefined) {
      this.#results = [];
      this.#push("tool", at, this.#results);
    }
    this.#results.push({ type: "tool-result", callId, result: { status: "ok", content: resultContent(content) } });
  }

  #push(role: Message["role"], at: number, parts: readonly Part[]): void {
    this.messages.push({ id: `message-${at}`, role, parts });
  }
}

/** A name tells the speakers of a conversation of many apart. */
function userParts({ name, content }: JsonRecord): readonly Part[] {
  const speaker = idIn(name);
  const said = piecesOf(content).map(asUserPart);
  return speaker === undefined ? said : [{ type: "text", text: `[${speaker} says:]` }, ...said];
}

function asUserPart(piece: Piece): Part {
  return piece.type === "image" ? piece : { type: "text", text: inWords(piece) };
}
