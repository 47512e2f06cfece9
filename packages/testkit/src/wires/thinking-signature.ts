import { createHash } from "node:crypto";
import type { Part } from "../scenario.js";
import { joined } from "./answer-parts.js";

/** The mark by which the server knows its own thinking again: the same text has the same one. */
export function thinkingSignature(text: string): string {
  return createHash("sha256").update(`testkit ${text}`).digest("base64");
}

/** The signature that a part of reasoning goes out with on Anthropic's wire; `null`: none. */
export function signatureOf(part: Extract<Part, { reasoning: unknown }>): string | null {
  return part.signature === undefined ? thinkingSignature(joined(part.reasoning)) : part.signature;
}
