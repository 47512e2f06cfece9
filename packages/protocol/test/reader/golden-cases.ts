import { readFileSync } from "node:fs";
import type { Block, FinishReason, ParserOptions, StreamChunk, ToolDefinition } from "../../src/index.js";

import type { ToldBlock } from "./fold-events.js";

/** A chunk as docs/READER.md writes it. */
type ShortChunk =
  | ["text", text: string]
  | ["reasoning", text: string, signature?: string]
  | ["call", index: number, name?: string, providerCallId?: string]
  | ["json", index: number, piece: string]
  | ["call-end", index: number, signature?: string];

interface GoldenCase {
  text?: string;
  chunks?: ShortChunk[];
  reason?: FinishReason;
  tools?: string;
  dialect?: string;
  start?: "in-reasoning";
  nativeOffered?: boolean;
  open?: boolean;
  blocks: readonly { at?: readonly [number, number] }[];
  truncated?: boolean;
  notes?: readonly string[];
}

/** The sections of docs/READER.md that have golden cases, and the sets of tools that the cases name. */
export function readGoldenCases(): {
  sections: readonly [title: string, cases: readonly GoldenCase[]][];
  tools: ToolSets;
} {
  const page = readFileSync(new URL("../../../../docs/READER.md", import.meta.url), "utf8");
  const sections: [string, GoldenCase[]][] = [];
  let title = "";
  let tools: ToolSets = {};
  for (const [, heading, kind, block] of page.matchAll(/^## (.*)$|^```json (golden(?:-tools)?)\n([\s\S]*?)\n```$/gm)) {
    if (heading !== undefined) title = heading;
    else if (kind === "golden-tools") tools = JSON.parse(block ?? "");
    else sections.push([title, JSON.parse(block ?? "")]);
  }
  return { sections, tools };
}

export type ToolSets = Record<string, readonly ToolDefinition[]>;

/** The options and chunks of a case. */
export function inputOf(golden: GoldenCase, tools: ToolSets): { options: ParserOptions; chunks: StreamChunk[] } {
  const set = tools[golden.tools ?? "files"];
  if (set === undefined) throw new Error(`docs/READER.md has no tools named ${golden.tools}`);
  const { dialect, start, nativeOffered } = golden;
  const options = {
    tools: set,
    ...(dialect !== undefined && { dialect }),
    ...(start !== undefined && { start }),
    ...(nativeOffered !== undefined && { nativeOffered }),
  };
  const chunks = golden.chunks ?? [["text", golden.text ?? ""]];
  return { options, chunks: chunks.map(chunkOf) };
}

function chunkOf(short: ShortChunk): StreamChunk {
  switch (short[0]) {
    case "text":
      return { type: "text-delta", text: short[1] };
    case "reasoning":
      return { type: "reasoning-delta", text: short[1], ...(short[2] !== undefined && { signature: short[2] }) };
    case "call": {
      const [, index, name, providerCallId] = short;
      const named = { ...(name !== undefined && { name }), ...(providerCallId !== undefined && { providerCallId }) };
      return { type: "tool-input-start", index, ...named };
    }
    case "json":
      return { type: "tool-input-delta", index: short[1], json: short[2] };
    case "call-end":
      return { type: "tool-input-end", index: short[1], ...(short[2] !== undefined && { signature: short[2] }) };
  }
}

/** A block as docs/READER.md writes it; `withSpan` where the case is about spans. */
export function shortBlock(block: Block, withSpan: boolean) {
  const at = withSpan ? { at: [block.span.start, block.span.end] } : {};
  const signature = block.type !== "text" && block.signature !== undefined ? { signature: block.signature } : {};
  if (block.type !== "tool-use") {
    return { [block.type]: block.text, ...(block.partial && { partial: true }), ...signature, ...at };
  }
  return {
    call: [block.name, ...block.params],
    ...(block.closedBy !== "close" && { by: block.closedBy }),
    ...(block.repairs.length > 0 && { repairs: block.repairs.map(({ kind }) => kind) }),
    ...(block.doubtful !== undefined && { doubtful: true }),
    ...(block.providerCallId !== undefined && { id: block.providerCallId }),
    ...signature,
    ...at,
  };
}

/** What is visible of a message that has not ended, as docs/READER.md writes it. */
export function shortVisible(told: readonly ToldBlock[]) {
  return told.map((block) =>
    block.type === "tool-use" ? { call: [block.name, ...block.params] } : { [block.type]: block.text },
  );
}
