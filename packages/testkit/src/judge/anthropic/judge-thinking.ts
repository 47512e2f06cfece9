import type { IssuedAnswers } from "../../issued-answers.js";
import type { JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import type { Finding } from "../finding.js";
import { OriginJudge } from "../origin-judge.js";
import { absence, alteration, type Place, type Thought } from "../thoughts.js";
import { blocksOf } from "./blocks-of.js";

/**
 * Thinking in history, against what this server gave out. Anything signed must be known and unaltered; what came with calls
 * must come back while their loop runs: behind the last message of the user that holds no result. Thinking that came
 * unsigned, or behind the last call that comes back, need not: a client that ran no more of a message may drop its rest.
 */
export function judgeThinking(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  const { messages } = request.json;
  if (!Array.isArray(messages)) return [];
  const loopBegins = messages.findLastIndex(
    (message: { role?: unknown } | null) =>
      message?.role === "user" && !blocksOf(message).some(({ type }) => type === "tool_result"),
  );
  const origins = new OriginJudge(issued);
  return messages.flatMap((message: unknown, index) => {
    const path = `messages[${index}].content`;
    const blocks = blocksOf(message);
    const altered = blocks.flatMap((block, position) => {
      const thought = thoughtOf(block);
      const fault = thought === undefined ? undefined : alteration(thought, issued, pathsOf(block, path, position));
      return fault === undefined ? [] : [fault];
    });
    if (index <= loopBegins) return altered;
    const calls = blocks.filter(({ type }) => type === "tool_use").map(({ id, name, input }) => ({ id, name, input }));
    const got = placesThroughLastCall(blocks);
    return [...altered, ...origins.judge(calls, (origin) => absence(got, origin, path))];
  });
}

function placesThroughLastCall(blocks: readonly JsonObject[]): readonly Place[] {
  const lastCall = blocks.findLastIndex(({ type }) => type === "tool_use");
  return blocks.slice(0, lastCall + 1).map((block) => thoughtOf(block) ?? "other");
}

function thoughtOf(block: JsonObject): Thought | undefined {
  if (block.type === "redacted_thinking") return { data: String(block.data) };
  if (block.type !== "thinking") return undefined;
  return { thinking: String(block.thinking), signature: String(block.signature ?? "") };
}

function pathsOf({ type }: JsonObject, path: string, position: number) {
  const at = `${path}[${position}]`;
  return { text: `${at}.thinking`, signature: type === "thinking" ? `${at}.signature` : `${at}.data` };
}
