import type { Prefix, ReceivedRequest } from "./model-request.js";
import { readTools } from "./read-messages.js";

/** What a server reads first, in order: the tools, then the messages, each a line of JSON. Cache marks do not count. */
export function promptBytes({ json, messages }: ReceivedRequest): Buffer {
  const lines = [JSON.stringify(readTools(json)), ...messages.map((message) => JSON.stringify(message))];
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** How much of `previous` begins `current`. Without a previous one the share is 1. O(bytes). */
export function measurePrefix(previous: Buffer | undefined, current: Buffer): Prefix {
  if (previous === undefined) return { share: 1, sharedBytes: 0, previousBytes: 0 };
  const sharedBytes = sharedLength(previous, current);
  return {
    share: previous.length === 0 ? 1 : sharedBytes / previous.length,
    sharedBytes,
    previousBytes: previous.length,
  };
}

function sharedLength(a: Buffer, b: Buffer): number {
  const length = Math.min(a.length, b.length);
  if (a.subarray(0, length).equals(b.subarray(0, length))) return length;
  let i = 0;
  while (a[i] === b[i]) i++;
  return i;
}
