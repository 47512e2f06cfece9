import type { ContentPart, Message, Part } from "@millrace/agent";
import type { ToolUseBlock } from "@millrace/protocol";
import { wireCallId } from "./call-id.js";
import { wireCallName } from "./call-name.js";
import type { TurnSource } from "./history-text.js";

/** History as chat wires want it: each turn of another role than the one before it, results apart and in order. */
export type Turn = UserTurn | AssistantTurn | ResultTurn;

/** What people said, and pictures. */
export interface UserTurn {
  role: "user";
  text: string;
  images: readonly Image[];
}

/** What the model said, thought and called: on these wires one text, one reasoning and a list of calls. */
export interface AssistantTurn {
  role: "assistant";
  text: string;
  reasoning: string;
  /** Opaque, of the reasoning, in order. */
  signatures: readonly string[];
  calls: readonly CallOfTurn[];
}

interface CallOfTurn {
  /** As it stands on the wire. */
  id: string;
  /** As it stands on the wire. */
  name: string;
  input: Readonly<Record<string, unknown>>;
  signature: string | undefined;
}

interface ResultTurn {
  role: "tool";
  callId: string;
  /** Of the call that it answers; empty where that is not in this history. */
  name: string;
  text: string;
  images: readonly Image[];
}

/** A picture, as a history holds it. */
export interface Image {
  mediaType: string;
  /** Base64 of the bytes, or a `data:` or `https:` address. */
  data: string;
}

/**
 * Makes turns of the messages of a history, taken one by one. Consecutive messages of one role become one turn, and an
 * assistant message that says and calls nothing is left out: templates refuse both. O(message).
 */
export class TurnMaker implements TurnSource<Turn> {
  /** Of the calls so far, by their ids on the wire. */
  readonly #names = new Map<string, string>();
  #last: Turn | undefined;

  get last(): Turn | undefined {
    return this.#last;
  }

  add(message: Message): readonly Turn[] {
    const complete: Turn[] = [];
    for (const turn of turnsOfMessage(message, this.#names)) {
      if (turn.role === "assistant") for (const { id, name } of turn.calls) this.#names.set(id, name);
      const last = this.#last;
      if (last?.role === "user" && turn.role === "user") this.#last = joinedUsers(last, turn);
      else if (last?.role === "assistant" && turn.role === "assistant") this.#last = joinedAssistants(last, turn);
      else {
        if (last !== undefined) complete.push(last);
        this.#last = turn;
      }
    }
    return complete;
  }
}

function turnsOfMessage({ role, parts }: Message, names: ReadonlyMap<string, string>): readonly Turn[] {
  if (role === "tool") return resultTurns(parts, names);
  if (role === "user") return [userTurn(parts)];
  const turn = assistantTurn(parts);
  return turn.text.trim() === "" && turn.calls.length === 0 ? [] : [turn];
}

function userTurn(parts: readonly Part[]): UserTurn {
  return {
    role: "user",
    text: textOf(parts),
    images: parts.flatMap((part) => (part.type === "image" ? [{ mediaType: part.mediaType, data: part.ref }] : [])),
  };
}

function assistantTurn(parts: readonly Part[]): AssistantTurn {
  const reasoning = parts.filter((part) => part.type === "reasoning");
  return {
    role: "assistant",
    text: spoken(parts),
    reasoning: reasoning.map(({ text }) => text).join(""),
    signatures: reasoning.flatMap(({ signature }) => (signature === undefined ? [] : [signature])),
    calls: parts.flatMap((part) => (part.type === "tool-use" ? [callOfTurn(part.block)] : [])),
  };
}

function callOfTurn(block: ToolUseBlock): CallOfTurn {
  return {
    id: wireCallId(block.id),
    name: wireCallName(block.name),
    input: inputOf(block),
    signature: block.signature,
  };
}

/** Arguments that no server's parser rejects: always an object. */
export function inputOf({ input, params }: ToolUseBlock): Readonly<Record<string, unknown>> {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return { ...input };
  return Object.fromEntries(params);
}

/** A wire's tool message holds text, so pictures of results follow them in a user turn. */
function resultTurns(parts: readonly Part[], names: ReadonlyMap<string, string>): readonly Turn[] {
  const results = parts.flatMap((part): ResultTurn[] => {
    if (part.type !== "tool-result") return [];
    const callId = wireCallId(part.callId);
    return [
      {
        role: "tool",
        callId,
        name: names.get(callId) ?? "",
        text: textOfContent(part.result.content),
        images: part.result.content.flatMap((piece) => (piece.type === "image" ? [piece] : [])),
      },
    ];
  });
  const images = results.flatMap((result) => result.images);
  return images.length === 0 ? results : [...results, { role: "user", text: "The pictures of these results:", images }];
}

/** Words between which something else came are paragraphs of one text. */
function spoken(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
}

function textOfContent(content: readonly ContentPart[]): string {
  return content.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])).join("\n");
}

function joinedUsers(first: UserTurn, second: UserTurn): UserTurn {
  return { role: "user", text: joinedText(first.text, second.text), images: [...first.images, ...second.images] };
}

function joinedAssistants(first: AssistantTurn, second: AssistantTurn): AssistantTurn {
  return {
    role: "assistant",
    text: joinedText(first.text, second.text),
    reasoning: joinedText(first.reasoning, second.reasoning),
    signatures: [...first.signatures, ...second.signatures],
    calls: [...first.calls, ...second.calls],
  };
}

function joinedText(first: string, second: string): string {
  return first === "" || second === "" ? first + second : `${first}\n\n${second}`;
}
