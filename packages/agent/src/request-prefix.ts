import { utf8Bytes } from "./context/estimate.js";
import { messagesBytes, toolBytes } from "./context/measure.js";
import type { PrefixBreak, PrefixMeasure } from "./events/prefix-measure.js";
import type { Message } from "./history/message.js";
import { saysMore } from "./history/says-more.js";
import type { ModelRequest } from "./model-client.js";
import type { PreparedRequest } from "./prepare-request.js";

/** Measures how much of each request the one before it began with. */
export class RequestPrefix {
  #before: PreparedRequest | undefined;

  /**
   * A message that is sent again is the same object, but for the last turn where more was said in it: a comparison of
   * pointers for each, and the sizes of those shared are only added up where not all of them are. System and tools count
   * as lost with each other, as servers differ in which they read first. Words of a user that nobody answered yet may
   * grow by more of them: nothing is lost then but the mark behind them.
   */
  measure(sent: PreparedRequest): PrefixMeasure {
    const measure = this.#against(sent);
    this.#before = sent;
    return measure;
  }

  /** UTF-8 bytes of a request that is not measured yet which a server may have in its cache: of the first, the prompt. */
  cacheableBytes(sent: PreparedRequest): number {
    if (this.#before === undefined) return utf8Bytes(sent.system) + toolBytes(sent.request.tools);
    return this.#against(sent).cachePrefixBytes;
  }

  #against(sent: PreparedRequest): PrefixMeasure {
    const before = this.#before;
    if (before === undefined) return { cachePrefixBytes: 0, previousBytes: 0 };
    const prefixBreak = breakBetween(before, sent);
    if (prefixBreak === undefined) return { cachePrefixBytes: before.bytes, previousBytes: before.bytes };
    return { cachePrefixBytes: bytesTo(prefixBreak, before.request), previousBytes: before.bytes, prefixBreak };
  }
}

function breakBetween(before: PreparedRequest, now: PreparedRequest): PrefixBreak | undefined {
  if (before.system !== now.system) return { at: "system", why: "configuration" };
  if (!sameTools(before.request, now.request)) return { at: "tools", why: "configuration" };
  const sent = before.request.messages;
  const { messages } = now.request;
  const at = sent.findIndex((message, index) => !isSame(message, messages[index]));
  const differs = sent[at];
  if (differs === undefined) return undefined;
  const instead = messages[at];
  if (instead !== undefined && at === sent.length - 1 && saysMore(instead, differs)) return undefined;
  if (before.history.some((message, index) => message !== now.history[index])) return { at, why: "compaction" };
  const lostReasoning = hasReasoning(differs) && instead?.id === differs.id && !hasReasoning(instead);
  return { at, why: lostReasoning ? "question" : "rewritten" };
}

function bytesTo({ at }: PrefixBreak, { system, tools, messages }: ModelRequest): number {
  if (typeof at === "string") return 0;
  return utf8Bytes(system) + toolBytes(tools) + messagesBytes(messages.slice(0, at));
}

function isSame(one: Message, other: Message | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function sameTools(one: ModelRequest, other: ModelRequest): boolean {
  return one.tools === other.tools || JSON.stringify(one.tools) === JSON.stringify(other.tools);
}

function hasReasoning({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "reasoning");
}
