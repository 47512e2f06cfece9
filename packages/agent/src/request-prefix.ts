import { utf8Bytes } from "./context/estimate.js";
import { messagesBytes, toolBytes } from "./context/measure.js";
import type { ModelRequest } from "./model-client.js";

/** Measures how much of each request the one before it began with: that much a server's prefix cache can serve. */
export class RequestPrefix {
  #before: ModelRequest | undefined;

  /**
   * UTF-8 bytes; 0 for the first. A message that is sent again is the same object: a comparison of pointers for each, and
   * the sizes of those shared are only added up where not all of them are.
   */
  measure(request: ModelRequest): number {
    const before = this.#before;
    this.#before = request;
    if (before === undefined || before.system !== request.system || !sameTools(before, request)) return 0;
    const differs = before.messages.findIndex((message, at) => message !== request.messages[at]);
    const shared = differs < 0 ? before.messages : before.messages.slice(0, differs);
    return utf8Bytes(request.system) + toolBytes(request.tools) + messagesBytes(shared);
  }
}

function sameTools(one: ModelRequest, other: ModelRequest): boolean {
  return one.tools === other.tools || JSON.stringify(one.tools) === JSON.stringify(other.tools);
}
