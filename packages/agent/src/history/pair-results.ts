import type { ToolUseBlock } from "@millrace/protocol";
import { type ToolResult, textResult } from "../tool.js";
import type { Message } from "./message.js";
import { callsOf, type ResultPart, resultsOf } from "./tool-calls.js";

/** What was made in place of a broken pair, by the assistant message or the stray message: made once, so that it stays the same. */
const made = new WeakMap<Message, { members: readonly Message[]; message: Message }>();

/**
 * The history with every call answered right behind its message, in the order of the calls, and no result without its
 * call. Whole pairs are the same objects. A call without a result is answered as interrupted; a result that stands too
 * late is moved up; a second result of a call, or one whose call is not there, becomes words of a user message, so
 * nothing is lost. The stored history is not touched. O(history), O(1) for each message that is whole.
 */
export function pairResults(history: readonly Message[]): readonly Message[] {
  if (isPaired(history)) return history;
  const paired: Message[] = [];
  for (let at = 0; at < history.length; ) {
    const message = history[at] as Message;
    const end = endOfTurn(history, at);
    const calls = callsOf(message);
    const turn = history.slice(at, end);
    if (calls.length === 0) {
      paired.push(...turn.map((member) => (member.role === "tool" ? strayResults(member, resultsOf(member)) : member)));
    } else paired.push(...pairTurn(message, calls, turn.slice(1)));
    at = end;
  }
  return paired;
}

/** Whether everything is whole already, the usual case. */
function isPaired(history: readonly Message[]): boolean {
  return history.every((message, at) => {
    if (message.role === "tool") return history[at - 1]?.role === "assistant" && answers(history[at - 1], message);
    return callsOf(message).length === 0 || answers(message, history[at + 1]);
  });
}

/** Whether the second message holds just the results of the first's calls, in their order. */
function answers(asking: Message | undefined, answering: Message | undefined): boolean {
  if (asking === undefined || answering?.role !== "tool") return false;
  const calls = callsOf(asking);
  const results = resultsOf(answering);
  return (
    calls.length > 0 && calls.length === results.length && calls.every((call, at) => call.id === results[at]?.callId)
  );
}

/** A turn is a message and what follows it up to the next assistant message. */
function endOfTurn(history: readonly Message[], start: number): number {
  let end = start + 1;
  while (end < history.length && history[end]?.role !== "assistant") end++;
  return end;
}

function pairTurn(message: Message, calls: readonly ToolUseBlock[], rest: readonly Message[]): Message[] {
  const [next] = rest;
  if (next && answers(message, next) && !rest.slice(1).some(({ role }) => role === "tool")) return [message, ...rest];
  const unanswered = new Set(calls.map(({ id }) => id));
  const found = new Map<string, ResultPart>();
  const others: Message[] = [];
  for (const member of rest) {
    const strays: ResultPart[] = [];
    for (const part of resultsOf(member)) {
      if (unanswered.delete(part.callId)) found.set(part.callId, part);
      else strays.push(part);
    }
    if (member.role !== "tool") others.push(member);
    else if (strays.length > 0) others.push(strayResults(member, strays));
  }
  const results = remember(message, rest, () => ({
    id: `${message.id}-results`,
    role: "tool",
    parts: calls.map((call) => found.get(call.id) ?? { type: "tool-result", callId: call.id, result: noResult(call) }),
  }));
  return [message, results, ...others];
}

function noResult(call: ToolUseBlock): ToolResult {
  const words = `No result of this call (${call.name}) was recorded. It was interrupted: it may have run in part, or not at all. Look before you rely on it.`;
  return textResult(words, { status: "interrupted", why: "no result was recorded" });
}

/** Results without a call, as words. */
function strayResults(message: Message, strays: readonly ResultPart[]): Message {
  return remember(message, [message], () => {
    const words = strays.map(({ result }) => {
      const text = result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
      return `[A result (${result.status}) whose call is no longer in this conversation]\n${text}`;
    });
    return { id: message.id, role: "user", parts: [{ type: "text", text: words.join("\n\n") }] };
  });
}

function remember(key: Message, members: readonly Message[], make: () => Message): Message {
  const known = made.get(key);
  if (known?.members.length === members.length && known.members.every((member, at) => member === members[at])) {
    return known.message;
  }
  const message = make();
  made.set(key, { members, message });
  return message;
}
