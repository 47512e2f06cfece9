import type { Block, FinishReason, MessageReader, ToolUseBlock } from "@millrace/protocol";

/** What of a message is kept: its blocks, and the raw text that they were read from. */
export interface KeptMessage {
  blocks: readonly Block[];
  raw: string;
}

/**
 * The part of a message that history keeps: prose, and the calls that have an answer. A call that never closed is taken
 * out, as is one that repeats an earlier one.
 *
 * `behindLastCall` drop: the message was broken or closed behind its last call, and what came after that is not kept.
 */
export function keepMessage(
  reader: MessageReader,
  raw: string,
  answered: ReadonlySet<string>,
  behindLastCall: "keep" | "drop",
): KeptMessage {
  const isAnswered = (block: Block) => block.type === "tool-use" && answered.has(block.id);
  const end = behindLastCall === "drop" ? reader.blocks.findLastIndex(isAnswered) + 1 : reader.blocks.length;
  const blocks = reader.blocks.slice(0, end).filter((block) => block.type !== "tool-use" || isAnswered(block));
  if (blocks.length === reader.blocks.length && !reader.truncated) return { blocks, raw };
  const ends = blocks.map(({ span }) => (span.channel === "text" ? span.end : 0));
  return { blocks, raw: raw.slice(0, Math.max(0, ...ends)) };
}

/** Whether a message says anything: reasoning alone does not. */
export function saysSomething(blocks: readonly Block[]): boolean {
  return blocks.some(({ type }) => type !== "reasoning");
}

/** Why an answer was cut, in words for a person and a model. */
export function wordCut(reason: FinishReason): string {
  switch (reason) {
    case "length":
      return "the answer reached its output limit";
    case "content-filter":
      return "the provider's content filter stopped the answer";
    case "stop":
    case "tool-calls":
      return "the message ended before the call was complete";
    case "error":
    case "unknown":
      return "the connection broke";
  }
}

/** To the model, after the results: its message broke behind a closed call. */
export const BROKEN_BEHIND_CALL =
  "Your message was cut off after the last call above, as the connection broke. What you wrote behind it was lost, and nothing of it was run. Go on from here.";

/** To the model, after the results: calls come one a message. */
export const ONE_CALL_A_MESSAGE =
  "Only one call a message is run. Your message was closed after its first call; what you wrote behind it was not read. Look at the result, then make the next call.";

/** To the model: calls of its message never closed; `why` as of {@link wordCut}. */
export function noteCut(cut: readonly ToolUseBlock[], why: string, reason: FinishReason): string {
  const names = cut.map(({ name }) => name).join(", ");
  const which = names === "" ? "a call that had just begun" : `the call to ${names}`;
  const advice =
    reason === "length" ? "Make it again in smaller parts, each whole in its own message." : "Make it again, whole.";
  return `Your message was cut off in ${which}: ${why}. Nothing of it was run, and it is not in your message above any more. ${advice}`;
}

/** To the model: its output limit was used up by reasoning. */
export const NOTHING_SAID =
  "Your message reached its output limit before you said or did anything. Think less, and answer or make a call at once.";

/** To the model: the server could not read the call it made. */
export const MALFORMED_CALL =
  "The call in your message was malformed and could not be read; nothing of it was run. Make it again with valid arguments.";
