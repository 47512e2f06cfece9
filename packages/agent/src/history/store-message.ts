import { type Block, breakThink, getDialect, type ToolDefinition, type ToolUseBlock } from "@millrace/protocol";
import type { ModelProfile } from "../model-profile.js";
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
  const { blocks, raw } = message;
  const cut = blocks.findIndex((block) => block.type === "tool-use" && !isFinished(block));
  const kept = cut < 0 ? blocks : blocks.slice(0, cut);
  const stored: Message = { id: message.id, role: "assistant", parts: kept.flatMap(partOf) };
  if (message.protocol === "native") return stored;
  const span = blocks[cut]?.span;
  const written = span?.channel === "text" ? raw.slice(0, span.start) : raw;
  return { ...stored, raw: { dialect: message.dialect, text: rawText({ ...message, raw: written, blocks: kept }) } };
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

/**
 * The raw text of the blocks, with the gaps between them. The gaps on both sides of reasoning hold its tags: they
 * stay with it as they are, or go with it, but for the blanks before it.
 */
function rawText({ raw, blocks, dialect, profile, tools = [] }: MessageToStore): string {
  const keepReasoning = profile.reasoning.back === "keep";
  const pieces: string[] = [];
  let at = 0;
  let behindReasoning = false;
  for (const block of blocks) {
    if (block.span.channel !== "text") {
      if (block.type === "tool-use") pieces.push(nativeCallAsText(block, dialect, tools));
      continue;
    }
    const gap = raw.slice(at, block.span.start);
    const written = raw.slice(block.span.start, block.span.end);
    if (block.type === "reasoning") pieces.push(keepReasoning ? gap + written : leadingBlanks(gap));
    else {
      if (!behindReasoning) pieces.push(breakThink(gap));
      else if (keepReasoning) pieces.push(gap);
      pieces.push(breakThink(written));
    }
    behindReasoning = block.type === "reasoning";
    at = block.span.end;
  }
  const rest = raw.slice(at);
  if (behindReasoning ? keepReasoning : closesSomething(rest)) {
    pieces.push(behindReasoning ? rest : breakThink(rest));
  }
  return pieces.join("").trim() || NO_TEXT;
}

/** The server read this call itself: it goes back as the model would have written it. */
function nativeCallAsText({ name, input }: ToolUseBlock, dialect: string, tools: readonly ToolDefinition[]): string {
  return `\n\n${breakThink(getDialect(dialect).writeCall({ name, input: inputOf(input) }, tools))}\n`;
}

function leadingBlanks(gap: string): string {
  return /^\s*/.exec(gap)?.[0] ?? "";
}

/** Behind the last block stands the close of a wrapper, which is kept, or a cut tag or blanks, which are not. */
function closesSomething(gap: string): boolean {
  return /^\s*<\/[A-Za-z_][\w:.-]*>/.test(gap);
}
