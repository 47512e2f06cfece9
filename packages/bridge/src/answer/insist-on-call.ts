import type { Message } from "@millrace/agent";
import type { Usage } from "@millrace/protocol";
import { toolChoiceNote } from "../upstream/tool-choice-note.js";
import type { AnswerEvent } from "./answer-event.js";
import type { Answering, Told } from "./answering.js";
import { askUntilSaid } from "./ask-until-said.js";
import { AnswerCollector } from "./whole-answer.js";

/**
 * For a client that wants a call and nothing else, of a model that can only be told so: what it says is held until it
 * calls. Where it did not, it is told and asked once more; what it says then is told, whatever it is.
 */
export async function* insistOnCall(answering: Answering): Told {
  const held: (readonly AnswerEvent[])[] = [];
  let called = false;
  for await (const events of askUntilSaid(answering)) {
    called ||= events.some(({ type }) => type === "call-start");
    if (!called) held.push(events);
    else yield* [...held.splice(0), events];
  }
  if (called) return;
  const said = new AnswerCollector();
  for (const event of held.flat()) said.push(event);
  const { blocks, reason, usage } = said.answer;
  if (reason !== "stop" && reason !== "unknown") {
    yield* held;
    return;
  }
  answering.onAskAgain("no-call");
  const { request } = answering;
  const words = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n");
  // What was asked stays where it stood: the upstream has it in its cache.
  const asked = toolChoiceNote(request) ?? [];
  const messages = [request.messages, asked, message("assistant", words), message("user", REMINDER)].flat();
  for await (const events of askUntilSaid({ ...answering, request: { ...request, messages } })) {
    yield events.map((event) => (event.type === "finish" ? { ...event, usage: sum(usage, event.usage) } : event));
  }
}

const REMINDER = "[That was no tool call, and one is needed.]";

function message(role: "assistant" | "user", text: string): Message {
  return { id: `insist-${role}`, role, parts: [{ type: "text", text }] };
}

const COUNTS = [
  ...(["inputTokens", "outputTokens", "reasoningTokens"] as const),
  ...(["cacheReadTokens", "cacheWriteTokens", "totalTokens"] as const),
];

/** Both answers were paid for. */
function sum(first: Usage, second: Usage): Usage {
  const total: Usage = { ...second };
  for (const field of COUNTS) {
    const counts = [first[field], second[field]].filter((count) => count !== undefined);
    if (counts.length > 0) total[field] = counts.reduce((all, count) => all + count, 0);
  }
  return total;
}
