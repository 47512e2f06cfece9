import { createHash } from "node:crypto";

/** The mark by which the server knows its own thinking again: the same text has the same one. */
export function thinkingSignature(text: string): string {
  return createHash("sha256").update(`testkit ${text}`).digest("base64");
}
