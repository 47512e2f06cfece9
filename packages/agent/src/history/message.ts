import type { ToolUseBlock } from "@millrace/protocol";
import type { ToolResult } from "../tool.js";

/**
 * One message of the conversation, neutral between wires and dialects. A tool message holds results only.
 *
 * The parts of an assistant message stand in the order in which they came. `signature` of reasoning, as of a call, is
 * opaque: the wire that it is from finds in it what to send back.
 *
 * `raw` of an assistant message is what the model wrote in that dialect, made once when it is stored and never changed
 * after: it goes back as it is while protocol and dialect stay the same. `pinned` messages survive compaction verbatim.
 */
export interface Message {
  id: string;
  role: "user" | "assistant" | "tool";
  parts: readonly Part[];
  raw?: { dialect: string; text: string };
  pinned?: true;
}

/** A piece of a message. */
export type Part =
  | { type: "text"; text: string }
  | ImagePart
  | { type: "reasoning"; text: string; signature?: string }
  | { type: "tool-use"; block: ToolUseBlock }
  | { type: "tool-result"; callId: string; result: ToolResult };

/** `ref`: an address, also a `data:` one. */
export interface ImagePart {
  type: "image";
  mediaType: string;
  ref: string;
}
