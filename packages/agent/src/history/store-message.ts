import { type Block, getDialect, type ToolDefinition } from "@millrace/protocol";
import type { ModelProfile } from "../model-profile.js";
import { breakThink } from "./break-think.js";
import type { Message, Part } from "./message.js";
import { inputOf, isFinished } from "./tool-calls.js";

/** What an assistant message without a word says in history: templates fail on an empty one. */
export const NO_TEXT = "(no text)";

/** A message as it came. */
export interface MessageToStore {
  id: string;
  /** All that came on the text channel. */
  raw: string;
  /** The reader's blocks, after its end. */
  blocks: readonly Block[];
  dialect: string;
  protocol: "native" | "text";
  profile: ModelProfile;
  /** The turn's tools: their schemas are needed where a native call came in text protocol. */
  tools?: readonly ToolDefinition[];
}

/**
 * An assistant message as history keeps it, made once and never changed. A call that was cut off is taken out, with all
 * behind it. In text protocol `raw` is what the model wrote, less reasoning unless the rule is keep, less what an
 * unfinished call or tag left, `</think>` broken up, without blanks around it; it is never empty.
 * O(length of the message).
 */
export function storedAssistantMessage(message: MessageToStore): Message {
  const cut = message.blocks.findIndex((block) => block.type === "tool-use" && !isFinished(block));
  const kept = cut < 0 ? message.blocks : message.blocks.slice(0, cut);
  const stored: Message = { id: message.id, role: "assistant", parts: kept.flatMap(partOf) };
  if (message.protocol === "native") return stored;
  return { ...stored, raw: { dialect: message.dialect, text: rawText(message, kept, cut >= 0) } };
}

function partOf(block: Block): Part[] {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? [] : [{ type: "text", text: breakThink(block.text) }];
    case "reasoning": {
      const { text, signature } = block;
      if (text === "" && signature === undefined) return [];
      return [signature === undefined ? { type: "reasoning", text } : { type: "reasoning", text, signature }];
    }
    case "tool-use":
      return [{ type: "tool-use", block }];
  }
}

/** The raw text of the kept blocks, with the gaps between them. */
function rawText(message: MessageToStore, kept: readonly Block[], wasCut: boolean): string {
  const { raw, dialect, profile, tools = [] } = message;
  const keepReasoning = profile.reasoning.back === "keep";
  const pieces: string[] = [];
  let at = 0;
  let afterReasoning = false;
  for (const block of kept) {
    if (block.span.channel !== "text") {
      // The server read this call itself: it goes back as the model would have written it.
      if (block.type === "tool-use") {
        pieces.push(
          `\n\n${breakThink(getDialect(dialect).writeCall({ name: block.name, input: inputOf(block.input) }, tools))}\n`,
        );
      }
      continue;
    }
    const isReasoning = block.type === "reasoning";
    // The gaps on both sides of reasoning hold its tags: they stay with it as they are, or go but for the blanks before it.
    const gap = raw.slice(at, block.span.start);
    const written = raw.slice(block.span.start, block.span.end);
    if (!isReasoning)
      pieces.push(afterReasoning ? gapAfterReasoning(gap, keepReasoning) : breakThink(gap), breakThink(written));
    else if (keepReasoning) pieces.push(gap, written);
    else pieces.push(/^\s*/.exec(gap)?.[0] ?? "");
    afterReasoning = isReasoning;
    at = block.span.end;
  }
  if (!wasCut) pieces.push(trailingGap(raw.slice(at), afterReasoning, keepReasoning));
  return pieces.join("").trim() || NO_TEXT;
}

function gapAfterReasoning(gap: string, keepReasoning: boolean): string {
  return keepReasoning ? gap : "";
}

/** Behind the last block only what closes something is kept: a wrapper, or reasoning that is kept. The rest is a cut tag or blanks. */
function trailingGap(gap: string, afterReasoning: boolean, keepReasoning: boolean): string {
  if (afterReasoning) return gapAfterReasoning(gap, keepReasoning);
  return /^\s*<\/[A-Za-z_][\w:.-]*>/.test(gap) ? breakThink(gap) : "";
}
