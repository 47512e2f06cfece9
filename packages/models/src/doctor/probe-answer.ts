import {
  type Block,
  createParser,
  type FinishReason,
  type StreamChunk,
  type ToolUseBlock,
  type Usage,
} from "@millrace/protocol";
import { PROBE_TOOLS } from "./probe-tools.js";

/** An answer of the model, with what was seen of its coming. */
export interface ProbeAnswer {
  /** Content, in the order in which it came. */
  chunks: readonly StreamChunk[];
  usage: Usage;
  reason: FinishReason;
  /** Tools were offered in the request, and the model's template wrote them in its own way. */
  offered: boolean;
  /** UTF-8 bytes of the request: system text, tools, messages. */
  bytes: number;
  /** No request of the examination began alike, so no server had any of it in its cache. */
  isFresh: boolean;
  /** Milliseconds from the sending to the first and the last content; absent where none came. */
  firstContentMs?: number;
  lastContentMs?: number;
}

/** How an answer is read. */
export interface Reading {
  /** Absent: natively, and what is written in any dialect all the same. */
  dialect?: string;
  /** The prompt had opened the reasoning. */
  inReasoning?: boolean;
}

/** The blocks of an answer, as a session would read them. */
export function readAnswer({ chunks, reason }: ProbeAnswer, { dialect, inReasoning }: Reading): readonly Block[] {
  const reader = createParser({
    tools: PROBE_TOOLS[dialect === undefined ? "native" : "text"],
    dialect: dialect ?? "auto",
    nativeOffered: dialect === undefined,
    ...(inReasoning && { start: "in-reasoning" as const }),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end(reason);
  return reader.blocks;
}

/** The calls that came whole. */
export function wholeCalls(blocks: readonly Block[]): readonly ToolUseBlock[] {
  return blocks.filter(
    (block): block is ToolUseBlock => block.type === "tool-use" && !block.partial && block.closedBy !== "end",
  );
}

/** The model's words, reasoning among them, as they came: no calls but those that stand in the text. */
export function wordsOf({ chunks }: ProbeAnswer): string {
  return chunks.map((chunk) => ("text" in chunk ? chunk.text : "")).join("");
}

/** No native call is in it: servers hold one back until it is whole, which tells nothing of how an answer comes. */
export function isWords({ chunks }: ProbeAnswer): boolean {
  return chunks.every((chunk) => "text" in chunk);
}

/** What of an answer the user would see. */
export function visibleText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("")
    .trim();
}

/** The beginning of what the model wrote, for a finding: one line. */
export function sampleOf({ chunks }: ProbeAnswer): string {
  const text = chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.text : "")).join("");
  return text.replace(/\s+/g, " ").trim().slice(0, SAMPLE_CHARS);
}

const SAMPLE_CHARS = 120;
