import { isJsonObject } from "../json.js";
import type { ChatTemplate } from "../templates/chat-template.js";
import { type Conversation, renderConversation } from "../templates/render-request.js";
import { textOf } from "./conversation-of.js";

/** Tokens that Ollama leaves at the head of a prompt that it cuts (`num_keep`, docs/api.md; its default in api/types.go). */
const KEPT_TOKENS = 4;

/** The tokens that a server has room for, and whether it makes what is longer fit. */
export interface Room {
  window: number;
  bytesPerToken: number;
  cuts: boolean;
}

/** What a model sees of a request. */
export interface SeenPrompt {
  /** Of the prompt as it was read, after any cut. */
  tokens: number;
  /** The prompt up to where the last message begins, and behind it: lessons, definitions, history. */
  around: string;
  /** What can be seen of the last message. */
  last: { role: string; text: string };
  /** Names of the tools whose definitions can be seen. */
  tools: ReadonlySet<string>;
}

/** The prompt is longer than the window, and the server refuses it. */
export interface Overflow {
  promptTokens: number;
}

/**
 * Renders a conversation and cuts it where the server does so. As Ollama does it: whole messages go first, the oldest of
 * them but the system's; then the front of what is left, but for its first four tokens. Throws what the template raises.
 */
export function seePrompt(conversation: Conversation, template: ChatTemplate, room: Room): SeenPrompt | Overflow {
  let shown = conversation;
  let prompt = renderConversation(shown, template);
  const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / room.bytesPerToken);
  if (!room.cuts && tokensOf(prompt) > room.window) return { promptTokens: tokensOf(prompt) };
  while (tokensOf(prompt) > room.window) {
    const shorter = withoutOldest(shown);
    if (shorter === undefined) break;
    shown = shorter;
    prompt = renderConversation(shown, template);
  }

  const cut = cutOf(prompt, room);
  const last = shown.messages.at(-1) ?? {};
  const text = textOf(last.content).trim();
  const at = prompt.lastIndexOf(text);
  // Where a template writes the words otherwise (as JSON, escaped), they are taken as they were sent.
  const [start, end] = at === -1 ? [prompt.length, prompt.length] : [at, at + text.length];
  return {
    tokens: Math.min(tokensOf(prompt), room.window),
    around: prompt.slice(0, cut.from) + prompt.slice(cut.to, start) + prompt.slice(Math.max(end, cut.to)),
    last: { role: String(last.role), text: text.slice(Math.max(0, cut.to - start)) },
    tools: shownTools(shown, template, prompt, cut),
  };
}

/** Between which characters a prompt is cut. */
interface Cut {
  from: number;
  to: number;
}

function cutOf(prompt: string, { window, bytesPerToken }: Room): Cut {
  const bytes = Buffer.from(prompt);
  const excess = bytes.length - Math.floor(window * bytesPerToken);
  if (excess <= 0) return { from: 0, to: 0 };
  const from = Math.floor(KEPT_TOKENS * bytesPerToken);
  const lengthTo = (byte: number) => bytes.subarray(0, byte).toString().length;
  return { from: lengthTo(from), to: lengthTo(from + excess) };
}

function withoutOldest({ messages, tools }: Conversation): Conversation | undefined {
  const oldest = messages.findIndex(({ role }) => role !== "system");
  if (oldest === -1 || oldest === messages.length - 1) return undefined;
  return { messages: messages.filter((_, index) => index !== oldest), tools };
}

/** A tool is seen where its name stands in what the definitions add to the prompt, behind any cut. */
function shownTools(
  { messages, tools }: Conversation,
  template: ChatTemplate,
  prompt: string,
  cut: Cut,
): ReadonlySet<string> {
  if (!Array.isArray(tools)) return new Set();
  const added = insertion(renderConversation({ messages, tools: undefined }, template), prompt);
  const seen = prompt.slice(Math.max(added.start, cut.to), added.end);
  const names = tools
    .filter(isJsonObject)
    .map(({ function: definition }) => (isJsonObject(definition) ? String(definition.name) : ""));
  return new Set(names.filter((name) => name !== "" && seen.includes(name)));
}

/** Where the longer text has more than the shorter: between what both begin and what both end with. */
function insertion(shorter: string, longer: string): { start: number; end: number } {
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start++;
  let tail = 0;
  while (tail < shorter.length - start && shorter.at(-1 - tail) === longer.at(-1 - tail)) tail++;
  return { start, end: longer.length - tail };
}
