import { createHash } from "node:crypto";

/** sha-256 of the bytes, hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
