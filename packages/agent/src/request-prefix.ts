import { utf8Bytes } from "./context/estimate.js";
import { messageBytes, toolBytes } from "./context/measure.js";
import type { ModelRequest } from "./model-client.js";

/** Measures how much of each request the one before it began with: that much a server's prefix cache can serve. */
export class RequestPrefix {
  #before: ModelRequest | undefined;

  /** UTF-8 bytes; 0 for the first. O(messages): a message that is sent again is the same object. */
  measure(request: ModelRequest): number {
    const before = this.#before;
    this.#before = request;
    if (before === undefined || before.system !== request.system || !sameTools(before, request)) return 0;
    let bytes = utf8Bytes(request.system) + toolBytes(request.tools);
    for (const [at, message] of request.messages.entries()) {
      if (before.messages[at] !== message) break;
      bytes += messageBytes(message);
    }
    return bytes;
  }
}

function sameTools(one: ModelRequest, other: ModelRequest): boolean {
  return one.tools === other.tools || JSON.stringify(one.tools) === JSON.stringify(other.tools);
}
